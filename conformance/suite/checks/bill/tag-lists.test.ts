import { expect, test } from 'vitest';
import { changed } from '../../../../tests/faulty-servers/changes.js';
import { comparedIn, judgeMock, violationsIn } from '../../../../tests/focus/oracle.js';
import { focusFile } from '../../../../tests/support/bill/focus-csv.js';
import type { FocusRow } from '../../../../tests/support/bill/tables-of.js';
import { compute, cost, daily } from '../../../../tests/support/bill/unusual-rows.js';

const now = '2026-07-01T00:00:00Z';
const forms = [
  [{ key: 'team', value: 'web', type: 'tag', inherited: false, namespace: 'org' }],
  [{ key: 'team', value: 'data', type: 'label' }],
  { team: 'web' },
  [],
  {},
];

/** A row a day in June, with tags in each form in turn. */
const rows = daily('2026-06-01', '2026-06-30', compute).map((row, day): FocusRow => {
  const Tags = forms[day % forms.length] as unknown as Record<string, string>;
  return { ...row, ...cost(1 + day, 2 + day), Tags };
});

test('the suite groups and filters by tags that are lists as the mock does', async () => {
  const data = focusFile(rows);
  const report = await judgeMock(data, { now });
  expect(violationsIn(report)).toEqual([]);
  expect(comparedIn(report)).toContain('bill.breakdown-rows-are-sums-by-group');
  const untagged = changed('GET /providers/*/costs/breakdown?tag_key', 'items[].cost', () => 1);
  const faulty = await judgeMock(data, { now }, ['bill.breakdown-rows*'], untagged);
  expect(violationsIn(faulty).join()).toContain('differs from the bill');
});
