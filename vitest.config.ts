import { defineConfig } from 'vitest/config';

/** What needs a browser, Redis, Python, Go, a package made and installed, or attacks for minutes. */
const slow = [
  'package.test.ts',
  'docs/{site,commands,programs}.test.ts',
  'docs/examples/**/*.test.ts',
  'cli/npx-parent.test.ts',
  'mocks/{replicas,browser}.test.ts',
  'mocks/front/front-page.test.ts',
  'mocks/state/redis.test.ts',
  'src/client/runtimes.test.ts',
  'tests/{benchmarks,hostile}/**/*.test.{ts,mjs}',
  'tests/independent/*.test.ts',
  'tests/mock/{replicas,scenarios}.test.ts',
];
/** These run a few worlds among the ordinary tests, and many among the slow ones. */
const perSeed = ['tests/mock/many-seeds.test.ts', 'tests/invariants/*.test.ts'];
const all = ['*.test.ts', '{src,cli,conformance,mocks,scripts,docs,spectral,tests}/**/*.test.{ts,mjs}'];
const manySeeds = { SEED_RUNS: process.env.SEED_RUNS ?? '20' };

export default defineConfig({
  test: {
    // Many tests wait for processes that they start, so no core is left over for the runner alone.
    maxWorkers: '100%',
    // Generous, for machines that have much else to do.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // In CI the tests that really ran are counted from reports.
    ...(process.env.CI
      ? {
          reporters: ['default', 'json'],
          outputFile: { json: process.env.TEST_REPORT ?? 'coverage/tests.json' },
        }
      : {}),
    projects: [
      { extends: true, test: { name: 'standard', include: all, exclude: ['**/node_modules/**', ...slow] } },
      { extends: true, test: { name: 'slow', include: [...slow, ...perSeed], env: manySeeds } },
      { extends: true, test: { name: 'faulty-servers', include: ['tests/faulty-servers/*.check.ts'] } },
    ],
  },
});
