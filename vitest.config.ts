import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['*.test.ts', '{src,cli,conformance,mocks,scripts,docs,spectral,tests}/**/*.test.{ts,mjs}'],
    // Generous, for machines that have much else to do.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // In CI the tests that really ran are counted from a report.
    ...(process.env.CI
      ? { reporters: ['default', 'json'], outputFile: { json: 'coverage/tests.json' } }
      : {}),
  },
});
