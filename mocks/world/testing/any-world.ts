import fc from 'fast-check';
import type { Scenario } from '../index.js';
import { type TestWorld, worldOf } from './ask.js';

/** Worlds looked at by each property; a longer run sets WORLD_RUNS. */
const numRuns = Number(process.env.WORLD_RUNS ?? 3);

const anySeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const anyNow = fc.date({
  min: new Date('2025-01-01T00:00:00Z'),
  max: new Date('2028-12-31T23:59:59Z'),
  noInvalidDate: true,
});

/** The worlds with costs, but for the large one, which takes too long to grow so often. */
const anyScenario = fc.constantFrom<Scenario>('default', 'unmeasured', 'expiring-soon', 'failing-lookups');

const anyOptions = fc.record({
  seed: anySeed,
  now: anyNow.map((date) => date.toISOString()),
  scenario: anyScenario,
});

/** Holds a property to the worlds of some seeds, clocks and scenarios. */
export function inAnyWorld(property: (world: TestWorld) => void): void {
  fc.assert(
    fc.property(anyOptions, (options) => property(worldOf(options))),
    { numRuns },
  );
}

/** Holds a property to some worlds, and to one of its arbitrary cases in each. */
export function inAnyWorldFor<T>(cases: fc.Arbitrary<T>, property: (world: TestWorld, one: T) => void): void {
  fc.assert(
    fc.property(anyOptions, fc.array(cases, { minLength: 8, maxLength: 8 }), (options, several) => {
      const world = worldOf(options);
      for (const one of several) property(world, one);
    }),
    { numRuns },
  );
}
