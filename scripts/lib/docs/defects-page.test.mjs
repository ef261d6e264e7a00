// @ts-check
import { expect, test } from 'vitest';
import { defectsPage } from './defects-page.mjs';

const checks = [
  { id: 'envelope.looks', kind: 'exchange' },
  { id: 'errors.asks', kind: 'probe' },
  { id: 'errors.watches', kind: 'probe', watch: {} },
];
const page = defectsPage(
  {
    envelope: [{ name: 'no body', kills: 'envelope.looks', also: ['errors.asks'] }],
    errors: [
      { name: 'a <b> in a code', kills: 'errors.asks', base: 'mock' },
      { name: 'a late code', kills: 'errors.watches' },
    ],
  },
  checks,
);
const rows = String(page.main)
  .split('<tr>')
  .filter((row) => row.startsWith('<th scope="row">'));

test('every defect stands in a row, with the checks that find it', () => {
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain('No body.');
  expect(rows[0]).toContain('href="checks.html#envelope.looks"');
  expect(rows[0]).toContain('href="checks.html#errors.asks"');
  expect(rows[1]).toContain('A &lt;b&gt; in a code.');
});

test('a row tells how the defect is noticed, and around which server it stands', () => {
  expect(rows.map((row) => [...row.matchAll(/<td>([^<]+)<\/td>/g)].map(([, text]) => text))).toEqual([
    ['any answer', 'small server'],
    ['–', 'own requests', 'mock'],
    ['–', 'own requests, traffic', 'small server'],
  ]);
});

test('the page counts the servers and the checks', () => {
  expect(page.description).toContain('The 3 servers');
  expect(String(page.main)).toContain('Each of the 3 checks');
});
