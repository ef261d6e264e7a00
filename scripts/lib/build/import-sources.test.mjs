import { expect, test } from 'vitest';
import { importSources } from './import-sources.mjs';

test('imports the mock from its sources', async () => {
  const { createMock } = await importSources("export { createMock } from './mocks/create-mock.ts';");
  const mock = await createMock();
  expect((await mock.fetch('/api/v1/providers')).status).toBe(401);
});
