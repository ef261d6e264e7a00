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

/** The same worlds in every run, so that a failure is there the next time too. */
const parameters = { numRuns, seed: 1 };

const worlds = (...scenarios: Scenario[]) =>
  fc.record({
    seed: anySeed,
    now: anyNow.map((date) => date.toISOString()),
    scenario: fc.constantFrom(...scenarios),
  });

/** The worlds whose commitments have been measured. */
const measuredWorlds = worlds('default', 'expiring-soon', 'failing-lookups');

/** The worlds with costs, but for the large one, which takes too long to grow so often. */
const anyOptions = worlds('default', 'unmeasured', 'expiring-soon', 'failing-lookups');

/** Holds a property to the worlds of some seeds, clocks and scenarios. */
export function inAnyWorld(property: (world: TestWorld) => void): void {
  fc.assert(
    fc.property(anyOptions, (options) => property(worldOf(options))),
    parameters,
  );
}

/** The same for what can only be said where commitments have been measured. */
export function inMeasuredWorlds(property: (world: TestWorld) => void): void {
  fc.assert(
    fc.property(measuredWorlds, (options) => property(worldOf(options))),
    parameters,
  );
}

/** Holds a property to some worlds, and to one of its arbitrary cases in each. */
export function inAnyWorldFor<T>(cases: fc.Arbitrary<T>, property: (world: TestWorld, one: T) => void): void {
  fc.assert(
    fc.property(anyOptions, fc.array(cases, { minLength: 8, maxLength: 8 }), (options, several) => {
      const world = worldOf(options);
      for (const one of several) property(world, one);
    }),
    parameters,
  );
}
