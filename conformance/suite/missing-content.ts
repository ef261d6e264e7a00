import type { OperationId } from '../../src/generated/operations.js';
import { isSuccess } from '../engine/http/exchange.js';
import { perExchange } from '../engine/judge/per-exchange.js';
import type { MissingContent } from '../engine/judge/standards.js';
import { statedMembers } from './contract.js';

/** @returns the content that a success lacks, or undefined if it has content */
export const missingContent = perExchange((exchange): MissingContent | undefined => {
  const { operationId, response } = exchange;
  if (operationId === null || !isSuccess(exchange)) return undefined;
  const { status, json } = response;
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { what: 'is not a JSON object', dependsOn: 'envelope.body-is-a-json-object' };
  }
  const { success, data } = json;
  if (success === false)
    return { what: 'has `success` false', dependsOn: 'envelope.success-matches-the-status' };
  if (typeof data !== 'object' || data === null) {
    return { what: 'has no `data`', dependsOn: 'envelope.success-has-data' };
  }
  return missingMembers(operationId, status, data);
});

function missingMembers(id: OperationId, status: number, data: object): MissingContent | undefined {
  if (id === 'listProviders') {
    return Array.isArray(data)
      ? undefined
      : { what: 'has no list as `data`', dependsOn: 'providers.list-is-a-bare-array' };
  }
  const stated = statedMembers(id, status);
  const isPaged = stated.includes('pagination');
  if (stated.length > 0 && !isPaged && Array.isArray(data)) {
    return { what: 'has a list as `data`', dependsOn: 'fields.types-are-exact' };
  }
  // If no property is stated, any content is enough, including an empty list.
  const hasContent =
    stated.length === 0
      ? Array.isArray(data) || Object.keys(data).length > 0
      : stated.some((name) => Object.hasOwn(data, name));
  if (hasContent) return undefined;
  return {
    what: 'has no field of the operation',
    dependsOn: isPaged ? 'pagination.list-has-items-and-pagination' : 'fields.all-are-present',
  };
}
