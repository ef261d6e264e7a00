import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { comparedIn, judgeMock, violationsIn } from '../../../tests/focus/oracle.js';
import { focusCsv } from '../../../tests/support/bill/focus-csv.js';
import { used } from '../../../tests/support/bill/reserved-hours.js';
import type { FocusRow } from '../../../tests/support/bill/tables-of.js';
import { cost, daily } from '../../../tests/support/bill/unusual-rows.js';
import { reading, testMock } from '../../../tests/support/mock/test-mock.js';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';

vi.setConfig({ testTimeout: 120_000 });

const data = join(temporaryFolder('whole-months'), 'bill.csv');
const day = 86_400_000;
const covered = {
  ...{ ...used, CommitmentDiscountQuantity: 24 },
  ...{ BilledCost: 0, EffectiveCost: 6, ListCost: 12, ContractedCost: 10 },
};

/** Charges of 9 on demand, and of 6 for a reservation, on each day from one to another; in the last month, of 10 on demand. */
function rowsOf(first: string, last: string, billed: Partial<FocusRow> = {}): FocusRow[] {
  const row = { ...billed, ServiceName: 'Compute', SubAccountId: '111111111111' };
  const isLast = ({ ChargePeriodStart: start }: FocusRow) => start.slice(0, 7) === last.slice(0, 7);
  return daily(first, last, row).flatMap((one) => [
    { ...one, ...cost(isLast(one) ? 10 : 9, 12) },
    { ...one, ...covered },
  ]);
}

/** Reads from a mock whose clock is not set. */
async function reader(rows: readonly FocusRow[]) {
  writeFileSync(data, focusCsv(rows));
  const mock = await testMock({ data });
  return { read: reading(mock.fetch), mock };
}

test.each([
  ['one month', '2026-06-01'],
  ['three months', '2026-04-01'],
])('a bill of %s shows its last month at first', async (_, first) => {
  const { read, mock } = await reader(rowsOf(first, '2026-06-30'));
  expect(await read('providers/provider_a/costs/summary')).toMatchObject({ monthly_spending: 300 });
  expect(await read('providers/provider_a/costs/filter-options')).toMatchObject({ services: ['Compute'] });
  expect(await read('providers/provider_a/costs/breakdown')).toMatchObject({ items: [{ cost: 300 }] });
  expect(await read('commitments/esr')).toMatchObject({
    period: '2026-06',
    totals: { on_demand_equivalent: 720, effective_cost: 480 },
  });
  expect(await read('costs/forecast')).toMatchObject({
    actuals_through: '2026-06-30',
    booked_to_date: 300,
    forecast_value: 300,
    days_remaining: 0,
  });
  const overview = await read('commitments/overview?provider=provider_a');
  expect(overview.total_cloud_spend_monthly).toBe(480);
  expect((await read('commitments/coverage-rates?provider=provider_a')).measured_to).toBe('2026-06-30');
  expect(mock.data?.notes.join()).not.toContain('set the clock');
});

test('a day later the next month has begun', async () => {
  const { read, mock } = await reader(rowsOf('2026-06-01', '2026-06-30'));
  mock.control.advance(day);
  expect(await read('providers/provider_a/costs/summary')).toMatchObject({ monthly_spending: 0 });
  expect(await read('commitments/esr')).toMatchObject({ period: '2026-06' });
});

test('invoices of the last month are complete', async () => {
  const rows = [
    ...rowsOf('2026-05-01', '2026-06-30'),
    ...rowsOf('2026-05-01', '2026-06-30', { ProviderName: 'Provider B' }).filter(
      ({ CommitmentDiscountId: id }) => id === undefined,
    ),
  ].map((row) => (row.ProviderName ? row : { ...row, BilledCost: 20 }));
  const { read } = await reader(rows);
  const { items } = await read('providers/provider_b/costs/invoices');
  expect(items.map((item: any) => item.invoice_month)).toEqual(['202606', '202605']);
});

test('a bill that ends within a month starts the clock at its end', async () => {
  const { read, mock } = await reader(rowsOf('2026-05-20', '2026-06-14'));
  expect(new Date(mock.control.now()).toISOString()).toMatch(/^2026-06-15T00:00:0/);
  expect(await read('providers/provider_a/costs/summary')).toMatchObject({ monthly_spending: 140 });
});

test('the suite compares the last month, and finds nothing', async () => {
  writeFileSync(data, focusCsv(rowsOf('2026-04-01', '2026-06-30')));
  const report = await judgeMock(data);
  expect(violationsIn(report)).toEqual([]);
  expect(comparedIn(report)).toContain('bill.summary-is-the-sum-of-the-running-month');
  expect(report.notes.join()).not.toContain('before the end of the bill');
});
