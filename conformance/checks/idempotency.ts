import { setTimeout as pause } from 'node:timers/promises';
import type { OperationId } from '../../src/generated/operations.js';
import type { Check, ProbeCheck, Watch } from '../check.js';
import { describe, expectFailure } from '../expect/answer.js';
import { show } from '../expect/show.js';
import type { AnsweredExchange } from '../http/exchange.js';
import { isAnswered, isSuccess } from '../http/exchange.js';
import { CannotRun, eachCase, fail, NotApplicable } from '../outcome.js';
import type { Probe } from '../probe.js';
import { withHeader } from '../requests.js';
import { isFresh, isReplay, type KeyedWrites, newKey, type Sent } from '../scenarios/keyed-write.js';

const keyed: readonly OperationId[] = ['createWebhookEndpoint', 'updateVirtualTagKey'];
const source = 'Limits, idempotency rules';
/** How long a write is held back, where the target lets itself be slowed down. */
const slowMs = 400;

/** A claim about the story of keyed writes, which is told once for all of them. */
function story(
  claim: Pick<Check, 'id' | 'level' | 'basis' | 'requirement' | 'source'> & {
    operations?: readonly OperationId[];
  },
  judge: (story: KeyedWrites, probe: Probe) => void | Promise<void>,
  watch?: Watch,
): ProbeCheck {
  return {
    kind: 'probe',
    operations: keyed,
    // The story's own requests are counted with the first claim below.
    cost: 0,
    ...claim,
    async run(probe) {
      // Without one write that succeeds there is nothing to repeat.
      await probe.correct();
      await judge(await probe.keyedWrites(probe.operation.operationId), probe);
    },
    ...(watch && { watch }),
  };
}

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

const keyOf = ({ request }: AnsweredExchange) => request.headers['idempotency-key'];

/** A write with a key that ran, was replayed, or was refused for what it says; other failures tell nothing. */
const isTaken = (exchange: AnsweredExchange) =>
  keyOf(exchange) !== undefined && (exchange.response.status === 422 || isSuccess(exchange));

const isSameWrite = ({ request: a }: AnsweredExchange, { request: b }: AnsweredExchange) =>
  a.method === b.method && a.path === b.path && a.body === b.body;

/** Earlier successes with the same key, where it is one. */
const stored = (exchange: AnsweredExchange, before: readonly AnsweredExchange[]) =>
  uuidV4.test(keyOf(exchange) ?? '') ? before.filter(isSuccess) : [];

/** The answer that was stored for the same write. */
const storedFor = (exchange: AnsweredExchange, before: readonly AnsweredExchange[]) =>
  stored(exchange, before).find((first) => isSameWrite(first, exchange));

/** A success with the same key and another body. */
const otherBefore = (exchange: AnsweredExchange, before: readonly AnsweredExchange[]) =>
  stored(exchange, before).find(
    ({ request }) => request.path === exchange.request.path && request.body !== exchange.request.body,
  );

/** @throws {Finding} when a write that was made before is not marked as replayed */
function expectMarked(exchange: AnsweredExchange): void {
  if (isReplay(exchange)) return;
  const marker = exchange.response.headers['idempotent-replayed'];
  fail({
    message: 'A repeated write is not marked as replayed.',
    expected: 'Idempotent-Replayed: true',
    actual:
      marker === undefined
        ? `${describe(exchange)}, no Idempotent-Replayed`
        : `Idempotent-Replayed: ${marker}`,
    exchange,
  });
}

/** @throws {Finding} when a replay is dated anew */
function expectSameTimestamp(exchange: AnsweredExchange, first: AnsweredExchange): void {
  if (!isReplay(exchange) || first.response.json?.timestamp === exchange.response.json?.timestamp) return;
  fail({
    message: 'A replay has a timestamp of its own.',
    expected: show(first.response.json?.timestamp),
    actual: show(exchange.response.json?.timestamp),
    exchange,
  });
}

/** @throws {Finding} when a key that has its answer stored made something new */
function expectNoRun(exchange: AnsweredExchange, first: AnsweredExchange): void {
  if (!isFresh(exchange) || dataOf(exchange) === dataOf(first)) return;
  fail({
    message: 'A used key with another body runs as a new request.',
    expected: 'the stored answer, or a refusal',
    actual: `${describe(exchange)} with new data ${show(exchange.response.json?.data)}`,
    exchange,
  });
}

/** @throws {CannotRun} when a step could not be taken or got no answer */
function answered(sent: Sent | null, why: string): AnsweredExchange {
  if (!sent) throw new CannotRun(why);
  if (!isAnswered(sent.exchange)) {
    throw new CannotRun(`a keyed write got no answer: ${sent.exchange.failure}`, sent.exchange);
  }
  return sent.exchange;
}

/** @throws {Finding} when an answer is not the stored one, marked as such */
function expectStored(exchange: AnsweredExchange, first: AnsweredExchange, what: string): void {
  if (exchange.response.status !== first.response.status) {
    fail({
      message: `${what} is not answered with the stored status.`,
      expected: `status ${first.response.status}, as the first time`,
      actual: describe(exchange),
      exchange,
    });
  }
  if (dataOf(exchange) === dataOf(first)) return;
  fail({
    message: `${what} is not answered with the stored data.`,
    expected: show(first.response.json?.data),
    actual: show(exchange.response.json?.data),
    exchange,
  });
}

/** Answers that were each made by a run of their own; a server that forgets to mark a replay has run once. */
function runsOf(race: readonly Sent[]): AnsweredExchange[] {
  const runs = new Map<string, AnsweredExchange>();
  for (const { exchange } of race) {
    if (isFresh(exchange)) runs.set(dataOf(exchange), exchange);
  }
  return [...runs.values()];
}

const dataOf = (exchange: AnsweredExchange) => JSON.stringify(exchange.response.json?.data);

const needsStranger = 'it needs a second API key: give another --api-key';

export const idempotencyChecks: readonly Check[] = [
  {
    ...story(
      {
        id: 'idempotency.fresh-answer-is-not-marked',
        level: 'MUST',
        basis: 'derived',
        requirement: 'The first use of a key is not marked as replayed.',
        source,
      },
      ({ fresh }) => {
        const exchange = answered(fresh, 'no write was made');
        if (!isReplay(exchange)) return;
        fail({
          message: 'The first use of a key is marked as replayed.',
          expected: 'no Idempotent-Replayed',
          actual: `Idempotent-Replayed: ${exchange.response.headers['idempotent-replayed']}`,
          exchange,
        });
      },
    ),
    cost: 30,
  },
  story(
    {
      id: 'idempotency.replay-is-marked',
      level: 'MUST',
      basis: 'stated',
      requirement: 'The same key again is answered with Idempotent-Replayed: true.',
      source,
    },
    ({ replay }) => {
      expectMarked(answered(replay, 'no write could be repeated'));
    },
    {
      when: (exchange, before) => isSuccess(exchange) && storedFor(exchange, before) !== undefined,
      run: expectMarked,
    },
  ),
  story(
    {
      id: 'idempotency.replay-is-the-stored-answer',
      level: 'MUST',
      basis: 'stated',
      requirement: 'The same key again gets the stored answer: equal status and data.',
      source,
    },
    ({ fresh, replay }) =>
      expectStored(
        answered(replay, 'no write could be repeated'),
        answered(fresh, 'no write was made'),
        'A repeated write',
      ),
    {
      when: (exchange, before) => isTaken(exchange) && storedFor(exchange, before) !== undefined,
      run: (exchange, before) =>
        expectStored(exchange, storedFor(exchange, before) as AnsweredExchange, 'A repeated write'),
    },
  ),
  story(
    {
      id: 'idempotency.replay-repeats-the-whole-body',
      level: 'SHOULD',
      basis: 'derived',
      requirement: 'A replay repeats the stored body whole, its timestamp included.',
      source,
    },
    ({ fresh, replay }) => {
      const [first, again] = [
        answered(fresh, 'no write was made'),
        answered(replay, 'no write could be repeated'),
      ];
      expectSameTimestamp(again, first);
    },
    {
      when: (exchange, before) => isReplay(exchange) && storedFor(exchange, before) !== undefined,
      run: (exchange, before) =>
        expectSameTimestamp(exchange, storedFor(exchange, before) as AnsweredExchange),
    },
  ),
  story(
    {
      id: 'idempotency.late-replay-is-the-stored-answer',
      level: 'MUST',
      basis: 'stated',
      requirement: 'A replay tells the stored answer even when what it made has changed or gone since.',
      source,
    },
    ({ fresh, lateReplay }) => {
      const exchange = answered(lateReplay, 'what the write made could not be changed or removed');
      expectStored(exchange, answered(fresh, 'no write was made'), 'A write repeated later');
      if (isReplay(exchange)) return;
      fail({
        message: 'A write repeated later is not marked as replayed.',
        expected: 'Idempotent-Replayed: true',
        actual: describe(exchange),
        exchange,
      });
    },
  ),
  story(
    {
      id: 'idempotency.replay-does-not-run-again',
      level: 'MUST',
      basis: 'stated',
      requirement: 'A replayed write does not run again: nothing is made or changed a second time.',
      source,
    },
    ({ proof, secondDeletion }, { operation }) => {
      if (secondDeletion && isSuccess(secondDeletion.exchange)) {
        throw new CannotRun('removing twice is no failure, so nothing shows; another check tells');
      }
      const exchange = answered(proof, 'what the write made could not be changed or removed');
      if (operation.operationId === 'createWebhookEndpoint') {
        if (!isSuccess(exchange)) return;
        fail({
          message: 'The endpoint that was removed is there again after a replay.',
          expected: 'status 404 for its second removal',
          actual: describe(exchange),
          exchange,
        });
      }
      if (exchange.response.status !== 409) return;
      fail({
        message: 'The version moved on although the write was only replayed.',
        expected: 'success for an update that expects the version of the first answer',
        actual: describe(exchange),
        exchange,
      });
    },
  ),
  story(
    {
      id: 'idempotency.other-key-runs',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Another key makes another request, even with the same body.',
      source,
    },
    ({ otherKey }, { operation }) => {
      const exchange = answered(otherKey, 'no write with another key was made');
      // An update with a version that is used up has run, and was refused for that.
      const ran = operation.operationId === 'createWebhookEndpoint' ? isFresh(exchange) : !isReplay(exchange);
      if (ran) return;
      fail({
        message: 'A request with another key is not run as a new one.',
        expected: 'a new answer',
        actual: isReplay(exchange) ? 'a replay' : describe(exchange),
        exchange,
      });
    },
  ),
  story(
    {
      id: 'idempotency.callers-do-not-collide',
      level: 'MUST',
      basis: 'stated',
      requirement: 'The same key from another API key is another request: it never gets the stored answer.',
      source: 'Authentication, rule 4',
    },
    ({ fresh, stranger, otherKey, proof }, { operation }) => {
      const exchange = answered(stranger, needsStranger);
      const first = answered(fresh, 'no write was made');
      const unrelated = operation.operationId === 'createWebhookEndpoint' ? otherKey : proof;
      if (unrelated && isFresh(unrelated.exchange) && dataOf(unrelated.exchange) === dataOf(first)) {
        throw new CannotRun('every write gets the same answer, so nothing shows; another check tells');
      }
      if (isReplay(exchange) || (isSuccess(exchange) && dataOf(exchange) === dataOf(first))) {
        fail({
          message: 'The second API key got the stored answer of the first.',
          expected: 'an answer of its own',
          actual: `a replay of ${show(exchange.response.json?.data)}`,
          exchange,
        });
      }
      const { status } = exchange.response;
      if (status === 409 || status === 422) {
        fail({
          message: 'The second API key is refused for a key that only the first has used.',
          expected: 'a success of its own',
          actual: describe(exchange),
          exchange,
        });
      }
      if (!isSuccess(exchange)) {
        throw new CannotRun(`the second API key may not do this: ${describe(exchange)}`, exchange);
      }
    },
  ),
  story(
    {
      id: 'idempotency.reused-key-never-runs',
      level: 'MUST',
      basis: 'derived',
      requirement: 'A key that has its answer stored never runs again, whatever the body says.',
      source,
    },
    ({ fresh, otherBody }) => {
      expectNoRun(answered(otherBody, 'no write could be repeated'), answered(fresh, 'no write was made'));
    },
    {
      when: (exchange, before) => otherBefore(exchange, before) !== undefined,
      run: (exchange, before) => expectNoRun(exchange, otherBefore(exchange, before) as AnsweredExchange),
    },
  ),
  story(
    {
      id: 'idempotency.reused-key-is-422',
      level: 'SHOULD',
      basis: 'proposed',
      requirement: 'A used key with another body is 422 VALIDATION_ERROR, as it is surely a mistake.',
      source: 'Proposed by this contract',
    },
    ({ otherBody }) =>
      expectFailure(answered(otherBody, 'no write could be repeated'), [422], 'A used key with another body'),
  ),
  story(
    {
      id: 'idempotency.failure-is-not-stored',
      level: 'MUST',
      basis: 'stated',
      requirement: 'A failed request is not stored: the same key runs again.',
      source,
    },
    ({ failures }) =>
      eachCase(failures, ({ failed, retried }) => {
        if (isSuccess(failed.exchange)) {
          throw new CannotRun('the wrong request succeeded, which another check tells', failed.exchange);
        }
        const exchange = answered(retried, 'no request failed first');
        if (isFresh(exchange)) return;
        fail({
          message: `A good request is not run because one with the same key was ${failed.exchange.response?.status} before.`,
          expected: 'a new success',
          actual: isReplay(exchange) ? `a replay of ${describe(exchange)}` : describe(exchange),
          exchange,
        });
      }),
  ),
  story(
    {
      id: 'idempotency.malformed-key-is-422',
      level: 'MUST',
      basis: 'stated',
      requirement: 'A key that is not a version 4 UUID is 422 VALIDATION_ERROR.',
      source: 'Errors, rule 2',
    },
    ({ malformed }) =>
      eachCase(malformed, (sent) =>
        expectFailure(answered(sent, 'no write was made'), [422], `A key that is ${sent.what}`),
      ),
    {
      when: (exchange) => isTaken(exchange) && keyOf(exchange) !== '' && !uuidV4.test(keyOf(exchange) ?? ''),
      run: (exchange) => expectFailure(exchange, [422], 'A key that is no version 4 UUID'),
    },
  ),
  story(
    {
      id: 'idempotency.empty-key-is-422',
      level: 'SHOULD',
      basis: 'derived',
      requirement: 'An empty key is 422 VALIDATION_ERROR, not taken as none.',
      source: 'Errors, rule 2',
    },
    ({ empty }) => expectFailure(answered(empty, 'no write was made'), [422], 'An empty key'),
    {
      when: (exchange) => isTaken(exchange) && keyOf(exchange) === '',
      run: (exchange) => expectFailure(exchange, [422], 'An empty key'),
    },
  ),
  story(
    {
      id: 'idempotency.upper-case-key-is-accepted',
      level: 'MUST',
      basis: 'derived',
      requirement: 'A version 4 UUID in upper case is a good key.',
      source: 'Errors, rule 2; RFC 9562, section 4',
    },
    ({ upperCase }) => {
      const exchange = answered(upperCase, 'no write was made');
      if (isSuccess(exchange)) return;
      fail({
        message: 'A key in upper case is refused.',
        expected: 'a success',
        actual: describe(exchange),
        exchange,
      });
    },
  ),
  story(
    {
      id: 'idempotency.case-of-key-does-not-matter',
      level: 'SHOULD',
      basis: 'proposed',
      requirement: 'The same UUID in upper and in lower case is the same key.',
      source: 'RFC 9562, section 4',
    },
    ({ lowerCase }) => {
      const exchange = answered(lowerCase, 'no key in upper case was accepted');
      if (isReplay(exchange)) return;
      fail({
        message: 'The same key in another case is taken for another.',
        expected: 'Idempotent-Replayed: true',
        actual: describe(exchange),
        exchange,
      });
    },
  ),
  story(
    {
      id: 'idempotency.at-most-one-of-a-race-runs',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Of several equal requests with one key at once at most one runs.',
      source: 'Errors, rule 3; Limits, idempotency rules',
    },
    ({ race }) => {
      const runs = runsOf(race);
      if (runs.length <= 1) return;
      fail({
        message: 'More than one of several requests with one key ran.',
        expected: 'one new success, and 409 or the stored answer for the rest',
        actual: race.map(({ exchange }) => exchange.response?.status ?? 'no answer').join(', '),
        exchange: runs[1],
      });
    },
  ),
  story(
    {
      id: 'idempotency.race-is-won-by-one',
      level: 'MUST',
      basis: 'derived',
      requirement: 'Of several equal requests with one key at once one succeeds.',
      source: 'Errors, rule 3',
    },
    ({ race }) => {
      if (race.some(({ exchange }) => isSuccess(exchange))) return;
      fail({
        message: 'None of several requests with one key succeeded.',
        expected: 'one success',
        actual: race.map(({ exchange }) => exchange.response?.status ?? 'no answer').join(', '),
        exchange: race[0]?.exchange,
      });
    },
  ),
  story(
    {
      id: 'idempotency.loser-of-a-race-is-409-or-replay',
      level: 'MUST',
      basis: 'stated',
      requirement: 'A request whose key is still in flight is 409 CONFLICT; once it has ended, a replay.',
      source: 'Errors, rule 3',
    },
    ({ race }) => {
      const [first, second] = runsOf(race);
      const rest = race.filter(({ exchange }) => !isFresh(exchange));
      if (!first) throw new CannotRun('no request of the race succeeded, which another check tells');
      if (second) throw new CannotRun('several requests of the race ran, which another check tells');
      return eachCase(rest, (sent) => {
        const exchange = answered(sent, 'no write was made');
        if (isReplay(exchange)) expectStored(exchange, first, 'A request that lost the race');
        else expectFailure(exchange, [409], 'A request that lost the race');
      });
    },
  ),
  story(
    {
      id: 'idempotency.race-ends-in-a-stored-answer',
      level: 'MUST',
      basis: 'stated',
      requirement: 'When the race is over, the same key gets the answer of the one that ran.',
      source,
    },
    ({ race, afterRace }) => {
      const [first, second] = runsOf(race);
      if (!first) throw new CannotRun('no request of the race succeeded, which another check tells');
      if (second) throw new CannotRun('several requests of the race ran, which another check tells');
      expectStored(answered(afterRace, 'no race was run'), first, 'A write repeated after the race');
    },
  ),
  {
    kind: 'probe',
    id: 'idempotency.slow-write-holds-its-key',
    level: 'MUST',
    basis: 'stated',
    requirement: 'As long as a write is in flight, another with its key is 409 CONFLICT.',
    source: 'Errors, rule 3',
    operations: ['createWebhookEndpoint'],
    cost: 2,
    async run(probe) {
      const header = probe.found.fixtures.latency_header?.toLowerCase();
      if (header === undefined) {
        throw new NotApplicable('nobody says how to slow a request down: latency_header in --fixtures');
      }
      await probe.correct();
      const { next } = await probe.keyedWrites('createWebhookEndpoint');
      const plan = withHeader(next(), 'idempotency-key', newKey());
      let isOver = false;
      const slow = probe.answer(withHeader(plan, header, String(slowMs)), { atOnce: true }).finally(() => {
        isOver = true;
      });
      // Whoever waits for both is told of its error.
      slow.catch(() => undefined);
      await pause(slowMs / 2);
      const second = await probe.answer(plan, { atOnce: true });
      const wasInFlight = !isOver;
      const first = await slow;
      if (first.response.durationMs < slowMs) {
        throw new NotApplicable(`the target does not heed ${header}`);
      }
      if (!wasInFlight && isReplay(second)) return expectStored(second, first, 'A write that waited');
      expectFailure(second, [409], 'A write whose key is in flight');
    },
  },
  {
    kind: 'probe',
    id: 'idempotency.reads-ignore-the-key',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A read ignores Idempotency-Key, even a malformed one.',
    source: 'Writes: POST, PATCH and PUT accept the header',
    operations: ['listCommitments', 'listProviders'],
    async run(probe) {
      const { plan } = await probe.correct();
      const exchange = await probe.answer(withHeader(plan, 'idempotency-key', 'not-a-uuid'));
      if (isFresh(exchange)) return;
      fail({
        message: 'A read takes notice of Idempotency-Key.',
        expected: 'the same answer as without it',
        actual: isReplay(exchange) ? 'a replay' : describe(exchange),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'idempotency.only-keyed-writes-are-marked',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Only the answer to a write with a key is marked as replayed, and only a success.',
    source,
    on: 'answer',
    when: ({ response }) => response.headers['idempotent-replayed']?.toLowerCase() === 'true',
    run(exchange) {
      const { method, headers } = exchange.request;
      if (
        ['POST', 'PUT', 'PATCH'].includes(method) &&
        headers['idempotency-key'] !== undefined &&
        isSuccess(exchange)
      ) {
        return;
      }
      fail({
        message: 'An answer is marked as replayed that cannot be.',
        expected: 'no Idempotent-Replayed',
        actual: `Idempotent-Replayed: true on ${method} with status ${exchange.response.status}`,
        exchange,
      });
    },
  },
];
