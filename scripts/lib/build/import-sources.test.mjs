import { expect, test } from 'vitest';
import { importSources } from './import-sources.mjs';

test('imports the mock from its sources', async () => {
  const { createMock } = await importSources("export { createMock } from './mocks/create-mock.ts';");
  const mock = await createMock();
  expect((await mock.fetch('/api/v1/providers')).status).toBe(401);
});

test('reads generated modules from memory instead of from their files', async () => {
  const entry = "export { one } from './src/generated/operations.js';";
  expect(await importSources(entry, { 'operations.ts': 'export const one: number = 1;' })).toHaveProperty(
    'one',
    1,
  );
  await expect(importSources(entry, {})).rejects.toThrow('operations');
});
