import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/faulty-servers/*.check.ts'],
    testTimeout: 60_000,
    ...(process.env.CI
      ? { reporters: ['default', 'json'], outputFile: { json: 'coverage/defects.json' } }
      : {}),
  },
});
