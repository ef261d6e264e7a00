import fc from 'fast-check';
import { type TestWorld, worldOf } from './ask.js';

/** Worlds looked at by each property; a longer run sets WORLD_RUNS. */
const numRuns = Number(process.env.WORLD_RUNS ?? 3);

const anySeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const anyNow = fc.date({
  min: new Date('2025-01-01T00:00:00Z'),
  max: new Date('2028-12-31T23:59:59Z'),
  noInvalidDate: true,
});

/** Holds a property to the worlds of some seeds and clocks. */
export function inAnyWorld(property: (world: TestWorld) => void): void {
  fc.assert(
    fc.property(anySeed, anyNow, (seed, now) => property(worldOf({ seed, now: now.toISOString() }))),
    { numRuns },
  );
}

/** Holds a property to some worlds, and to one of its arbitrary cases in each. */
export function inAnyWorldFor<T>(cases: fc.Arbitrary<T>, property: (world: TestWorld, one: T) => void): void {
  fc.assert(
    fc.property(anySeed, anyNow, fc.array(cases, { minLength: 8, maxLength: 8 }), (seed, now, several) => {
      const world = worldOf({ seed, now: now.toISOString() });
      for (const one of several) property(world, one);
    }),
    { numRuns },
  );
}
