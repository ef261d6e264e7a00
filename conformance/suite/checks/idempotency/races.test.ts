import { expect, test } from 'vitest';
import type { ActiveCheck } from '../../../engine/check.js';
import { Blocked } from '../../../engine/judge/outcome.js';
import { raceChecks } from './races.js';

const ofOneWinner = raceChecks.find(({ id }) => id === 'idempotency.race-is-won-by-one') as ActiveCheck;
const conflict = { exchange: { response: { status: 409 } } };
const silence = { exchange: { response: null, failure: 'no complete response within 10 s' } };

/** Judges a race with these results. */
function judge(race: readonly object[]): unknown {
  const probe = {
    operation: { operationId: 'createWebhookEndpoint' },
    correct: async () => ({}),
    keyedWrites: async () => ({ race }),
  };
  return ofOneWinner.run(probe as never);
}

test('a race in which a write received no response is not judged', async () => {
  await expect(judge([conflict, silence])).rejects.toThrow(Blocked);
});

test('a race without a winner is a violation', async () => {
  await expect(judge([conflict, conflict])).rejects.toThrow('None of several concurrent requests');
});
