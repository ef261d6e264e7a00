import type { OperationId } from '../../src/generated/operations.js';
import type { RequestPlan } from '../engine/http/exchange.js';
import { type RequestParts, requestTo as requestToOperation } from '../engine/http/requests.js';
import { operationOf } from './contract.js';

/** Builds a request to an operation by its id; path parameters are percent-encoded. */
export function requestTo(id: OperationId, parts?: RequestParts): RequestPlan {
  return requestToOperation(operationOf(id), parts);
}
