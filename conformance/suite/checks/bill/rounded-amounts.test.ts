import { expect, test } from 'vitest';
import { all, changed } from '../../../../tests/faulty-servers/changes.js';
import type { Change } from '../../../../tests/faulty-servers/faulty-server.js';
import { judgeMock, violationsIn } from '../../../../tests/focus/oracle.js';
import { focusFile } from '../../../../tests/support/bill/focus-csv.js';
import { cost, daily, reservation } from '../../../../tests/support/bill/unusual-rows.js';

const used = {
  ServiceName: 'Compute',
  ...reservation,
  CommitmentDiscountStatus: 'Used',
  CommitmentDiscountQuantity: 0.0333,
  CommitmentDiscountUnit: 'Hours',
  EffectiveCost: 0.0022,
  ListCost: 0.0035,
  ContractedCost: 0.0031,
} as const;

/** Small amounts of two accounts on each day of two months. */
const rows = ['111111111111', '222222222222'].flatMap((SubAccountId) =>
  (
    [
      used,
      { ...used, CommitmentDiscountStatus: 'Unused', ListCost: 0, ContractedCost: 0 },
      { ServiceName: 'Compute', ...cost(0.0044, 0.0057) },
    ] as const
  ).flatMap((row) => daily('2026-04-01', '2026-05-31', { ...row, SubAccountId })),
);

const rounded = (amount: number) => Math.round(amount * 100) / 100;

/** Returns a percentage of rounded amounts, or null if nothing is left of the whole. */
const percentage = (part: number, whole: number) =>
  rounded(whole) === 0 ? null : (100 * rounded(part)) / rounded(whole);

const withRate = (rate: any) => ({
  ...rate,
  commitment_rate_pct: percentage(rate.commitment_saved, rate.on_demand_equivalent),
  negotiated_rate_pct: percentage(rate.negotiated_saved, rate.on_demand_equivalent),
  total_rate_pct: percentage(rate.total_saved, rate.on_demand_equivalent),
});
const withCoverage = (row: any) => ({
  ...row,
  coverage_pct: percentage(row.covered_monthly, row.covered_monthly + row.on_demand_monthly),
});
const withUtilization = (row: any) => ({
  ...row,
  utilization_pct: percentage(row.used_hours, row.purchased_hours),
});

const fromRounded = all(
  changed('GET /commitments/esr', 'totals', withRate),
  changed('GET /commitments/esr', 'accounts[]', withRate),
  changed('GET /commitments/coverage-rates', 'totals', withCoverage),
  changed('GET /commitments/coverage-rates', 'services[]', withCoverage),
  changed('GET /commitments/coverage-rates', 'accounts[]', withCoverage),
  changed('GET /commitments/utilization', 'services[]', withUtilization),
  changed('GET /commitments/detail/*', 'utilization_history[]', withUtilization),
  changed('GET /commitments/uncovered', '[]', (part) => ({
    ...part,
    on_demand_hourly_avg: part.on_demand_monthly / 730,
  })),
);

test('a server may compute percentages and hourly amounts from rounded amounts', async () => {
  const data = focusFile(rows);
  const judge = (change: Change) => judgeMock(data, {}, ['bill.*'], change);
  expect(violationsIn(await judge(fromRounded))).toEqual([]);
  const wrong = changed('GET /commitments/coverage-rates', 'totals.coverage_pct', (rate) => rate + 2);
  expect((await judge(wrong)).summary.failed).toBe(1);
});
