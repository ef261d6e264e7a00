import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['conformance/defects/*.check.ts'],
    testTimeout: 60_000,
    ...(process.env.CI
      ? { reporters: ['default', 'json'], outputFile: { json: 'coverage/defects.json' } }
      : {}),
  },
});
