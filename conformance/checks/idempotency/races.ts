import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '../../check.js';
import { expectFailure } from '../../expect/response.js';
import { type CompleteExchange, isSuccess } from '../../http/exchange.js';
import { Blocked, eachCase, fail, NotApplicable } from '../../outcome.js';
import { withHeader } from '../../requests.js';
import { isFresh, isReplay, newKey } from '../../scenarios/keyed-write.js';

import { exchangeOf, expectStored, keyedWriteCheck, runsOf, source } from './keyed-write-check.js';

/** How long a write is held back, where the target lets itself be slowed down. */
const slowMs = 400;

/** @throws {Blocked} when a race was not run by one of its requests alone */
function expectOneRun(
  first: CompleteExchange | undefined,
  second: CompleteExchange | undefined,
): asserts first is CompleteExchange {
  if (!first) {
    throw new Blocked('no request of the race succeeded', undefined, 'idempotency.race-is-won-by-one');
  }
  if (second) {
    const check = 'idempotency.at-most-one-of-a-race-runs';
    throw new Blocked('several requests of the race ran', undefined, check);
  }
}

/** The same key at the same time. */
export const raceChecks: readonly Check[] = [
  keyedWriteCheck({
    id: 'idempotency.at-most-one-of-a-race-runs',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Of several equal requests with one key at once at most one runs.',
    source: 'Errors, rule 3; Limits, idempotency rules',
    judge: ({ race }) => {
      const runs = runsOf(race);
      if (runs.length <= 1) return;
      fail({
        message: 'More than one of several requests with one key ran.',
        expected: 'one new success, and 409 or the stored answer for the rest',
        actual: race.map(({ exchange }) => exchange.response?.status ?? 'no answer').join(', '),
        exchange: runs[1],
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.race-is-won-by-one',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Of several equal requests with one key at once one succeeds.',
    source: 'Errors, rule 3',
    judge: ({ race }) => {
      if (race.some(({ exchange }) => isSuccess(exchange))) return;
      fail({
        message: 'None of several requests with one key succeeded.',
        expected: 'one success',
        actual: race.map(({ exchange }) => exchange.response?.status ?? 'no answer').join(', '),
        exchange: race[0]?.exchange,
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.loser-of-a-race-is-409-or-replay',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A request whose key is still in flight is 409 CONFLICT; once it has ended, a replay.',
    source: 'Errors, rule 3',
    judge: ({ race }) => {
      const [first, second] = runsOf(race);
      const rest = race.filter(({ exchange }) => !isFresh(exchange));
      expectOneRun(first, second);
      return eachCase(rest, (sent) => {
        const exchange = exchangeOf(sent, 'no write was made');
        if (isReplay(exchange)) expectStored(exchange, first, 'A request that lost the race');
        else expectFailure(exchange, [409], 'A request that lost the race');
      });
    },
  }),
  keyedWriteCheck({
    id: 'idempotency.race-ends-in-a-stored-response',
    level: 'MUST',
    basis: 'stated',
    requirement: 'When the race is over, the same key gets the answer of the one that ran.',
    source,
    judge: ({ race, afterRace }) => {
      const [first, second] = runsOf(race);
      expectOneRun(first, second);
      expectStored(exchangeOf(afterRace, 'no race was run'), first, 'A write repeated after the race');
    },
  }),
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
      const slow = probe.send(withHeader(plan, header, String(slowMs)), { atOnce: true }).finally(() => {
        isOver = true;
      });
      // Whoever waits for both is told of its error.
      slow.catch(() => undefined);
      await pause(slowMs / 2);
      const second = await probe.send(plan, { atOnce: true });
      const wasInFlight = !isOver;
      const first = await slow;
      if (first.response.durationMs < slowMs) {
        throw new NotApplicable(`the target does not heed ${header}`);
      }
      if (!wasInFlight && isReplay(second)) return expectStored(second, first, 'A write that waited');
      expectFailure(second, [409], 'A write whose key is in flight');
    },
  },
];
