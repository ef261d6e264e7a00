import fc from 'fast-check';
import { expect, test } from 'vitest';
import { independentBase, mockBase } from '../faulty-servers/base.js';
import type { Handler } from '../support/serve.js';
import { verify } from '../support/suite/verify.js';
import { type Fuzz, fuzzing } from './fuzzing.js';

/** To run more of them: `FUZZ_RUNS=500 npx vitest run tests/hostile/fuzzing.test.ts`. */
const runs = Number(process.env.FUZZ_RUNS ?? 10);
/** The number of correct responses at the start, so that the run starts. */
const correctResponses = 6;
const secondsARun = 30;

const oddValues = [
  ...[null, true, 0, -1, 1.5, 1e308],
  ...['', 'x', '1', '9999-99-99', '2026-13', '\ud800', '__proto__'],
  ...[[], [null], [[]], ['x', 5], {}, { length: 3 }],
];

const fuzz: fc.Arbitrary<Fuzz & { base: 'mock' | 'independent' }> = fc.record({
  base: fc.constantFrom('mock', 'mock', 'independent'),
  seed: fc.nat(),
  share: fc.constantFrom(100, 60, 30, 8),
  steady: fc.boolean(),
  values: fc.array(fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue({ maxDepth: 2 })), {
    minLength: 40,
    maxLength: 60,
  }),
});

test(
  'no check throws an error on randomly faulty responses, and every run completes',
  async () => {
    await fc.assert(
      fc.asyncProperty(fuzz, async ({ base, ...how }) => {
        const { right, apiKeys, fixtures, close } = base === 'mock' ? await mockBase() : independentBase();
        const faulty = fuzzing(right, how);
        let count = 0;
        const handler: Handler = (request) => {
          count += 1;
          return count <= correctResponses ? right(request) : faulty(request);
        };
        const report = await verify(handler, { apiKeys, ...(fixtures && { fixtures }) }).finally(close);
        expect(report.results.filter(({ status }) => status === 'errored')).toEqual([]);
        expect(report.summary.passed).toBeGreaterThan(0);
        expect(count).toBeLessThan(2500);
      }),
      // A fixed seed, so that results are reproducible.
      { numRuns: runs, seed: Number(process.env.FUZZ_SEED ?? 1), endOnFailure: true },
    );
  },
  runs * secondsARun * 1000,
);
