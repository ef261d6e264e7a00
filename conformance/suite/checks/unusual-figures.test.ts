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

const reserved = { account_id: '', provider: 'provider_b' };
const ofYear = { kind: 'reserved_instance', state: 'active', term_months: 12 };
const option = (held_units_equivalent: number) => ({
  term_months: 12,
  held_units_equivalent,
  idle_units: 0,
  spill_units: 1.5,
});

/** Data that a correct server can have, and data that are wrong. */
const cases: readonly [what: string, id: string, right: unknown, wrong: unknown][] = [
  [
    'no change from a refund',
    'costs.change-is-known-with-previous-cost',
    { items: [{ cost: 80, previous_cost: -120, change_percentage: null }] },
    { items: [{ cost: 80, previous_cost: 120, change_percentage: null }] },
  ],
  [
    'rounded factors of a saving',
    'audits.line-is-quantity-times-price',
    { lines: [{ usage_quantity: 12.35, unit_price_usd: 32.77, savings_usd: 404.55 }] },
    { lines: [{ usage_quantity: 12.35, unit_price_usd: 32.77, savings_usd: 405.55 }] },
  ],
  [
    'corrections of what was purchased',
    'utilization.used-fits-in-purchased',
    { services: [{ used_hours: 720, purchased_hours: 712, utilization_pct: null }] },
    { services: [{ used_hours: 720, purchased_hours: 712, utilization_pct: 100 }] },
  ],
  [
    'a commitment that was returned on its first day',
    'commitments.end-is-after-start',
    { items: [{ id: 'ri-1', start_date: '2026-06-01', end_date: '2026-06-01' }] },
    { items: [{ id: 'ri-1', start_date: '2026-06-01', end_date: '2026-05-31' }] },
  ],
  [
    'a reservation that replaces another one until the end of that',
    'inventory.term-fits-the-dates',
    { rows: [{ ...ofYear, offering_class: 'convertible', start: '2026-02-01', end: '2026-09-01' }] },
    { rows: [{ ...ofYear, offering_class: 'standard', start: '2026-02-01', end: '2026-09-01' }] },
  ],
  [
    'commitments of unknown accounts',
    'commitments.account-has-one-name',
    {
      items: [
        { ...reserved, account_name: 'A' },
        { ...reserved, account_name: 'B' },
      ],
    },
    { items: ['A', 'B'].map((account_name) => ({ ...reserved, account_id: '1', account_name })) },
  ],
  [
    'renewal options without any price',
    'renewals.exactly-one-option-is-recommended',
    { options: [], contract: { term_total: null, recommended: false } },
    { options: [], contract: { term_total: 100, recommended: false } },
  ],
  [
    'a utilization that is rounded to 100 %',
    'portfolio.saturated-has-nothing-to-resize',
    { rows: [{ utilization_pct: 100, saturated: false, fee_monthly_list: 1000, rightsizing_monthly: 4 }] },
    { rows: [{ utilization_pct: 100, saturated: false, fee_monthly_list: 1000, rightsizing_monthly: 6 }] },
  ],
  [
    'an average of four decimals',
    'coverage.uncovered-figures-follow',
    [
      {
        on_demand_hourly_avg: 1.2346,
        on_demand_monthly: 901.23,
        on_demand_hourly_min: 0,
        volatility_ratio: 1,
      },
    ],
    [
      {
        on_demand_hourly_avg: 1.2346,
        on_demand_monthly: 901.83,
        on_demand_hourly_min: 0,
        volatility_ratio: 1,
      },
    ],
  ],
  [
    'an hourly fee of four decimals',
    'inventory.figures-follow-from-each-other',
    { rows: [{ id: 'sp-1', recurring_hourly: 0.6173, recurring_monthly: 450.59 }] },
    { rows: [{ id: 'sp-1', recurring_hourly: 0.6173, recurring_monthly: 451.59 }] },
  ],
  [
    'a service without an instrument',
    'coverage.grid-is-measured-or-not',
    {
      measured: true,
      services: [{ service: 'queues', sp: { commitment_count: 0, uncovered_monthly: null } }],
    },
    {
      measured: true,
      services: [{ service: 'queues', sp: { commitment_count: 1, uncovered_monthly: null } }],
    },
  ],
  [
    'a utilization without a coverage',
    'commitments.utilization-has-a-history',
    {
      current_utilization_pct: 90,
      current_coverage_pct: null,
      utilization_history: [{}],
      coverage_history: [],
    },
    {
      current_utilization_pct: 90,
      current_coverage_pct: 50,
      utilization_history: [{}],
      coverage_history: [],
    },
  ],
  [
    'units of two decimals',
    'renewals.options-meet-the-same-demand',
    { options: [option(4.01), option(4)] },
    { options: [option(4.1), option(4)] },
  ],
  [
    'an hourly price of four decimals over three years',
    'renewals.term-total-follows-from-prices',
    { options: [{ upfront: 0, recurring_hourly: 0.1235, term_months: 36, term_total: 3244.26 }] },
    { options: [{ upfront: 0, recurring_hourly: 0.1235, term_months: 36, term_total: 3240.26 }] },
  ],
  [
    'a row that ended some hours ago',
    'portfolio.expiring-rows-end-soon',
    { totals: { expiring_within_30d: 0 }, rows: [{ id: 'ri-1', end_at: '2026-06-30T09:00:00Z' }] },
    { totals: { expiring_within_30d: 0 }, rows: [{ id: 'ri-1', end_at: '2026-07-02T09:00:00Z' }] },
  ],
  [
    'an account that only pays for unused commitments',
    'overview.account-is-measured-or-not',
    { accounts: [{ account_id: 'payer', monthly_spend: 1080, esr_pct: null, monthly_saved: -1080 }] },
    { accounts: [{ account_id: 'payer', monthly_spend: 1080, esr_pct: null, monthly_saved: 1080 }] },
  ],
  [
    'usage without any price',
    'savings-rate.measured-share-fits-the-accounts',
    { measured_share_pct: 0, totals: { negotiated_saved: 0 }, accounts: [{ measured: true }] },
    { measured_share_pct: 0, totals: { negotiated_saved: 10 }, accounts: [{ measured: true }] },
  ],
];

test.each(cases)('%s: %s', (_, id, right, wrong) => {
  expect([findingOf(id, right), typeof findingOf(id, wrong)]).toEqual([undefined, 'string']);
});
