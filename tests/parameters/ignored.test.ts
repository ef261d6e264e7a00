import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { nameOf, noticed, parameterValues } from './ignored.js';
import { rowsOnPage } from './page.js';

const rows = rowsOnPage(readFileSync(join(root, 'docs/parameters.md'), 'utf8'));

test.each([
  'listCommitments status=expired',
  'getCommitmentUtilization granularity=monthly',
  'getCostBreakdown sort_by_date',
  'getCostBreakdown platform',
  'listRecommendations account_not',
  'getCommitment commitment_id',
])('the checks that docs/parameters.md names notice a server that ignores %s', async (name) => {
  const value = parameterValues().find((one) => nameOf(one) === name);
  const row = rows.find(({ names }) => names.includes(name));
  if (value === undefined || row === undefined) throw new Error(`${name} is not on the page.`);
  const { failed, warned } = await noticed(value);
  const [named = ''] = /[a-z-]+\.[a-z0-9-]+/.exec(`${row.fails} ${row.warns}`) ?? [];
  expect([...failed, ...warned]).toContain(named);
});
