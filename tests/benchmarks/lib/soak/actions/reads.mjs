// @ts-check
import { differenceOf } from '../difference.mjs';
import { keys as apiKeys, request } from '../request.mjs';

/** @typedef {import('../actions.mjs').Action} Action */

/**
 * The same read has the same bytes, until the clock moves.
 *
 * @type {Action}
 */
export async function read({ random, judge, reads, known }, connection) {
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

/** @type {Action} */
export async function readSomethingElse({ random, judge }, connection) {
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
export async function look({ random, judge, reads }, connection) {
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
export async function openSession({ random, judge, reads }, connection) {
  const session = random.uuid();
  const { operationId, target } = random.pick(reads);
  for (const key of [apiKeys.caller, apiKeys.reader]) {
    const [answer] = await connection.send(request('GET', target, { key: `${key}+${session}` }));
    if (!answer) continue;
    if (answer.status === 404 || answer.status === 422) judge.failure(target, answer, answer.status);
    else judge.success(target, answer, operationId, 200);
  }
}

/** @type {Action} */
export async function prefer({ random, judge }, connection) {
  const status = random.pick([401, 422, 429, 500]);
  const headers = { Prefer: `code=${status}` };
  const [answer] = await connection.send(request('GET', '/api/v1/commitments', { headers }));
  if (answer) judge.failure(`Prefer: code=${status}`, answer, status);
}
