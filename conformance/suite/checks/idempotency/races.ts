import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../../../engine/check.js';
import { type CompleteExchange, isSuccess } from '../../../engine/http/exchange.js';
import { withHeader } from '../../../engine/http/requests.js';
import { Blocked, eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Sent } from '../../../engine/run/scenarios.js';
import { derived, stated } from '../../claims.js';
import { expectFailure } from '../../expect/response.js';
import { isFresh, isReplay, newKey } from '../../scenarios/keyed-write.js';

import { exchangeOf, executionsOf, expectStored, keyedWriteCheck } from './keyed-write-check.js';

/** The latency that the target is requested to add to a write. */
const slowMs = 400;

const statusesOf = (race: readonly Sent[]) =>
  race.map(({ exchange }) => exchange.response?.status ?? 'no response').join(', ');

/** @throws {Blocked} unless exactly one request of a race was executed */
function expectOneExecution(
  first: CompleteExchange | undefined,
  second: CompleteExchange | undefined,
): asserts first is CompleteExchange {
  if (!first) {
    throw new Blocked('no request of the race succeeded', undefined, 'idempotency.race-is-won-by-one');
  }
  if (second) {
    const check = 'idempotency.at-most-one-of-a-race-runs';
    throw new Blocked('several requests of the race were executed', undefined, check);
  }
}

/** Checks of concurrent writes with the same key. */
export const raceChecks: readonly Check[] = [
  keyedWriteCheck({
    id: 'idempotency.at-most-one-of-a-race-runs',
    ...stated,
    requirement: 'Of several identical concurrent requests with one key, at most one is executed.',
    source: 'Errors, rule 3; Limits, idempotency rules',
    judge: ({ race }) => {
      const executions = executionsOf(race);
      if (executions.length <= 1) return;
      fail({
        message: 'More than one of several concurrent requests with one key is executed.',
        expected: 'one new success, and 409 or the stored response for the others',
        actual: statusesOf(race),
        exchange: executions[1],
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.race-is-won-by-one',
    ...derived,
    requirement: 'Of several identical concurrent requests with one key, one succeeds.',
    source: 'Errors, rule 3',
    judge: ({ race }) => {
      if (race.some(({ exchange }) => isSuccess(exchange))) return;
      // A write without a response may have succeeded.
      for (const sent of race) exchangeOf(sent, 'no concurrent writes were sent');
      fail({
        message: 'None of several concurrent requests with one key succeeds.',
        expected: 'one success',
        actual: statusesOf(race),
        exchange: race[0]?.exchange,
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.loser-of-a-race-is-409-or-replay',
    ...stated,
    requirement:
      'A request whose key is in use by a request in flight returns 409 CONFLICT, or later a replay.',
    source: 'Errors, rule 3',
    judge: ({ race }) => {
      const [first, second] = executionsOf(race);
      const rest = race.filter(({ exchange }) => !isFresh(exchange));
      expectOneExecution(first, second);
      return eachCase(rest, (sent) => {
        const exchange = exchangeOf(sent);
        if (isReplay(exchange)) expectStored(exchange, first, 'A concurrent request with the same key');
        else expectFailure(exchange, [409], 'A concurrent request with the same key');
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.race-ends-in-a-stored-response',
    ...stated,
    requirement: 'After concurrent requests with one key, the key returns the response of the executed one.',
    judge: ({ race, afterRace }) => {
      const [first, second] = executionsOf(race);
      expectOneExecution(first, second);
      const exchange = exchangeOf(afterRace, 'no concurrent writes were sent');
      expectStored(exchange, first, 'A write repeated after concurrent ones');
    },
  }),
  {
    id: 'idempotency.slow-write-holds-its-key',
    ...stated,
    requirement: 'While a write is in flight, another request with its key returns 409 CONFLICT.',
    source: 'Errors, rule 3',
    operations: ['createWebhookEndpoint'],
    requests: 2,
    async run(probe) {
      const header = probe.found.fixtures.latency_header?.toLowerCase();
      if (header === undefined) {
        throw new NotApplicable(
          'the header that delays a response is unknown; provide latency_header with --fixtures',
        );
      }
      await probe.correct();
      const { next } = await probe.keyedWrites('createWebhookEndpoint');
      const plan = withHeader(next(), 'idempotency-key', newKey());
      let isOver = false;
      const slow = probe.send(withHeader(plan, header, String(slowMs)), { atOnce: true }).finally(() => {
        isOver = true;
      });
      // Its error is thrown below, where it is awaited.
      slow.catch(() => undefined);
      await sleep(slowMs / 2);
      const second = await probe.send(plan, { atOnce: true });
      const wasInFlight = !isOver;
      const first = await slow;
      if (first.response.durationMs < slowMs) {
        throw new NotApplicable(`the target ignores the header ${header}`);
      }
      if (!wasInFlight && isReplay(second)) return expectStored(second, first, 'A write that waited');
      expectFailure(second, [409], 'A write whose key is in flight');
    },
  },
];
