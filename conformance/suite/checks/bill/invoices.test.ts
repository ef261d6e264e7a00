import { expect, test } from 'vitest';
import { changed } from '../../../../tests/faulty-servers/changes.js';
import type { Change } from '../../../../tests/faulty-servers/faulty-server.js';
import { judgeMock, messagesIn } from '../../../../tests/focus/oracle.js';
import { focusFile } from '../../../../tests/support/bill/focus-csv.js';
import type { FocusRow } from '../../../../tests/support/bill/tables-of.js';
import type { Report } from '../../../engine/report.js';
import { plusMonths } from '../../figures/days.js';

const list = 'GET /providers/*/costs/invoices';

/** A row of two providers in each of 40 months, up to April 2026. */
const rows = Array.from({ length: 40 }, (_, i) => `${plusMonths('2023-01', i)}-03T00:00:00Z`).flatMap(
  (start) =>
    ['Provider A', 'Provider B'].map((ProviderName) => ({
      ProviderName,
      ServiceName: 'Compute',
      ChargePeriodStart: start,
      BilledCost: 10,
    })),
);

/** Compares the invoices of a mock whose bill has more months than a request may select. */
const judgeInvoices = (now: string, change?: Change, own: readonly FocusRow[] = rows) =>
  judgeMock(focusFile(own), { now, frozen: true }, ['bill.invoice-*'], change);

const statuses = ({ results }: Report) => results.map(({ status }) => status);

const later = { ...(rows[79] as FocusRow), ChargePeriodStart: '2026-04-20T00:00:00Z' };
const fractions = rows.map((row) => ({ ...row, BilledCost: 10.006 }));

const since = (first: string) =>
  changed(list, 'items', (items) => items.filter((month: any) => month.invoice_month >= first));

const withRunningMonth = changed(list, 'items', (items) => {
  const running = { ...items[0], invoice_month: '202604' };
  return items.length === 1 ? [running] : [...items, running];
});

const withRounding = changed(list, 'items[]', (month) => ({
  ...month,
  by_cost_type: { ...month.by_cost_type, rounding_error: 0.01 },
}));

test.each<[string, string, Change?, (readonly FocusRow[])?]>([
  ['need not list more months than a request may select', '2026-05-02'],
  ['may count months back from the running one', '2027-06-02', since('202407')],
  ['may list the running month up to its clock', '2026-04-10', withRunningMonth, [...rows, later]],
  ['may round a total and the cents between the invoice and its rows', '2026-05-02', withRounding, fractions],
])('a server %s', async (_, day, change, own) => {
  expect(statuses(await judgeInvoices(`${day}T00:00:00Z`, change, own))).toEqual(['passed', 'passed']);
});

test('a server must list each month that the request selects', async () => {
  const change = changed(list, 'items', (items) =>
    items.filter((month: any) => month.invoice_month !== '202401'),
  );
  const report = await judgeInvoices('2026-05-02T00:00:00Z', change);
  expect(new Set(messagesIn(report))).toEqual(new Set(['The list lacks invoice month "202401".']));
});
