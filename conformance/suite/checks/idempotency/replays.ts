import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { withHeader } from '../../../engine/http/requests.js';
import { Blocked, eachCase, fail } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { derived, proposal, recommended, stated } from '../../claims.js';
import { describe } from '../../expect/response.js';
import { hasDeleted, isFresh, isReplay } from '../../scenarios/keyed-write.js';
import { onResponse } from '../shared/on-response.js';

import {
  besideStored,
  exchangeAfterChange,
  exchangeOf,
  expectStored,
  isProcessed,
  keyedWriteCheck,
  keyOf,
  source,
  unrepeated,
} from './keyed-write-check.js';

/** @throws {Finding} if a repeated write is not marked as replayed */
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

/** @throws {Finding} if a replay has another timestamp */
function expectSameTimestamp(exchange: CompleteExchange, first: CompleteExchange): void {
  if (!isReplay(exchange) || first.response.json?.timestamp === exchange.response.json?.timestamp) return;
  fail({
    message: 'A replay does not have the stored timestamp.',
    expected: show(first.response.json?.timestamp),
    actual: show(exchange.response.json?.timestamp),
    exchange,
  });
}

/** Checks of writes that are repeated with the same key. */
export const replayChecks: readonly Check[] = [
  keyedWriteCheck({
    id: 'idempotency.first-response-is-not-marked',
    ...derived,
    requirement: 'The first response for a key is not marked as replayed.',
    requests: 30,
    judge: ({ fresh }) => {
      const exchange = exchangeOf(fresh);
      if (!isReplay(exchange)) return;
      fail({
        message: 'The first response for a key is marked as replayed.',
        expected: 'no Idempotent-Replayed',
        actual: `Idempotent-Replayed: ${exchange.response.headers['idempotent-replayed']}`,
        exchange,
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.replay-is-marked',
    ...stated,
    requirement: 'A write repeated with the same key returns Idempotent-Replayed: true.',
    judge: ({ replay }) => expectMarked(exchangeOf(replay, unrepeated)),
    onTraffic: besideStored(expectMarked, isSuccess),
  }),
  keyedWriteCheck({
    id: 'idempotency.replay-is-the-stored-response',
    ...stated,
    requirement: 'A write repeated with the same key returns the stored response: the same status and data.',
    judge: ({ fresh, replay }) =>
      expectStored(exchangeOf(replay, unrepeated), exchangeOf(fresh), 'A repeated write'),
    onTraffic: besideStored(
      (exchange, first) => expectStored(exchange, first, 'A repeated write'),
      isProcessed,
    ),
  }),
  keyedWriteCheck({
    id: 'idempotency.replay-repeats-the-whole-body',
    ...recommended,
    requirement: 'A replay returns the stored body unchanged, including its timestamp.',
    judge: ({ fresh, replay }) => expectSameTimestamp(exchangeOf(replay, unrepeated), exchangeOf(fresh)),
    onTraffic: besideStored(expectSameTimestamp, isReplay),
  }),
  keyedWriteCheck({
    id: 'idempotency.late-replay-is-the-stored-response',
    ...stated,
    requirement:
      'A replay returns the stored response even if the resource has been changed or deleted since.',
    judge: (writes, probe) => {
      const exchange = exchangeAfterChange(writes.lateReplay, writes, probe);
      expectStored(exchange, exchangeOf(writes.fresh, 'no write was sent'), 'A write repeated later');
      expectMarked(exchange);
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.replay-does-not-run-again',
    ...stated,
    requirement: 'A replayed write is not executed again: nothing is created or changed a second time.',
    judge: (writes, probe) => {
      const { secondDeletion } = writes;
      if (secondDeletion && hasDeleted(secondDeletion.exchange)) {
        const check = 'errors.deleted-endpoint-is-gone';
        throw new Blocked('a second deletion succeeds', secondDeletion.exchange, check);
      }
      const exchange = exchangeAfterChange(writes.proof, writes, probe);
      if (probe.operation.operationId === 'createWebhookEndpoint') {
        if (!hasDeleted(exchange)) return;
        fail({
          message: 'A deleted endpoint exists again after a replay.',
          expected: 'status 404 for its second deletion',
          actual: describe(exchange),
          exchange,
        });
      }
      if (exchange.response.status !== 409) return;
      fail({
        message: 'A replayed update has changed the version again.',
        expected: 'a success for an update that expects the version of the first response',
        actual: describe(exchange),
        exchange,
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.failure-is-not-stored',
    ...stated,
    requirement: 'A failed response is not stored: a request with the same key is executed.',
    judge: ({ failures }) =>
      eachCase(failures, ({ failed, retried }) => {
        if (isSuccess(failed.exchange)) {
          throw new Blocked('the invalid request succeeded', failed.exchange);
        }
        const exchange = exchangeOf(retried, 'no request failed first');
        if (isFresh(exchange)) return;
        fail({
          message: `A valid request is not executed after one with the same key returned ${failed.exchange.response?.status}.`,
          expected: 'a new success',
          actual: isReplay(exchange) ? `a replay of ${describe(exchange)}` : describe(exchange),
          exchange,
        });
      }),
  }),
  {
    id: 'idempotency.reads-ignore-the-key',
    ...proposal,
    requirement: 'A read ignores Idempotency-Key, even a malformed one.',
    source: 'Writes: POST, PATCH and PUT accept the header',
    operations: ['listCommitments', 'listProviders'],
    async run(probe) {
      const { plan } = await probe.correct();
      const exchange = await probe.send(withHeader(plan, 'idempotency-key', 'not-a-uuid'));
      if (isFresh(exchange)) return;
      fail({
        message: 'A read does not ignore Idempotency-Key.',
        expected: 'the same response as without it',
        actual: isReplay(exchange) ? 'a replay' : describe(exchange),
        exchange,
      });
    },
  },
  onResponse({
    id: 'idempotency.only-keyed-writes-are-marked',
    ...derived,
    requirement: 'Only a successful response to a write with a key is marked as replayed.',
    source,
    when: isReplay,
    judge(exchange) {
      const { method } = exchange.request;
      const isKeyedWrite = ['POST', 'PUT', 'PATCH'].includes(method) && keyOf(exchange) !== undefined;
      return (
        (isKeyedWrite && isSuccess(exchange)) || {
          message: 'A response that cannot be a replay is marked as replayed.',
          expected: 'no Idempotent-Replayed',
          actual: `Idempotent-Replayed: true on ${method} with status ${exchange.response.status}`,
        }
      );
    },
  }),
];
