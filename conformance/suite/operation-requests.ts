import type { OperationId } from '../../src/generated/operations.js';
import type { RequestPlan } from '../engine/http/exchange.js';
import type { Operation } from '../engine/operation.js';
import { isWrite } from './contract.js';
import { type Found, readsOf, tagKeyOf } from './discovery.js';
import { requestTo } from './request-to.js';

/** Ids that no server has. */
const placeholders = {
  commitment_id: 'no-such-commitment',
  provider_id: 'provider_a',
  id: 'no-such-recommendation',
  recommendation_id: 'no-such-recommendation',
  audit_id: '987654321',
  key_id: 'no-such-key',
  endpoint_id: 'no-such-endpoint',
};

/** Operations whose resource need not exist, with the reason why their checks do not apply then. */
export const absent: ReadonlyMap<OperationId, string> = new Map([
  ['getRenewal', 'no renewal has been raised for any of the requested commitments'],
]);

/** A request with ids that no server has. */
export function placeholder({ operationId, method }: Operation): RequestPlan {
  const body = { name: 'cost-contract', expected_version: 1 };
  return requestTo(operationId, { path: placeholders, ...(method === 'PUT' ? { body } : {}) });
}

/** Whether 404 may mean an unknown resource, because the path contains its id. */
export function mayBeUnknown({ operationId, path }: Operation): boolean {
  return path.includes('{') || operationId === 'listProviderBudgets';
}

/** Whether the server lists the id of the correct request. */
export function isListed({ operationId, path }: Operation, found: Found): boolean {
  const { providers, commitments, recommendations, fixtures } = found;
  if (operationId === 'deleteWebhookEndpoint') return true;
  // A listed commitment need not have a renewal.
  if (absent.has(operationId)) return false;
  if (path.includes('{commitment_id}')) return Array.isArray(commitments);
  if (path.includes('provider')) return Array.isArray(providers);
  return (
    path.includes('recommendation') &&
    Array.isArray(recommendations) &&
    fixtures.recommendation_id === undefined
  );
}

/** @throws {Blocked | NotApplicable} if a resource that a correct request needs was not found */
export function expectResources(operation: Operation, found: Found): void {
  if (operation.operationId === 'updateVirtualTagKey') tagKeyOf(found);
  if (!isWrite(operation)) readsOf(operation.operationId, found);
}
