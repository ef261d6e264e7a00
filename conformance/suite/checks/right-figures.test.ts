import { expect, test } from 'vitest';
import { passiveCheck } from '../../../tests/support/passive-check.js';

/** Runs a check on the data of a response; throws its finding. */
function judge(id: string, data: unknown): void {
  const { check, exchange } = passiveCheck(id, data);
  expect(check.when?.(exchange)).not.toBe(false);
  check.run(exchange);
}

const used = { id: 'ri-1', utilization_pct: 99.99, saturated: false, fee_monthly_list: null };
const resizing = (row: object) => () =>
  judge('portfolio.saturated-has-nothing-to-resize', { rows: [{ ...used, ...row }] });

test('allows what the unused part of a fee costs, also if only its net amount is known', () => {
  expect(resizing({ fee_monthly_net: 600, rightsizing_monthly: 0.05 })).not.toThrow();
  expect(resizing({ fee_monthly_net: 600, rightsizing_monthly: 60 })).toThrow('rightsizing_monthly');
});

const invoiced = (credits: string, parts: object, marketplace_total: number) => {
  const by_cost_type = { regular: 50, tax: 12, adjustment: 0, rounding_error: 0, ...parts };
  const items = [{ invoice_month: '202605', by_cost_type, marketplace_total }];
  return () => judge('invoices.marketplace-is-part-of-the-total', { credits, items });
};

test('allows marketplace charges beside taxes of them and corrections of other charges', () => {
  expect(invoiced('before', {}, 62)).not.toThrow();
  expect(invoiced('before', {}, 63)).toThrow('marketplace_total');
  expect(invoiced('before', { adjustment: -30 }, 50)).not.toThrow();
  // Credits for other charges lower the regular ones.
  expect(invoiced('after', {}, 80)).toThrow('not to be false');
});

const grouped =
  (...items: readonly object[]) =>
  () =>
    judge('costs.rows-have-different-groups', { items });
const service = (name: string) => ({ service: name });
const team = (tag_value: string | null) => ({ tag_key: 'team', tag_value });

test('compares long names as a whole', () => {
  const long = 'x'.repeat(200);
  expect(grouped(service(`${long}1`), service(`${long}2`))).not.toThrow();
  expect(grouped(service(`${long}1`), service(`${long}1`))).toThrow('differ in');
});

test('allows costs with an empty value of a tag beside costs without the tag', () => {
  expect(grouped(team(''), team(null))).not.toThrow();
  expect(grouped(team(null), team(null))).toThrow('differ in');
});

const dated = (dates: readonly string[]) => {
  const totals_by_date = june.map((date) => ({ date }));
  const items = [{ spendings_by_date: dates.map((date) => ({ date })) }];
  const range = { start_date: '2026-06-01', end_date: '2026-06-30' };
  return () => judge('costs.dates-are-in-the-range', { ...range, totals_by_date, items });
};
const june = Array.from({ length: 30 }, (_, index) => `2026-06-${String(index + 1).padStart(2, '0')}`);

test('compares all dates of a row with those of the totals', () => {
  expect(dated(june)).not.toThrow();
  expect(dated(june.slice(0, -1))).toThrow('all rows have the same');
});

const change = (value: number, change_percentage: number) => () => {
  const totals_by_date = [
    { date: '2026-06-01', value: -100, change_percentage: null },
    { date: '2026-06-02', value, change_percentage },
    { date: '2026-06-03', value: value * 2, change_percentage: 100 },
  ];
  judge('costs.change-of-dates-follows-from-values', { totals_by_date, items: [] });
};

test('allows either sign of a change from a negative cost', () => {
  expect(change(50, 150)).not.toThrow();
  expect(change(50, -150)).not.toThrow();
});

const negotiated = (on_demand_equivalent: number, negotiated_saved: number, negotiated_rate_pct: number) => {
  const effective_cost = on_demand_equivalent - negotiated_saved;
  const saved = { commitment_saved: 0, negotiated_saved, total_saved: negotiated_saved };
  const rates = { commitment_rate_pct: 0, negotiated_rate_pct, total_rate_pct: negotiated_rate_pct };
  const rate = { on_demand_equivalent, effective_cost, ...saved, ...rates };
  return () => judge('savings-rate.rates-follow-from-dollars', { totals: null, accounts: [rate] });
};

test('allows the rate of amounts before they were rounded to cents', () => {
  expect(negotiated(0.35, 0.02, 7)).not.toThrow();
  expect(negotiated(0.35, 0.02, 7.5)).toThrow('negotiated_rate_pct');
  expect(negotiated(35, 2, 5.83)).toThrow('negotiated_rate_pct');
  expect(negotiated(3.19, -6973.83, -218_517.28)).not.toThrow();
  expect(negotiated(3.19, -6973.83, -217_000)).toThrow('negotiated_rate_pct');
});

const expiring = (end_at: string | null, expiring_within_30d: number) => () =>
  judge('portfolio.expiring-rows-end-soon', {
    totals: { expiring_within_30d },
    rows: [{ end_at: '2026-07-10T00:00:00Z' }, { end_at }],
  });

test('allows either count of a row whose moment of expiry is not known', () => {
  expect(expiring(null, 1)).not.toThrow();
  expect(expiring(null, 2)).not.toThrow();
  expect(expiring(null, 3)).toThrow('expiring_within_30d');
  expect(expiring('2027-01-01T00:00:00Z', 2)).toThrow('expiring_within_30d');
});

const organizations = (organization_count: number, ids: readonly unknown[]) => () =>
  judge('portfolio.totals-count-the-rows', {
    totals: { hourly_commitment_usd: 0, organization_count },
    rows: ids.map((organization_id) => ({ organization_id, hourly_commitment_usd: 0 })),
  });

test('does not count rows without an organization as one', () => {
  expect(organizations(1, ['o-1', null, 'o-1'])).not.toThrow();
  expect(organizations(0, [null])).not.toThrow();
  expect(organizations(2, ['o-1', null])).toThrow('organization_count');
  expect(organizations(1, [undefined, undefined])).not.toThrow();
});

const sold = (monthly_commitment_usd: number) => () =>
  judge('commitments.fee-follows-from-the-hourly-commitment', {
    hourly_commitment_usd: 2,
    fee_monthly_list: 1460,
    monthly_commitment_usd,
  });

test('allows a commitment that was sold below its public price', () => {
  expect(sold(1460)).not.toThrow();
  expect(sold(1314)).not.toThrow();
  expect(sold(1470)).toThrow('monthly_commitment_usd');
});

const dayOf = (number: number, used_hours = 12) => ({
  date: new Date(Date.UTC(2026, 4, number)).toISOString().slice(0, 10),
  utilization_pct: (used_hours / 24) * 100,
  purchased_hours: 24,
  used_hours,
});
const days = Array.from({ length: 30 }, (_, index) => dayOf(index + 1));
const history = (history: readonly object[], current_utilization_pct: number) =>
  judge('commitments.history-makes-the-utilization', {
    start_date: '2026-01-01',
    current_utilization_pct,
    utilization_history: history,
  });

test('judges a utilization by its history only if the history has every day', () => {
  expect(() => history(days, 50)).not.toThrow();
  expect(() => history(days, 52)).toThrow('current_utilization_pct');
  const withoutOne = days.filter((_, index) => index !== 10);
  for (const some of [withoutOne, days.slice(1), [...withoutOne, dayOf(31)]]) {
    expect(() => history(some, 45)).toThrow('not to be false');
  }
});

const emptyForecast = (actuals_through: string | null, figures: object) => () =>
  judge('forecast.empty-has-no-figures', { sparkline: [], actuals_through, ...figures });

test('allows booked costs without a forecast, if all their days are thin', () => {
  expect(emptyForecast('2026-06-29', { booked_to_date: 12, daily_rate: null })).not.toThrow();
  expect(emptyForecast('2026-06-29', { booked_to_date: 12, daily_rate: 12 })).toThrow('are null');
  expect(emptyForecast(null, { booked_to_date: 12 })).toThrow('booked_to_date');
});

/** Each check with percentages, as they are and as a server with fewer decimals shows them. */
const percentages: Readonly<Record<string, (shown: (value: number) => number) => unknown>> = {
  'coverage.rate-is-weighted-by-dollars': (shown) => ({
    services: [
      { covered_monthly: 7290, on_demand_monthly: 2710, coverage_pct: shown(72.9) },
      { covered_monthly: 5044, on_demand_monthly: 4956, coverage_pct: shown(50.44) },
    ],
  }),
  'coverage.instruments-make-the-service': (shown) => ({
    services: [
      {
        covered_monthly: 7088,
        coverage_pct: shown(70.88),
        instruments: [
          { covered_monthly: 4044, coverage_pct: shown(40.44) },
          { covered_monthly: 3044, coverage_pct: shown(30.44) },
        ],
      },
    ],
  }),
  'utilization.rates-of-periods-follow-from-hours': (shown) => ({
    services: [{ days: [{ capacity_pct: shown(50.44), capacity_used: 5044, capacity_total: 10000 }] }],
  }),
  'utilization.dimensions-follow-from-the-hours': (shown) => ({
    services: [{ dimensions: [{ key: 'units', utilization_pct: shown(50.44), used: 5044, total: 10000 }] }],
  }),
  'commitments.days-have-their-own-rate': (shown) => ({
    utilization_history: [{ utilization_pct: shown(50.44), used_hours: 5044, purchased_hours: 10000 }],
  }),
  'commitments.history-makes-the-utilization': (shown) => ({
    start_date: '2026-06-01',
    current_utilization_pct: shown(50.44),
    utilization_history: [{ date: '2026-06-01', used_hours: 5044, purchased_hours: 10000 }],
  }),
  'commitments.trend-fits-the-history': (shown) => ({
    utilization_slope_pp_30d: shown(-13.2),
    utilization_history: [50.88, 50.44, 50].map((value, index) => ({
      ...dayOf(index + 1),
      utilization_pct: shown(value),
    })),
  }),
  'costs.change-follows-from-costs': (shown) => ({
    items: [{ cost: 15044, previous_cost: 10000, change_percentage: shown(50.44) }],
  }),
  'costs.change-of-dates-follows-from-values': (shown) => ({
    totals_by_date: [
      { value: 10000, change_percentage: null },
      { value: 15044, change_percentage: shown(50.44) },
    ],
  }),
};

test.each(Object.entries(percentages))('%s allows percentages of any number of decimals', (id, data) => {
  const shownWith = (decimals: number) => (value: number) => Number(value.toFixed(decimals));
  for (const decimals of [0, 1, 2, 8]) {
    expect(() => judge(id, data(shownWith(decimals))), `${decimals} decimals`).not.toThrow();
  }
  const wrong = [1.1];
  expect(() =>
    judge(
      id,
      data((value) => value * (wrong.pop() ?? 1)),
    ),
  ).toThrow(/is not|violates/);
});

test('finds a whole number that is wrong between percentages with decimals', () => {
  const services = [
    { covered_monthly: 7290, on_demand_monthly: 2710, coverage_pct: 72.9 },
    { covered_monthly: 5044, on_demand_monthly: 4956, coverage_pct: 50.44 },
  ];
  const totals = { covered_monthly: 12334, on_demand_monthly: 7666, coverage_pct: 62 };
  expect(() => judge('coverage.rate-is-weighted-by-dollars', { totals, services })).toThrow('coverage_pct');
});
