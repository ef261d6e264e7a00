// @ts-check

/**
 * `find` returns the row of the case, or undefined; `fields` are the fields to show.
 *
 * @typedef {[request: string, find: (data: any) => any, fields: string]} Case
 */

const inventory = '/api/v1/commitments/inventory?instrument=ri&state=';
const esr = '/api/v1/commitments/esr?scope=eligible';
const coverage = '/api/v1/commitments/coverage-rates';
const breakdown = '/api/v1/providers/provider_a/costs/breakdown?group_by';
const budgets = '/api/v1/providers/provider_b/budgets';
const contracts = '/api/v1/commitments/contracts';
const contract = 'vendor contract_usd consumed_usd metered_usd shortfall_usd billed_usd';
const covered = 'covered_monthly on_demand_monthly coverage_pct';
/** The clock of the default dataset. */
const now = '2026-06-15T12:00:00Z';

/** @param {readonly any[]} rows @param {(row: any) => boolean} matches */
const first = (rows, matches) => rows.find(matches);

/** @param {readonly any[]} all @param {(month: any) => boolean} matches */
function latestMonth(all, matches) {
  const found = all.find(({ months }) => matches(months.at(-1)));
  return found && { vendor: found.vendor, ...found.months.at(-1) };
}

/** @param {any} data */
function fullInvoice({ items }) {
  const month = first(items, ({ by_cost_type: type }) => type.tax > 0 && type.adjustment < 0);
  return month && { ...month, ...month.by_cost_type };
}

/** @param {any} data */
function linked({ items }) {
  const row = first(items, (one) => one.linked_to?.order === 'second');
  return row && { ...row, after: row.linked_to.recommendation_id };
}

/**
 * Cases that programs often get wrong, with the request that shows each in the default dataset.
 *
 * @type {Readonly<Record<string, Case>>}
 */
export const cases = {
  'payment-failed': [
    `${inventory}payment-failed`,
    ({ rows }) => first(rows, (row) => row.end_at > now),
    'id state end_at unused_monthly',
  ],
  retired: [
    `${inventory}retired`,
    ({ rows }) => first(rows, (row) => row.end_at > now),
    'id state end_at saved_monthly',
  ],
  queued: [
    `${inventory}queued`,
    ({ rows }) => first(rows, (row) => Date.parse(row.start) > Date.parse(now)),
    'id state start unused_monthly',
  ],
  arn: [
    '/api/v1/commitments?kind=savings_plan',
    ({ items }) => first(items, (row) => /^arn:.*\//.test(row.id)),
    'id kind current_utilization_pct',
  ],
  'discount-only': [
    esr,
    ({ accounts }) => first(accounts, (one) => one.commitment_saved === 0 && one.negotiated_rate_pct > 0),
    'account_name commitment_rate_pct negotiated_rate_pct total_rate_pct',
  ],
  overcommitted: [
    esr,
    ({ accounts }) => first(accounts, (one) => one.commitment_saved < 0),
    'account_name commitment_saved commitment_rate_pct',
  ],
  unmeasured: [
    `${coverage}?provider=provider_c`,
    ({ measured, totals }) => first([totals], (one) => !measured && one.coverage_pct === null),
    covered,
  ],
  'measured-without-usage': [
    `${coverage}?provider=provider_d`,
    ({ measured, totals }) => first([totals], (one) => measured && one.covered_monthly === 0),
    covered,
  ],
  'no-commitment-sold': [
    `${breakdown}=service`,
    ({ items }) => first(items, (row) => row.service === 'object-storage'),
    'service cost previous_cost',
  ],
  uncovered: [
    coverage,
    (data) => first(data.services, (one) => one.coverage_pct === 0),
    `service ${covered}`,
  ],
  'no-price': [
    '/api/v1/commitments/renewal-quote/ri-c0ffee42',
    (data) => first([data], ({ error_message, term }) => error_message !== null && term === null),
    'commitment_id term error_message',
  ],
  'above-the-floor': [contracts, (data) => latestMonth(data, (month) => month.metered_usd > 0), contract],
  'below-the-floor': [contracts, (data) => latestMonth(data, (month) => month.shortfall_usd > 0), contract],
  'last-period': [
    budgets,
    ({ items }) => first(items, (one) => one.amount_kind === 'last_period'),
    'display_name amount_kind amount_usd spent burn_pct',
  ],
  'budget-of-zero': [
    budgets,
    ({ items }) => first(items, (one) => one.amount_usd === 0),
    'display_name amount_usd spent burn_pct',
  ],
  invoice: [
    '/api/v1/providers/provider_b/costs/invoices',
    fullInvoice,
    'invoice_month regular tax adjustment rounding_error total',
  ],
  unallocated: [
    `${breakdown}=virtual_tag&virtual_tag_key=vtk-cost-center`,
    ({ items }) => first(items, (row) => row.virtual_tag_value === '__unallocated__' && row.cost > 0),
    'virtual_tag_key virtual_tag_value cost',
  ],
  linked: ['/api/v1/providers/provider_a/recommendations', linked, 'recommendation_id after monthly_savings'],
};
