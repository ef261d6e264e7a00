import type { Check } from '../../check.js';
import { describe } from '../../expect/response.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { isSuccess } from '../../http/exchange.js';
import { Blocked, eachCase, fail } from '../../outcome.js';
import { withHeader } from '../../requests.js';
import { isFresh, isReplay } from '../../scenarios/keyed-write.js';

import {
  exchangeOf,
  expectStored,
  isTaken,
  keyedWriteCheck,
  source,
  storedFor,
} from './keyed-write-check.js';

/** @throws {Finding} when a write that was made before is not marked as replayed */
function expectMarked(exchange: CompleteExchange): void {
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
function expectSameTimestamp(exchange: CompleteExchange, first: CompleteExchange): void {
  if (!isReplay(exchange) || first.response.json?.timestamp === exchange.response.json?.timestamp) return;
  fail({
    message: 'A replay has a timestamp of its own.',
    expected: show(first.response.json?.timestamp),
    actual: show(exchange.response.json?.timestamp),
    exchange,
  });
}

/** The same key again. */
export const replayChecks: readonly Check[] = [
  {
    ...keyedWriteCheck({
      id: 'idempotency.first-response-is-not-marked',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The first use of a key is not marked as replayed.',
      source,
      judge: ({ fresh }) => {
        const exchange = exchangeOf(fresh, 'no write was made');
        if (!isReplay(exchange)) return;
        fail({
          message: 'The first use of a key is marked as replayed.',
          expected: 'no Idempotent-Replayed',
          actual: `Idempotent-Replayed: ${exchange.response.headers['idempotent-replayed']}`,
          exchange,
        });
      },
    }),
    cost: 30,
  },
  keyedWriteCheck({
    id: 'idempotency.replay-is-marked',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The same key again is answered with Idempotent-Replayed: true.',
    source,
    judge: ({ replay }) => {
      expectMarked(exchangeOf(replay, 'no write could be repeated'));
    },
    watch: {
      when: (exchange, before) => isSuccess(exchange) && storedFor(exchange, before) !== undefined,
      run: expectMarked,
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.replay-is-the-stored-response',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The same key again gets the stored answer: equal status and data.',
    source,
    judge: ({ fresh, replay }) =>
      expectStored(
        exchangeOf(replay, 'no write could be repeated'),
        exchangeOf(fresh, 'no write was made'),
        'A repeated write',
      ),
    watch: {
      when: (exchange, before) => isTaken(exchange) && storedFor(exchange, before) !== undefined,
      run: (exchange, before) =>
        expectStored(exchange, storedFor(exchange, before) as CompleteExchange, 'A repeated write'),
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.replay-repeats-the-whole-body',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A replay repeats the stored body whole, its timestamp included.',
    source,
    judge: ({ fresh, replay }) => {
      const [first, again] = [
        exchangeOf(fresh, 'no write was made'),
        exchangeOf(replay, 'no write could be repeated'),
      ];
      expectSameTimestamp(again, first);
    },
    watch: {
      when: (exchange, before) => isReplay(exchange) && storedFor(exchange, before) !== undefined,
      run: (exchange, before) =>
        expectSameTimestamp(exchange, storedFor(exchange, before) as CompleteExchange),
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.late-replay-is-the-stored-response',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A replay tells the stored answer even when what it made has changed or gone since.',
    source,
    judge: ({ fresh, lateReplay }) => {
      const exchange = exchangeOf(lateReplay, 'what the write made could not be changed or removed');
      expectStored(exchange, exchangeOf(fresh, 'no write was made'), 'A write repeated later');
      if (isReplay(exchange)) return;
      fail({
        message: 'A write repeated later is not marked as replayed.',
        expected: 'Idempotent-Replayed: true',
        actual: describe(exchange),
        exchange,
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.replay-does-not-run-again',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A replayed write does not run again: nothing is made or changed a second time.',
    source,
    judge: ({ proof, secondDeletion }, { operation }) => {
      if (secondDeletion && isSuccess(secondDeletion.exchange)) {
        throw new Blocked(
          'removing twice is no failure, so nothing shows',
          secondDeletion.exchange,
          'errors.deleted-endpoint-is-gone',
        );
      }
      const exchange = exchangeOf(proof, 'what the write made could not be changed or removed');
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
  }),
  keyedWriteCheck({
    id: 'idempotency.failure-is-not-stored',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A failed request is not stored: the same key runs again.',
    source,
    judge: ({ failures }) =>
      eachCase(failures, ({ failed, retried }) => {
        if (isSuccess(failed.exchange)) {
          throw new Blocked('the wrong request succeeded', failed.exchange);
        }
        const exchange = exchangeOf(retried, 'no request failed first');
        if (isFresh(exchange)) return;
        fail({
          message: `A good request is not run because one with the same key was ${failed.exchange.response?.status} before.`,
          expected: 'a new success',
          actual: isReplay(exchange) ? `a replay of ${describe(exchange)}` : describe(exchange),
          exchange,
        });
      }),
  }),
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
      const exchange = await probe.send(withHeader(plan, 'idempotency-key', 'not-a-uuid'));
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
