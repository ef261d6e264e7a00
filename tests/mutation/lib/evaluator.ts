import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { encodeSegment } from '../../../conformance/engine/http/requests.js';
import { runChecks } from '../../../conformance/suite/run.js';
import { createMock, type Mock } from '../../../mocks/create-mock.js';
import type { Scenario } from '../../../mocks/dataset/index.js';
import { type OperationId, operations } from '../../../src/generated/operations.js';
import type { CallInput } from '../../support/dataset/dataset.js';
import { requestsTo } from '../../support/dataset/dataset-requests.js';
import { inProcess } from '../../support/in-process.js';
import { mockHandler } from '../../support/mock-handler.js';
import { firstDifference } from './difference.js';
import { useDataset } from './exchangeable-dataset.js';
import { refusedRequests, writes } from './other-requests.js';

// Runs in a worker, which the program ends if a mutant does not return.

const apiKeys = ['one_test_caller', 'one_test_second_caller'];

/** The datasets that mutants are compared on, the fastest first. */
const starts: readonly { scenario: Scenario; seed: number; now: string }[] = [
  { scenario: 'default', seed: 1, now: '2026-06-15T12:00:00Z' },
  { scenario: 'default', seed: 9999, now: '2028-02-29T23:10:00Z' },
  { scenario: 'unmeasured', seed: 5, now: '2026-11-20T06:00:00Z' },
  { scenario: 'expiring-soon', seed: 3, now: '2027-01-09T18:30:00Z' },
  { scenario: 'failing-lookups', seed: 8, now: '2025-09-24T09:15:00Z' },
  { scenario: 'default', seed: 77, now: '2025-03-01T00:30:00Z' },
];

interface Sent {
  readonly operationId: OperationId;
  readonly request: CallInput;
  /** Advances the clock before the request. */
  readonly afterSeconds?: number;
}

interface Response {
  readonly status: number;
  readonly body: string;
}

async function mockOf(start: (typeof starts)[number]): Promise<Mock> {
  return createMock({ ...start, frozen: true, keys: apiKeys, rateLimit: 60_000 });
}

async function respond(mock: Mock, { operationId, request, afterSeconds = 0 }: Sent): Promise<Response> {
  if (afterSeconds > 0) await mock.control.advance(afterSeconds * 1000);
  const operation = operations.find((one) => one.operationId === operationId);
  if (!operation) throw new Error(`The document has no operation ${operationId}.`);
  const { path = {}, query = {}, body } = request;
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeSegment(String(path[name])));
  const values = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  );
  const response = await mock.fetch(`http://127.0.0.1${filled}?${new URLSearchParams(values)}`, {
    method: operation.method,
    headers: { authorization: `Bearer ${apiKeys[0]}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.text() };
}

/** Sends a fixed set of requests to the original, and stores its responses. */
async function record(start: (typeof starts)[number]) {
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

type Recorded = Awaited<ReturnType<typeof record>>;
const originals: Recorded[] = [];

/** Returns the next dataset, from an index on, whose responses differ, and their first difference. */
async function nextVisible(from: number) {
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
}

/** Runs the suite against one dataset. */
async function judge(index: number) {
  const mock = await mockOf(starts[index] as (typeof starts)[number]);
  const report = await runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(mockHandler(mock)),
    apiKeys,
    // The dataset does not affect them.
    skip: ['authentication.*', 'limits.*'],
  }).catch((error: Error) => {
    // Such a server is not accepted as this API at all.
    if (error.name === 'CannotStart') return null;
    throw error;
  });
  if (report === null) return { failed: ['the run cannot start'], warned: [], errored: [] };
  const { results } = report;
  const idsOf = (wanted: string) => [
    ...new Set(results.filter(({ status }) => status === wanted).map(({ id }) => id)),
  ];
  return { failed: idsOf('failed'), warned: idsOf('warned'), errored: idsOf('errored') };
}

async function use(file: string): Promise<void> {
  useDataset(await import(pathToFileURL(file).href));
}

const tasks = {
  async original({ file }: { file: string }) {
    await use(file);
    for (const start of starts) originals.push(await record(start));
    return { starts, requests: originals.map(({ length }) => length), visible: await nextVisible(0) };
  },
  async compare({ file, from }: { file: string; from: number }) {
    await use(file);
    return nextVisible(from);
  },
  judge: ({ index }: { index: number }) => judge(index),
};

parentPort?.on('message', ({ task, input }: { task: keyof typeof tasks; input: any }) => {
  tasks[task](input).then(
    (result: unknown) => parentPort?.postMessage({ result }),
    (error: Error) => parentPort?.postMessage({ error: String(error.stack) }),
  );
});
