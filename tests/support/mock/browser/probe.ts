import { createMock } from '../../../../mocks/index.js';
import { validated } from '../validated.js';

/** A response of the mock. */
export interface ProbeResponse {
  readonly request: string;
  readonly status: number;
  readonly replayed: string | null;
  readonly body: string;
}

const endpoint = JSON.stringify({
  url: 'https://hooks.example.com/costs',
  event_types: ['optimization.completed'],
});
const keyed = {
  'content-type': 'application/json',
  'idempotency-key': '3f0c5ad2-0d0b-4e57-9a6f-1f7d0a6f2b11',
};
const savingsPlan =
  'arn:provider_a:savingsplans::100200300401:savingsplan/3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60';

const requests: readonly [line: string, headers?: Record<string, string>, body?: string][] = [
  ['GET /api/v1/providers'],
  ['GET /api/v1/commitments?page=2&page_size=3'],
  [`GET /api/v1/commitments/detail/${encodeURIComponent(savingsPlan)}`],
  ['GET /api/v1/commitments/overview'],
  ['GET /api/v1/commitments/esr?period=2026-05'],
  ['GET /api/v1/commitments/coverage-rates'],
  ['GET /api/v1/commitments/utilization?type=sp'],
  ['GET /api/v1/costs/forecast?provider=all'],
  ['GET /api/v1/commitments/inventory'],
  ['GET /api/v1/nothing'],
  ['GET /api/v1/providers', { authorization: 'Bearer nobody' }],
  ['POST /api/v1/webhooks/endpoints', keyed, endpoint],
  ['POST /api/v1/webhooks/endpoints', keyed, endpoint],
  ['POST /api/v1/webhooks/endpoints', keyed, '{"url":'],
];

/**
 * Sends various requests to a mock and validates each response against the document. The result is
 * equal in every runtime.
 *
 * @throws if a response does not match the document, or the mock reports an error
 */
export async function probe(): Promise<readonly ProbeResponse[]> {
  const errors: unknown[] = [];
  const mock = await createMock({ frozen: true, onError: (error) => errors.push(error) });
  const fetch = validated(mock.fetch);
  const responses: ProbeResponse[] = [];
  for (const [line, headers = {}, body] of requests) {
    const [method = '', path = ''] = line.split(' ');
    const response = await fetch(path, {
      method,
      headers: { authorization: 'Bearer ccc_test_caller', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    responses.push({
      request: line,
      status: response.status,
      replayed: response.headers.get('idempotent-replayed'),
      body: await response.text(),
    });
  }
  if (errors.length > 0) throw errors[0];
  return responses;
}
