import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,conformance,mocks,scripts,docs,spectral}/**/*.test.{ts,mjs}'],
    testTimeout: 20_000,
  },
});
