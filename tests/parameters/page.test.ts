import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checks } from '../../conformance/suite/checks/index.js';
import { root } from '../../scripts/lib/paths.mjs';
import { nameOf, parameterValues } from './ignored.js';
import { rowsOnPage } from './page.js';

const rows = rowsOnPage(readFileSync(join(root, 'docs/parameters.md'), 'utf8'));

test('docs/parameters.md has each documented value once: run `npm run docs:parameters` to update it', () => {
  const names = rows.flatMap((row) => row.names).sort();
  expect(names).toEqual(parameterValues().map(nameOf).sort());
});

test('names only checks that exist', () => {
  const ids = new Set(checks.map(({ id }) => id));
  const named = rows.flatMap(({ fails, warns }) => [
    ...`${fails} ${warns}`.matchAll(/`([a-z-]+\.[a-z0-9-]+)`/g),
  ]);
  expect(named.length).toBeGreaterThan(100);
  expect(named.map(([, id]) => id).filter((id) => !ids.has(id as string))).toEqual([]);
});

test('says why where no check notices a value', () => {
  expect(rows.filter(({ fails, warns }) => fails === '' && warns === '')).toEqual([]);
});
