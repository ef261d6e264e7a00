// @ts-check
import { keys as apiKeys, request } from './request.mjs';

/** @typedef {import('./connection.mjs').Connection} Connection */
/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {import('./judge.mjs').Judge} Judge */
/** @typedef {import('./reads.mjs').Read} Read */

/**
 * @typedef {object} Soak what the actions share
 * @property {Random} random
 * @property {Judge} judge
 * @property {readonly Read[]} reads
 * @property {Map<string, { status: number, body: string }>} known the answer of each read, for as long as the clock stands
 * @property {KeptWrite[]} writes that can be replayed, oldest first
 * @property {readonly TagSession[]} tagSessions
 */

/** @typedef {{ key: string, description: string, body: string, id: string, isRemoved: boolean }} KeptWrite */
/** @typedef {{ name: string, version: number, isBusy: boolean }} TagSession */

/**
 * Sends some requests by a connection and judges their answers.
 *
 * @typedef {(soak: Soak, connection: Connection) => Promise<void>} Action
 */

const endpoints = '/api/v1/webhooks/endpoints';
const tagKey = '/api/v1/tags/virtual/vtk-cost-center';
/** So many at most, lest the server has forgotten what is replayed. */
const mostWrites = 400;

/** @param {string} description */
const endpoint = (description) => ({
  url: 'https://hooks.example.com/costs',
  event_types: ['optimization.completed'],
  description,
});

/**
 * What goes wrong in sessions of that name: set by rules, hence known beforehand.
 */
export const faults = {
  session: 'soak-faults',
  rules: [
    { operation: 'listProviders', kind: 'drop' },
    { operation: 'listCommitments', kind: 'status', status: 500 },
    { operation: 'getCostSummary', kind: 'truncate', bytes: 40 },
    { operation: 'getCoverageRates', kind: 'latency', ms: 2 },
    { operation: 'getCommitmentOverview', kind: 'malformed' },
    { operation: 'listProviderBudgets', kind: 'drip', bytes_per_second: 1_000_000 },
  ],
};

/** How often each happens, as a share of all actions; the name is for people. */
export const actions = /** @type {readonly { name: string, share: number, run: Action }[]} */ ([
  { name: 'reads', share: 600, run: read },
  { name: 'reads of what no cache holds', share: 80, run: readSomethingElse },
  { name: 'HEAD, OPTIONS and preflights', share: 25, run: look },
  { name: 'refusals', share: 70, run: beRefused },
  { name: 'writes with a key', share: 60, run: write },
  { name: 'replays', share: 45, run: replay },
  { name: 'keys used for something else', share: 5, run: reuse },
  { name: 'removals', share: 50, run: remove },
  { name: 'one key many times at once', share: 4, run: race },
  { name: 'answers lost and asked for again', share: 3, run: loseAnswer },
  { name: 'tag keys changed', share: 15, run: changeTags },
  { name: 'faults', share: 30, run: sufferFault },
  { name: 'sessions', share: 3, run: openSession },
  { name: 'garbage', share: 12, run: sendGarbage },
  { name: 'bodies without end', share: 1, run: sendTooMuch },
  { name: 'requests behind one another', share: 4, run: pipeline },
  { name: 'connections broken off', share: 8, run: hangUp },
  { name: 'documented answers by name', share: 2, run: prefer },
  { name: 'events', share: 1, run: cause },
  { name: 'looks behind the scene', share: 1, run: lookBehind },
]);

/**
 * The same read has the same bytes, until the clock moves.
 *
 * @type {Action}
 */
async function read({ random, judge, reads, known }, connection) {
  const { operationId, target } = random.pick(reads);
  const [answer] = await connection.send(request('GET', target));
  if (!answer) return;
  const before = known.get(target);
  if (before === undefined) {
    // A read may be about something that is not there; that is the same each time, too.
    if (answer.status === 404 || answer.status === 422) judge.failure(target, answer, answer.status);
    else judge.success(target, answer, operationId, 200);
    known.set(target, { status: answer.status, body: answer.body });
  } else if (judge.status(target, answer, before.status) && answer.body !== before.body) {
    judge.blame(target, `another answer than before: ${differenceOf(before.body, answer.body)}`);
  }
}

/**
 * @param {string} one
 * @param {string} other
 */
function differenceOf(one, other) {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `…${one.slice(from, at + 40)}… became …${other.slice(from, at + 40)}…`;
}

/** @type {Action} */
async function readSomethingElse({ random, judge }, connection) {
  const day = () => `2026-0${random.between(1, 5)}-${random.between(10, 28)}`;
  const provider = random.pick(['provider_a', 'provider_b', 'provider_c', 'provider_d']);
  const [operationId, target] = random.pick([
    [
      'listCommitments',
      `/api/v1/commitments?page=${random.between(1, 99)}&page_size=${random.between(1, 100)}`,
    ],
    [
      'listRecommendations',
      `/api/v1/providers/${provider}/recommendations?search=${random.uuid().slice(0, 2)}`,
    ],
    [
      'getCostBreakdown',
      `/api/v1/providers/${provider}/costs/breakdown?preset=30D&search=${random.uuid().slice(0, 2)}`,
    ],
    ['getCostTimeline', `/api/v1/providers/${provider}/costs/timeline?start=${day()}&end=2026-06-10`],
    ['listProviders', `/api/v1/providers?n=${random.uuid()}`],
  ]);
  const [answer] = await connection.send(request('GET', target));
  if (answer) judge.success(target, answer, operationId, 200);
}

/** @type {Action} */
async function look({ random, judge, reads }, connection) {
  const { target } = random.pick(reads);
  switch (random.between(0, 2)) {
    case 0: {
      const [answer] = await connection.send(request('HEAD', target), { isHead: true });
      if (answer) judge.status(`HEAD ${target}`, answer, 200, 404, 422);
      return;
    }
    case 1: {
      const [answer] = await connection.send(request('OPTIONS', target));
      if (answer) judge.status(`OPTIONS ${target}`, answer, 204);
      return;
    }
    default: {
      const headers = { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'GET' };
      const [answer] = await connection.send(request('OPTIONS', target, { key: null, headers }));
      if (answer) judge.status(`preflight of ${target}`, answer, 204);
    }
  }
}

/** @type {Action} */
async function beRefused({ random, judge, reads }, connection) {
  const { target } = random.pick(reads);
  const [sent, status, code] = random.pick([
    [request('GET', target, { key: null }), 401, 'AUTHENTICATION_ERROR'],
    [request('GET', target, { key: random.uuid() }), 401, 'AUTHENTICATION_ERROR'],
    [request('POST', endpoints, { key: apiKeys.reader, json: endpoint('') }), 403, 'AUTHORIZATION_ERROR'],
    [request('GET', `/api/v1/${random.uuid()}`), 404, 'NOT_FOUND'],
    [request('GET', `/${random.uuid()}`), 404, 'NOT_FOUND'],
    [request('PATCH', target), 405, undefined],
    [request('GET', '/api/v1/commitments?page=0'), 422, 'VALIDATION_ERROR'],
    [request('GET', `/api/v1/commitments?page_size=${random.uuid()}`), 422, 'VALIDATION_ERROR'],
    [request('GET', `/api/v1/commitments/detail/${random.uuid()}`), 404, 'NOT_FOUND'],
    [request('GET', '/api/v1/commitments/detail/%zz'), 400, 'BAD_REQUEST'],
    [request('GET', '/api/v1/commitments/detail/%E0%A4%A'), 400, 'BAD_REQUEST'],
    [request('DELETE', `${endpoints}/${random.uuid()}`), 404, 'NOT_FOUND'],
    [request('POST', endpoints, { text: '{"url": ' }), 400, 'BAD_REQUEST'],
    [request('POST', endpoints, { text: '['.repeat(500) + ']'.repeat(500) }), 400, 'BAD_REQUEST'],
    [
      request('POST', endpoints, { text: 'url=x', headers: { 'Content-Type': 'text/plain' } }),
      415,
      undefined,
    ],
    [
      request('POST', endpoints, { json: { url: 7, idempotencyKey: random.uuid() } }),
      422,
      'VALIDATION_ERROR',
    ],
    [request('POST', endpoints, { json: endpoint(''), idempotencyKey: 'no uuid' }), 422, 'VALIDATION_ERROR'],
  ]);
  const [answer] = await connection.send(sent);
  if (answer) judge.failure(firstLine(sent), answer, status, code);
}

/** @param {string} sent */
const firstLine = (sent) => sent.slice(0, sent.indexOf('\r\n'));

/** @type {Action} */
async function write({ random, judge, writes }, connection) {
  const [key, description] = [random.uuid(), random.uuid()];
  const [answer] = await connection.send(
    request('POST', endpoints, { json: endpoint(description), idempotencyKey: key }),
  );
  if (!answer) return;
  const data = judge.success('POST', answer, 'createWebhookEndpoint', 201);
  if (data === undefined) return;
  if (data.description !== description) judge.blame('POST', `another endpoint was made: ${answer.body}`);
  if (isReplay(answer)) judge.blame('POST', 'a new key was taken for a replay');
  writes.push({ key, description, body: answer.body, id: data.id, isRemoved: false });
  if (writes.length > mostWrites) await removeWrite(judge, connection, writes.shift());
}

/** @param {import('./connection.mjs').Answer} answer */
const isReplay = ({ head }) => /\r\nidempotent-replayed: true/i.test(head);

/** @type {Action} */
async function replay({ random, judge, writes }, connection) {
  if (writes.length === 0) return;
  const { key, description, body } = random.pick(writes);
  const [answer] = await connection.send(
    request('POST', endpoints, { json: endpoint(description), idempotencyKey: key.toUpperCase() }),
  );
  if (!answer || !judge.status('replay', answer, 201)) return;
  if (answer.body !== body) judge.blame('replay', `${differenceOf(body, answer.body)}`);
  if (!isReplay(answer)) judge.blame('replay', 'is not marked as one');
}

/** @type {Action} */
async function reuse({ random, judge, writes }, connection) {
  if (writes.length === 0) return;
  const { key } = random.pick(writes);
  const json = endpoint('something else');
  const [own, strangers] = [
    await connection.send(request('POST', endpoints, { json, idempotencyKey: key })),
    await connection.send(request('POST', endpoints, { json, idempotencyKey: key, key: apiKeys.stranger })),
  ];
  if (own[0]) judge.failure('a key for another body', own[0], 422, 'VALIDATION_ERROR');
  const theirs = strangers[0];
  if (!theirs || !judge.status("a stranger's key", theirs, 201, 422)) return;
  if (theirs.status === 201 && !isReplay(theirs)) {
    await removeWrite(judge, connection, { id: judge.json('', theirs).data.id, isRemoved: false });
  }
}

/** @type {Action} */
async function remove({ random, judge, writes }, connection) {
  const left = writes.filter(({ isRemoved }) => !isRemoved);
  if (left.length > 0) await removeWrite(judge, connection, random.pick(left));
}

/**
 * @param {Judge} judge
 * @param {Connection} connection
 * @param {{ id: string, isRemoved: boolean } | undefined} write
 */
async function removeWrite(judge, connection, write) {
  if (write === undefined || write.isRemoved) return;
  // Before the answer is there, so that nobody else removes it meanwhile.
  write.isRemoved = true;
  const [answer] = await connection.send(request('DELETE', `${endpoints}/${write.id}`));
  if (answer) judge.success(`DELETE ${write.id}`, answer, 'deleteWebhookEndpoint', 200);
}

/** @type {Action} */
async function race({ random, judge }, connection) {
  const key = random.uuid();
  const sent = request('POST', endpoints, { json: endpoint(key), idempotencyKey: key });
  const others = Array.from({ length: 3 }, () => connection.beside());
  const answers = (await Promise.all([connection, ...others].map((one) => one.send(sent)))).flat();
  for (const other of others) other.close();
  const made = answers.filter(
    (answer) => judge.status('one of many', answer, 201, 409) && answer.status === 201,
  );
  const ids = new Set(made.map((answer) => judge.json('one of many', answer)?.data.id));
  const fresh = made.filter((answer) => !isReplay(answer));
  if (ids.size !== 1 || fresh.length !== 1)
    judge.blame('one of many', `${fresh.length} were made, ${ids.size} ids`);
  for (const id of ids) await removeWrite(judge, connection, { id, isRemoved: false });
}

/**
 * The write is made, but its answer gets lost; asking again with the same key brings it back.
 *
 * @type {Action}
 */
async function loseAnswer({ random, judge }, connection) {
  const key = random.uuid();
  const session = `soak-lost-${random.between(0, 9)}-${key.slice(0, 4)}`;
  const rules = [{ operation: 'createWebhookEndpoint', kind: 'drop', nth: 1 }];
  await control(judge, connection, 'PUT', 'faults', { rules }, session);
  const sent = request('POST', endpoints, { json: endpoint(key), idempotencyKey: key, session });
  const [lost] = await connection.send(sent);
  if (lost) judge.status('an answer that gets lost', { ...lost, isWhole: true }, 0);
  const [found] = await connection.send(sent);
  if (!found || judge.success('an answer asked for again', found, 'createWebhookEndpoint', 201) === undefined)
    return;
  if (!isReplay(found)) judge.blame('an answer asked for again', 'the write was made twice');
}

/** @type {Action} */
async function changeTags({ random, judge, tagSessions }, connection) {
  const tags = random.pick(tagSessions);
  // Two at once would not know which version they change.
  if (tags.isBusy) return;
  tags.isBusy = true;
  const session = tags.name;
  const json = (/** @type {number} */ version) => ({
    name: 'Cost center',
    description: random.uuid(),
    expected_version: version,
    effective_from: random.pick(['2026-04', '2026-05', null]),
    configs: [
      {
        filter: {
          rules: [
            {
              providers: [],
              conditions: [
                {
                  dimension: 'service',
                  key: null,
                  operator: 'is',
                  values: [random.pick(['compute', 'cache', 'data-transfer'])],
                },
              ],
            },
          ],
        },
        time_frame: null,
        assign: { type: 'value', value: `Team ${random.between(1, 9)}` },
      },
    ],
  });
  const [changed] = await connection.send(
    request('PUT', tagKey, { json: json(tags.version), idempotencyKey: random.uuid(), session }),
  );
  if (changed) {
    const data = judge.success('PUT of a tag key', changed, 'updateVirtualTagKey', 200);
    tags.version += 1;
    if (data && data.key.rules_version !== tags.version) {
      judge.blame('PUT of a tag key', `version ${data.key.rules_version} instead of ${tags.version}`);
    }
  }
  const [stale] = await connection.send(
    request('PUT', tagKey, { json: json(tags.version - 1), idempotencyKey: random.uuid(), session }),
  );
  if (stale) judge.failure('PUT of an old version', stale, 409, 'CONFLICT');
  const target =
    '/api/v1/providers/provider_a/costs/breakdown?group_by=virtual_tag&virtual_tag_key=vtk-cost-center';
  const [shown] = await connection.send(request('GET', target, { session }));
  if (shown) judge.success(target, shown, 'getCostBreakdown', 200);
  tags.isBusy = false;
}

/** @type {Action} */
async function sufferFault({ random, judge }, connection) {
  const { session } = faults;
  /** @param {string} target */
  const ask = async (target) => (await connection.send(request('GET', target, { session })))[0];
  const rule = random.pick(faults.rules);
  const what = `${rule.kind} of ${rule.operation}`;
  switch (rule.kind) {
    case 'drop': {
      const answer = await ask('/api/v1/providers');
      if (answer) judge.status(what, { ...answer, isWhole: true }, 0);
      return;
    }
    case 'status': {
      const answer = await ask('/api/v1/commitments');
      if (answer) judge.failure(what, answer, 500, 'INTERNAL_SERVER_ERROR');
      return;
    }
    case 'truncate': {
      const answer = await ask('/api/v1/providers/provider_a/costs/summary');
      if (!answer) return;
      if (answer.isWhole || answer.body.length !== rule.bytes)
        judge.blame(what, `${answer.body.length} bytes came`);
      judge.status(what, { ...answer, isWhole: true }, 200);
      return;
    }
    case 'malformed': {
      const answer = await ask('/api/v1/commitments/overview');
      if (answer && judge.status(what, answer, 200) && isJson(answer.body)) judge.blame(what, 'is JSON');
      return;
    }
    case 'latency': {
      const answer = await ask('/api/v1/commitments/coverage-rates');
      if (answer) judge.success(what, answer, 'getCoverageRates', 200);
      return;
    }
    default: {
      const answer = await ask('/api/v1/providers/provider_b/budgets');
      if (answer) judge.success(what, answer, 'listProviderBudgets', 200);
    }
  }
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @type {Action} */
async function openSession({ random, judge, reads }, connection) {
  const session = random.uuid();
  const { operationId, target } = random.pick(reads);
  for (const key of [apiKeys.caller, apiKeys.reader]) {
    const [answer] = await connection.send(request('GET', target, { key: `${key}+${session}` }));
    if (!answer) continue;
    if (answer.status === 404 || answer.status === 422) judge.failure(target, answer, answer.status);
    else judge.success(target, answer, operationId, 200);
  }
}

/** What is no request, and what it is answered with. */
const garbage = /** @type {readonly (readonly [bytes: string, ...statuses: number[]])[]} */ ([
  ['\r\n\r\n\u0000\u0001\u0002\r\n\r\n', 400],
  ['GET\r\n\r\n', 400],
  ['GET / HTTP/9.9\r\n\r\n', 400],
  ['GET / HTTP/1.1\r\nbad header\r\n\r\n', 400],
  ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
  ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  [`POST ${endpoints} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  [`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', 400],
]);

/** @type {Action} */
async function sendGarbage({ random, judge }, connection) {
  const [bytes, ...statuses] = random.pick(garbage);
  const other = connection.beside();
  const [answer] = await other.send(bytes);
  other.close();
  if (answer) judge.status(JSON.stringify(bytes.slice(0, 60)), answer, ...statuses);
}

const tooMuch = JSON.stringify(endpoint('x'.repeat(1024 * 1024)));

/** @type {Action} */
async function sendTooMuch({ judge }, connection) {
  const [answer] = await connection.send(request('POST', endpoints, { text: tooMuch }));
  if (answer) judge.failure('POST of more than 1 MiB', answer, 413, 'BAD_REQUEST');
}

/** @type {Action} */
async function pipeline({ random, judge, reads }, connection) {
  const asked = Array.from({ length: random.between(2, 5) }, () => random.pick(reads));
  const bytes = asked.map(({ target }) => request('GET', target)).join('');
  const answers = await connection.send(bytes, { count: asked.length });
  for (const answer of answers) judge.status('one behind another', answer, 200, 404, 422);
}

/** @type {Action} */
async function hangUp({ random, judge, reads }, connection) {
  const whole = random.pick([
    request('GET', random.pick(reads).target),
    request('POST', endpoints, { text: '{"url": "https://hooks.example.com' }),
    request('POST', endpoints, { text: tooMuch }),
  ]);
  const bytes = random.pick([whole, whole.slice(0, whole.length >> 1)]);
  await connection.beside().abandon(bytes, random.next() < 0.5);
  judge.answers += 1;
}

/** @type {Action} */
async function prefer({ random, judge }, connection) {
  const status = random.pick([401, 422, 429, 500]);
  const headers = { Prefer: `code=${status}` };
  const [answer] = await connection.send(request('GET', '/api/v1/commitments', { headers }));
  if (answer) judge.failure(`Prefer: code=${status}`, answer, status);
}

/** @type {Action} */
async function cause({ random, judge }, connection) {
  const session = 'soak-events';
  const [answer] = await connection.send(
    request('POST', endpoints, { json: { ...endpoint(''), url: 'http://127.0.0.1:9/' }, session }),
  );
  const id = answer && judge.success('POST', answer, 'createWebhookEndpoint', 201)?.id;
  const event = { recommendation_id: 'rec-1001', status: 'optimized', at: random.uuid() };
  await control(judge, connection, 'POST', 'events', { type: 'optimization.completed', event }, session);
  await control(judge, connection, 'GET', 'deliveries', undefined, session);
  const [removed] = await connection.send(request('DELETE', `${endpoints}/${id}`, { session }));
  if (removed) judge.success('DELETE', removed, 'deleteWebhookEndpoint', 200);
}

/** @type {Action} */
async function lookBehind({ random, judge }, connection) {
  const path = random.pick(['journal', 'journal.har', 'snapshot', 'faults', 'clock', 'deliveries']);
  await control(judge, connection, 'GET', path);
}

/**
 * @param {Judge} judge
 * @param {Connection} connection
 * @param {'GET' | 'PUT' | 'POST'} method
 * @param {string} path below the control plane
 * @param {unknown} [json]
 * @param {string} [session]
 * @returns {Promise<any>}
 */
export async function control(judge, connection, method, path, json, session) {
  const [answer] = await connection.send(
    request(method, `/__mock/${path}`, {
      ...(json === undefined ? {} : { json }),
      ...(session === undefined ? {} : { session }),
    }),
  );
  if (answer && judge.status(`${method} /__mock/${path}`, answer, 200)) return judge.json(path, answer);
  return undefined;
}
