import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultNow } from '../../../mocks/clock.js';
import { createMock } from '../../../mocks/create-mock.js';
import { scenarios } from '../../../mocks/world/index.js';
import { root } from '../paths.mjs';
import { defaultWorldPage } from './page.mjs';
import { tellingCases } from './telling-cases.mjs';

it('docs/default-world.md is what the mock answers; `npm run docs:world` writes it anew', async () => {
  const page = readFileSync(join(root, 'docs/default-world.md'), 'utf8');
  expect(page).toBe(await defaultWorldPage({ createMock, scenarios, defaultNow }));
});

describe.each([1, 7, 20_260_615])('a default world of seed %i', (seed) => {
  let mock;
  beforeAll(async () => {
    mock = await createMock({ seed, frozen: true });
  });

  it.each(tellingCases.map((one) => [one.title, one]))(
    'has a case of: %s',
    async (_, { request, find, shows }) => {
      const response = await mock.fetch(request, { headers: { Authorization: 'Bearer ccc_test_caller' } });
      expect(response.status).toBe(200);
      const found = find((await response.json()).data, Date.parse('2026-06-15T12:00:00Z'));
      expect(found).toBeDefined();
      for (const name of shows) expect(found).toHaveProperty([name]);
    },
  );
});
