import fc from 'fast-check';
import type { Scenario } from '../../../mocks/world/index.js';
import type { WorldOptions } from './ask.js';

/** Worlds of each scenario that every claim is held to; a longer run sets WORLD_RUNS. */
const numRuns = Number(process.env.WORLD_RUNS ?? 20);

/** A large world takes too long to grow so often: fewer of them, with fewer commitments. */
const large = { numRuns: Math.ceil(numRuns / 10), size: 60 };

/** The same worlds in every run, so that a failure is there the next time too. */
export function worldsOf(scenario: Scenario): readonly WorldOptions[] {
  const options = fc.record({
    seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    now: fc.date({
      min: new Date('2025-01-01T00:00:00Z'),
      max: new Date('2028-12-31T23:59:59Z'),
      noInvalidDate: true,
    }),
  });
  return fc
    .sample(options, { numRuns: scenario === 'large' ? large.numRuns : numRuns, seed: 1 })
    .map(({ seed, now }) => ({ seed, now: now.toISOString(), scenario, size: large.size }));
}
