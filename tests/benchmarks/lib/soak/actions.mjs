// @ts-check
import { randomUUID } from 'node:crypto';

/** @typedef {import('./client.mjs').SoakResponse} SoakResponse */
/** @typedef {import('./judge.mjs').Judge} Judge */
/**
 * @typedef {object} Soak the shared state of the actions
 * @property {import('./client.mjs').SoakClient} client
 * @property {Judge} judge
 * @property {import('../../../../mocks/dataset/random.js').Random} random
 * @property {readonly { operationId: any, target: string }[]} reads
 * @property {Map<string, string>} known the response to each read, which must not change while the clock is frozen
 * @property {{ idempotencyKey: string, json: ReturnType<typeof endpoint>, body: string, id: string }[]} writes oldest first
 */

/** Sends requests and checks their responses. @typedef {(soak: Soak) => Promise<void>} Action */

/** The maximum number of writes whose responses are still stored by the mock. */
const maxWrites = 400;
const endpoints = '/api/v1/webhooks/endpoints';

const events = { url: 'https://hooks.example.com/costs', event_types: ['optimization.completed'] };
/** A body with its own mark. @param {string} mark */
const endpoint = (mark) => ({ ...events, description: mark });
/** @param {SoakResponse} response */
const isReplay = ({ headers }) => headers['idempotent-replayed'] === 'true';

/** @type {Action} */
async function read({ client, judge, random, reads, known }) {
  const { operationId, target } = random.pick(reads);
  const response = await client.send('GET', target);
  const before = known.get(target);
  if (before === undefined) judge.success(response, operationId);
  else judge.status(response, [200]);
  if (before !== undefined && response.body !== before) judge.blame(response, 'has changed');
  known.set(target, response.body);
}

/** @type {Action} */
async function readUncached({ client, judge, random }) {
  const [page, size, word] = [random.between(1, 99), random.between(1, 100), randomUUID().slice(0, 2)];
  const provider = `/api/v1/providers/provider_${random.pick(['a', 'b', 'c', 'd'])}`;
  const reads = /** @type {const} */ ([
    ['listCommitments', `/api/v1/commitments?page=${page}&page_size=${size}`],
    ['listRecommendations', `${provider}/recommendations?search=${word}`],
    ['getCostBreakdown', `${provider}/costs/breakdown?preset=30D&search=${word}`],
  ]);
  const [operationId, target] = random.pick(reads);
  judge.success(await client.send('GET', target), operationId);
}

/** @type {Action} */
async function provokeError({ client, judge, random, reads }) {
  const [some, { target }] = [randomUUID(), random.pick(reads)];
  const requests = /** @type {const} */ ([
    ['GET', target, { key: null }, 401, 'AUTHENTICATION_ERROR'],
    ['GET', target, { key: some }, 401, 'AUTHENTICATION_ERROR'],
    ['POST', endpoints, { key: 'ccc_test_reader', json: endpoint('') }, 403, 'AUTHORIZATION_ERROR'],
    ['GET', `/api/v1/${some}`, {}, 404, 'NOT_FOUND'],
    ['GET', `/api/v1/commitments/detail/${some}`, {}, 404, 'NOT_FOUND'],
    ['DELETE', `${endpoints}/${some}`, {}, 404, 'NOT_FOUND'],
    ['PATCH', target, {}, 405, undefined],
    ['GET', '/api/v1/commitments?page=0', {}, 422, 'VALIDATION_ERROR'],
    ['GET', '/api/v1/commitments/detail/%zz', {}, 400, 'BAD_REQUEST'],
    ['POST', endpoints, { text: '{"url": ' }, 400, 'BAD_REQUEST'],
    ['POST', endpoints, { text: '['.repeat(500) }, 400, 'BAD_REQUEST'],
    ['POST', endpoints, { text: 'x'.repeat(2 ** 20 + 1) }, 413, 'BAD_REQUEST'],
    ['POST', endpoints, { json: { url: 7 }, idempotencyKey: some }, 422, 'VALIDATION_ERROR'],
    ['POST', endpoints, { json: endpoint(''), idempotencyKey: 'no' }, 422, 'VALIDATION_ERROR'],
  ]);
  const [method, path, parts, status, code] = random.pick(requests);
  judge.failure(await client.send(method, path, parts), status, code);
}

/** Sends a write twice concurrently: one runs, the other is rejected or replayed. @type {Action} */
async function write({ client, judge, writes }) {
  const [idempotencyKey, json] = [randomUUID(), endpoint(randomUUID())];
  const send = () => client.send('POST', endpoints, { json, idempotencyKey });
  const [one, other] = await Promise.all([send(), send()]);
  const [first, second] = one.status === 201 && !isReplay(one) ? [one, other] : [other, one];
  const data = judge.success(first, 'createWebhookEndpoint', 201);
  if (data && data.description !== json.description) judge.blame(first, `has another mark: ${first.body}`);
  if (isReplay(first)) judge.blame(first, 'a new idempotency key was replayed');
  if (judge.status(second, [201, 409]) && second.status === 201 && !isReplay(second))
    judge.blame(second, 'the write ran twice');
  if (data) writes.push({ idempotencyKey, json, body: first.body, id: data.id });
  const oldest = writes.length > maxWrites ? writes.shift() : undefined;
  if (oldest)
    judge.success(await client.send('DELETE', `${endpoints}/${oldest.id}`), 'deleteWebhookEndpoint');
}

/** @type {Action} */
async function replay({ client, judge, random, writes }) {
  if (writes.length === 0) return;
  const { idempotencyKey, json, body } = random.pick(writes);
  const again = await client.send('POST', endpoints, { json, idempotencyKey: idempotencyKey.toUpperCase() });
  if (judge.status(again, [201]) && again.body !== body)
    judge.blame(again, 'the replay differs from the first response');
  if (!isReplay(again)) judge.blame(again, 'the replay is not marked');
  const changed = await client.send('POST', endpoints, { json: endpoint('changed'), idempotencyKey });
  if (judge.status(changed, [201]) && changed.body !== body)
    judge.blame(changed, 'another body with the key did not return the stored response');
}

/** Idempotency keys are scoped to the API key. @type {Action} */
async function replayOfAnother({ client, judge, random, writes }) {
  if (writes.length === 0) return;
  const { idempotencyKey, json, body } = random.pick(writes);
  const response = await client.send('POST', endpoints, {
    json,
    idempotencyKey,
    key: 'ccc_test_second_caller',
  });
  const data = judge.success(response, 'createWebhookEndpoint', 201);
  if (response.body === body) judge.blame(response, 'returned the response of another API key');
  if (data && !isReplay(response)) await client.send('DELETE', `${endpoints}/${data.id}`);
}

/** The session with the injected faults. */
export const faultSession = 'soak-faults';

/** @type {readonly (readonly [path: string, rule: object, judge: (judge: Judge, response: SoakResponse) => void])[]} */
export const faults = [
  [
    'providers',
    { operation: 'listProviders', kind: 'drop' },
    (judge, response) => judge.status(response, [0], false),
  ],
  [
    'commitments',
    { operation: 'listCommitments', kind: 'status', status: 500 },
    (judge, response) => judge.failure(response, 500, 'INTERNAL_SERVER_ERROR'),
  ],
  [
    'providers/provider_a/costs/summary',
    { operation: 'getCostSummary', kind: 'truncate', bytes: 40 },
    (judge, response) => {
      if (judge.status(response, [200], false) && response.body.length !== 40)
        judge.blame(response, 'is not truncated');
    },
  ],
  [
    'commitments/overview',
    { operation: 'getCommitmentOverview', kind: 'malformed' },
    (judge, response) => {
      if (judge.status(response, [200]) && response.body.endsWith('}'))
        judge.blame(response, 'is not malformed');
    },
  ],
];

/** @type {Action} */
async function readWithFault({ client, judge, random }) {
  const [path, , check] = random.pick(faults);
  check(judge, await client.send('GET', `/api/v1/${path}`, { session: faultSession }));
}

/** Uses a new session, in which the response to the first write is lost. @type {Action} */
async function useSession({ client, judge }) {
  const session = randomUUID();
  const rules = [{ operation: 'createWebhookEndpoint', kind: 'drop', nth: 1 }];
  judge.status(await client.send('PUT', '/__mock/faults', { json: { rules }, session }), [200]);
  const parts = { json: endpoint(session), idempotencyKey: randomUUID(), session };
  judge.status(await client.send('POST', endpoints, parts), [0], false);
  const retried = await client.send('POST', endpoints, parts);
  const data = judge.success(retried, 'createWebhookEndpoint', 201);
  if (data && !isReplay(retried)) judge.blame(retried, 'the write ran twice');
  const body = { name: 'Cost center', description: session, expected_version: 7, configs: [] };
  const put = await client.send('PUT', '/api/v1/tags/virtual/vtk-cost-center', { json: body, session });
  const key = judge.success(put, 'updateVirtualTagKey')?.key;
  if (data?.description !== session || key?.description !== session || key.rules_version !== 8)
    judge.blame(put, `has the state of another session: ${put.body}`);
  const journal = await client.send('GET', '/__mock/journal', { session });
  const entries = judge.status(journal, [200]) && judge.json(journal)?.requests;
  if (entries?.length !== 3) judge.blame(journal, `has the requests of another session: ${journal.body}`);
}

/** @type {Action} */
async function abort({ client, judge, random, reads }) {
  const head = 'HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ccc_test_caller\r\n';
  const bytes = random.pick([
    `GET ${random.pick(reads).target} ${head}\r\n`,
    `GET ${random.pick(reads).target} ${head}`,
    `POST ${endpoints} ${head}Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"url": "`,
  ]);
  await client.abort(bytes, random.pick(['destroy', 'resetAndDestroy']));
  judge.responses += 1;
}

/** The actions with their relative frequency. The names are those in the report. */
export const actions = /** @type {readonly { name: string, share: number, run: Action }[]} */ ([
  { name: 'reads', share: 600, run: read },
  { name: 'uncached reads', share: 80, run: readUncached },
  { name: 'errors', share: 70, run: provokeError },
  { name: 'writes with idempotency keys', share: 60, run: write },
  { name: 'replays', share: 45, run: replay },
  { name: 'idempotency keys of another caller', share: 5, run: replayOfAnother },
  { name: 'injected faults', share: 30, run: readWithFault },
  { name: 'sessions', share: 10, run: useSession },
  { name: 'aborted connections', share: 8, run: abort },
]);
