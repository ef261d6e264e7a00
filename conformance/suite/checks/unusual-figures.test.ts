import { expect, test } from 'vitest';
import { passiveCheck } from '../../../tests/support/passive-check.js';
import { Finding, NotApplicable } from '../../engine/judge/outcome.js';

/** What a check finds in the data of a response: nothing, if it does not apply. */
function findingOf(id: string, data: unknown): string | undefined {
  const { check, exchange } = passiveCheck(id, data);
  if (check.when?.(exchange) === false) return undefined;
  try {
    check.run(exchange);
    return undefined;
  } catch (error) {
    if (error instanceof Finding) return error.message;
    if (error instanceof NotApplicable) return undefined;
    throw error;
  }
}

const volatility = { on_demand_hourly_avg: 1.2346, on_demand_hourly_min: 0, volatility_ratio: 1 };
const ofYear = { kind: 'reserved_instance', state: 'active', term_months: 12 };
const option = (held_units_equivalent: number) => ({
  term_months: 12,
  held_units_equivalent,
  idle_units: 0,
  spill_units: 1.5,
});

type Case = readonly [
  id: string,
  data: (value: any) => unknown,
  values: readonly [right: unknown, wrong: unknown],
];

/** Data with a value that a correct server can have, and with one that is wrong. */
const cases: Readonly<Record<string, Case>> = {
  'no change from a refund': [
    'costs.change-is-known-with-previous-cost',
    (previous_cost) => ({ items: [{ cost: 80, previous_cost, change_percentage: null }] }),
    [-120, 120],
  ],
  'rounded factors of a saving': [
    'audits.line-is-quantity-times-price',
    (savings_usd) => ({ lines: [{ usage_quantity: 12.35, unit_price_usd: 32.77, savings_usd }] }),
    [404.55, 405.55],
  ],
  'corrections of what was purchased': [
    'utilization.used-fits-in-purchased',
    (utilization_pct) => ({ services: [{ used_hours: 720, purchased_hours: 712, utilization_pct }] }),
    [null, 100],
  ],
  'a commitment that was returned on its first day': [
    'commitments.end-is-after-start',
    (end_date) => ({ items: [{ id: 'ri-1', start_date: '2026-06-01', end_date }] }),
    ['2026-06-01', '2026-05-31'],
  ],
  'a reservation that replaces another one until the end of that': [
    'inventory.term-fits-the-dates',
    (offering_class) => ({ rows: [{ ...ofYear, offering_class, start: '2026-02-01', end: '2026-09-01' }] }),
    ['convertible', 'standard'],
  ],
  'commitments of unknown accounts': [
    'commitments.account-has-one-name',
    (account_id) => ({
      items: ['A', 'B'].map((account_name) => ({ account_id, provider: 'provider_b', account_name })),
    }),
    ['', '1'],
  ],
  'renewal options without any price': [
    'renewals.exactly-one-option-is-recommended',
    (term_total) => ({ options: [], contract: { term_total, recommended: false } }),
    [null, 100],
  ],
  'a utilization that is rounded to 100 %': [
    'portfolio.saturated-has-nothing-to-resize',
    (rightsizing_monthly) => ({
      rows: [{ utilization_pct: 100, saturated: false, fee_monthly_list: 1000, rightsizing_monthly }],
    }),
    [4, 6],
  ],
  'an average of four decimals': [
    'coverage.uncovered-figures-follow',
    (on_demand_monthly) => [{ ...volatility, on_demand_monthly }],
    [901.23, 901.83],
  ],
  'an hourly fee of four decimals': [
    'inventory.figures-follow-from-each-other',
    (recurring_monthly) => ({ rows: [{ id: 'sp-1', recurring_hourly: 0.6173, recurring_monthly }] }),
    [450.59, 451.59],
  ],
  'a service without an instrument': [
    'coverage.grid-is-measured-or-not',
    (commitment_count) => ({
      measured: true,
      services: [{ service: 'queues', sp: { commitment_count, uncovered_monthly: null } }],
    }),
    [0, 1],
  ],
  'a utilization without a coverage': [
    'commitments.utilization-has-a-history',
    (current_coverage_pct) => ({
      ...{ current_utilization_pct: 90, current_coverage_pct },
      ...{ utilization_history: [{}], coverage_history: [] },
    }),
    [null, 50],
  ],
  'units of two decimals': [
    'renewals.options-meet-the-same-demand',
    (units) => ({ options: [option(units), option(4)] }),
    [4.01, 4.1],
  ],
  'an hourly price of four decimals over three years': [
    'renewals.term-total-follows-from-prices',
    (term_total) => ({ options: [{ upfront: 0, recurring_hourly: 0.1235, term_months: 36, term_total }] }),
    [3244.26, 3240.26],
  ],
  'a row that ended some hours ago': [
    'portfolio.expiring-rows-end-soon',
    (end_at) => ({ totals: { expiring_within_30d: 0 }, rows: [{ id: 'ri-1', end_at }] }),
    ['2026-06-30T09:00:00Z', '2026-07-02T09:00:00Z'],
  ],
  'an account that only pays for unused commitments': [
    'overview.account-is-measured-or-not',
    (monthly_saved) => ({
      accounts: [{ account_id: 'payer', monthly_spend: 1080, esr_pct: null, monthly_saved }],
    }),
    [-1080, 1080],
  ],
  'usage without any price': [
    'savings-rate.measured-share-fits-the-accounts',
    (negotiated_saved) => ({
      ...{ measured_share_pct: 0, totals: { negotiated_saved } },
      accounts: [{ measured: true }],
    }),
    [0, 10],
  ],
};

test.each(Object.entries(cases))('%s', (_, [id, data, values]) => {
  const [right, wrong] = values.map((value) => findingOf(id, data(value)));
  expect([right, typeof wrong]).toEqual([undefined, 'string']);
});
