import type { Scenario } from '../../../mocks/dataset/index.js';
import { type OperationId, operations } from '../../../src/generated/operations.js';
import type { CallInput } from '../../support/dataset/dataset.js';
import { requestsTo } from '../../support/dataset/dataset-requests.js';
import { firstDifference } from './difference.js';
import { findingsOf, mockOf, type Response, respond, type Sent, serveTasks } from './evaluation.js';
import { useDataset } from './exchangeable-dataset.js';
import { refusedRequests, writes } from './other-requests.js';

/** The datasets that mutants are compared on, the fastest first. */
const starts: readonly { scenario: Scenario; seed: number; now: string }[] = [
  { scenario: 'default', seed: 1, now: '2026-06-15T12:00:00Z' },
  { scenario: 'default', seed: 9999, now: '2028-02-29T23:10:00Z' },
  { scenario: 'unmeasured', seed: 5, now: '2026-11-20T06:00:00Z' },
  { scenario: 'expiring-soon', seed: 3, now: '2027-01-09T18:30:00Z' },
  { scenario: 'failing-lookups', seed: 8, now: '2025-09-24T09:15:00Z' },
  { scenario: 'default', seed: 77, now: '2025-03-01T00:30:00Z' },
];

/** Sends a fixed set of requests to the original, and stores its responses. */
async function recordedOf(start: (typeof starts)[number]) {
  const mock = await mockOf(start);
  const recorded: { readonly sent: Sent; readonly response: Response }[] = [];
  const send = async (sent: Sent) => {
    const response = await respond(mock, sent);
    recorded.push({ sent, response });
    return JSON.parse(response.body).data;
  };
  // Ids of commitments and recommendations come from the lists.
  const lists = new Map<string, any>();
  const key = (id: string, request: CallInput = {}) => JSON.stringify([id, request]);
  for (const request of [{ query: { page_size: 100 } }])
    lists.set(key('listCommitments', request), await send({ operationId: 'listCommitments', request }));
  for (const provider_id of ['provider_a', 'provider_b', 'provider_c', 'provider_d']) {
    const request = { path: { provider_id }, query: { page_size: 200 } };
    const data = await send({ operationId: 'listRecommendations', request });
    lists.set(key('listRecommendations', request), data);
  }
  const audits = await send({ operationId: 'getSavingsAuditSummary', request: {} });
  lists.set(key('getSavingsAuditSummary'), audits);
  const call = (id: OperationId, request?: CallInput) => lists.get(key(id, request));
  for (const { operationId } of operations)
    for (const request of requestsTo(operationId, call)) await send({ operationId, request });
  for (const sent of [...refusedRequests, ...writes]) await send(sent);
  return recorded;
}

const originals: Awaited<ReturnType<typeof recordedOf>>[] = [];

serveTasks({
  use: useDataset,
  async record() {
    for (const start of starts) originals.push(await recordedOf(start));
    return { starts, requests: originals.map(({ length }) => length) };
  },
  async nextVisible(from) {
    for (const [index, recorded] of originals.entries()) {
      if (index < from) continue;
      const mock = await mockOf(starts[index] as (typeof starts)[number]);
      for (const { sent, response } of recorded) {
        const actual = await respond(mock, sent);
        if (actual.status === response.status && actual.body === response.body) continue;
        const { operationId: operation, request } = sent;
        return { index, operation, request, difference: firstDifference(response, actual) };
      }
    }
    return null;
  },
  judge: async (index) =>
    // The dataset does not affect the checks that are skipped.
    findingsOf(await mockOf(starts[index] as (typeof starts)[number]), {
      skip: ['authentication.*', 'limits.*'],
    }),
});
