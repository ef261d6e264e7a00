import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['conformance/defects/table.check.ts'], testTimeout: 20_000 },
});
