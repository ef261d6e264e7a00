import type { PassiveCheck } from '../../conformance/engine/check.js';
import type { CompleteExchange } from '../../conformance/engine/http/exchange.js';
import { subjectChecks } from '../../conformance/suite/checks/subjects/index.js';

/** The timestamp of the responses. */
const timestamp = '2026-06-30T12:00:00Z';

/** Returns a check of single responses, and an exchange of its operation with these data. */
export function passiveCheck(
  id: string,
  data: unknown,
): { readonly check: PassiveCheck; readonly exchange: CompleteExchange } {
  const check = subjectChecks.find((one) => one.id === id) as PassiveCheck;
  const response = { status: 200, headers: {}, json: { timestamp, data } };
  const request = { query: [], path: '/' };
  const exchange = { operationId: check.operations?.[0], request, response } as unknown as CompleteExchange;
  return { check, exchange };
}
