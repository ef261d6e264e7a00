import { expect, test } from 'vitest';
import { all, changed } from '../../../../tests/faulty-servers/changes.js';
import type { Change } from '../../../../tests/faulty-servers/faulty-server.js';
import { judgeMock, violationsIn } from '../../../../tests/focus/oracle.js';
import { focusFile } from '../../../../tests/support/bill/focus-csv.js';
import type { FocusRow } from '../../../../tests/support/bill/tables-of.js';
import { compute, cost, daily, reservation } from '../../../../tests/support/bill/unusual-rows.js';

const reserved = { ...compute, ...reservation };
const onDemand = { ...compute, ...cost(2) };
const purchase: FocusRow = {
  ...{ ...reserved, ChargeCategory: 'Purchase', ChargeFrequency: 'Recurring' },
  ...{ BilledCost: 180, ListCost: 180, ContractedCost: 180 },
  ...{ ChargePeriodStart: '2026-05-01T00:00:00Z', ChargePeriodEnd: '2026-06-01T00:00:00Z' },
};

/** A term of five years, of which the contract has no number of months. */
const longTerm: FocusRow = {
  ...{ ...purchase, ChargeFrequency: 'One-Time', BilledCost: 10_957 },
  ...{ ChargePeriodStart: '2026-04-01T00:00:00Z', ChargePeriodEnd: '2031-04-01T00:00:00Z' },
};

/** A reservation that runs on each day of two months, and usage on demand of the same service. */
function billOf(costs: Partial<FocusRow>): FocusRow[] {
  const used = { ...reserved, CommitmentDiscountStatus: 'Used', EffectiveCost: 5, ...costs } as const;
  const unused = { ...reserved, CommitmentDiscountStatus: 'Unused', EffectiveCost: 1 } as const;
  return [used, unused, onDemand].flatMap((row) => daily('2026-04-01', '2026-05-31', row));
}

const withoutCoverage = all(
  changed('GET /commitments/overview', 'coverage_pct', null),
  changed('GET /commitments/overview', 'coverage_delta_pp', null),
  changed('GET /commitments/by-service', 'services[].ri.coverage_pct', null),
  changed('GET /commitments/by-service', 'services[].sp.coverage_pct', null),
  changed('GET /commitments/detail/*', 'on_demand_monthly', null),
);

const retired = all(
  changed('GET /commitments', 'items[].status', 'expired'),
  changed('GET /commitments/detail/*', 'on_demand_monthly', null),
  changed('GET /commitments/utilization', 'services[].committed_hourly_usd', null),
  changed('GET /commitments/utilization', 'services[].committed_monthly_usd', null),
);

const withoutForecast = all(
  changed('GET /costs/forecast', 'sparkline', []),
  changed('GET /costs/forecast', 'future_start_index', 0),
  changed('GET /costs/forecast', 'forecast_value', null),
);

const withoutMonths = all(
  changed('GET /commitments/inventory', 'rows[].term_months', null),
  changed('GET /commitments/detail/*', 'term_months', null),
);

const prices = { ListCost: 9, ContractedCost: 8 };

test.each<[string, readonly FocusRow[], Change]>([
  [
    'of usage without prices',
    [purchase, ...billOf({ ListCost: null, ContractedCost: null })],
    withoutCoverage,
  ],
  ['of a commitment that it reports as expired', [purchase, ...billOf(prices)], retired],
  ['of days that are all thin', [purchase, ...billOf(prices)], withoutForecast],
  ['of a term of five years', [longTerm, ...billOf(prices)], withoutMonths],
])('a server may have no figures %s', async (_, rows, change) => {
  expect(violationsIn(await judgeMock(focusFile(rows), {}, ['bill.*'], change))).toEqual([]);
});

test('a server must have the figures of commitments that run and of usage with prices', async () => {
  const change = all(
    withoutCoverage,
    changed('GET /commitments/utilization', 'services[].committed_hourly_usd', null),
  );
  const { results } = await judgeMock(focusFile([purchase, ...billOf(prices)]), {}, ['bill.*'], change);
  const failed = results.filter(({ status }) => status === 'failed').map(({ id }) => id);
  expect(failed.sort()).toEqual([
    'bill.commitment-history-is-that-of-its-rows',
    'bill.overview-is-of-the-last-complete-month',
    'bill.services-show-unused-and-uncovered-rows',
    'bill.utilization-is-used-over-purchased',
  ]);
});
