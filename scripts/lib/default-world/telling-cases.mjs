// @ts-check

/**
 * A case that programs get wrong, and where it is to be found in the default world.
 *
 * @typedef {object} TellingCase
 * @property {string} title
 * @property {string} why what it tells apart
 * @property {string} request the path that shows it
 * @property {(data: any, now: number) => any} find the row that is it; undefined where there is none
 * @property {readonly string[]} shows members of that row to look at
 */

/** @param {number} now @param {{ end_at: string }} row */
const endsLater = (now, row) => Date.parse(row.end_at) > now;
/** @param {readonly any[]} rows @param {string} account */
const ofAccount = (rows, account) => rows.find(({ account_name }) => account_name === account);

/** @type {readonly TellingCase[]} */
export const tellingCases = [
  {
    title: 'A payment that failed, with the end still ahead',
    why: 'It neither runs nor has it expired: whoever works the state out from the dates shows it as active.',
    request: '/api/v1/commitments/inventory?instrument=ri&state=payment-failed',
    find: ({ rows }, now) => rows.find((/** @type {any} */ row) => endsLater(now, row)),
    shows: ['id', 'state', 'end_at', 'unused_monthly'],
  },
  {
    title: 'A commitment sold before its end',
    why: 'It is retired though its end lies ahead, and has no figures of its use.',
    request: '/api/v1/commitments/inventory?instrument=ri&state=retired',
    find: ({ rows }, now) => rows.find((/** @type {any} */ row) => endsLater(now, row)),
    shows: ['id', 'state', 'end_at', 'saved_monthly'],
  },
  {
    title: 'A commitment that waits for its start',
    why: 'It is queued: it costs nothing and covers nothing yet.',
    request: '/api/v1/commitments/inventory?instrument=ri&state=queued',
    find: ({ rows }, now) => rows.find((/** @type {any} */ row) => Date.parse(row.start) > now),
    shows: ['id', 'state', 'start', 'unused_monthly'],
  },
  {
    title: 'An id with colons and a slash',
    why: 'The id of a savings plan is an ARN; in a path each colon and slash of it is percent-encoded once.',
    request: '/api/v1/commitments?kind=savings_plan',
    find: ({ items }) => items.find((/** @type {any} */ row) => /^arn:.*\//.test(row.id)),
    shows: ['id', 'kind', 'current_utilization_pct'],
  },
  {
    title: 'A discount without any commitment',
    why: 'Its commitments save nothing, so its rate is 0 however large the discount is.',
    request: '/api/v1/commitments/esr?scope=eligible',
    find: ({ accounts }) => {
      const account = ofAccount(accounts, 'research');
      return account?.commitment_saved === 0 && account.negotiated_rate_pct > 0 ? account : undefined;
    },
    shows: ['account_name', 'commitment_rate_pct', 'negotiated_rate_pct', 'total_rate_pct'],
  },
  {
    title: 'An account that committed to more than it uses',
    why: 'Unused commitment costs it more than the rest saves, so the saving is negative and stays so.',
    request: '/api/v1/commitments/esr?scope=eligible',
    find: ({ accounts }) => accounts.find((/** @type {any} */ one) => one.commitment_saved < 0),
    shows: ['account_name', 'commitment_saved', 'commitment_rate_pct'],
  },
  {
    title: 'A provider that nobody has measured',
    why: 'What is not measured is null; 0 would say that nothing is covered.',
    request: '/api/v1/commitments/coverage-rates?provider=provider_c',
    find: (data) => (data.measured === false && data.totals.coverage_pct === null ? data.totals : undefined),
    shows: ['covered_monthly', 'on_demand_monthly', 'coverage_pct'],
  },
  {
    title: 'A provider that was measured and has no cover',
    why: 'Nothing was used there, and that is known: dollars are 0, and there is nothing to have a share of.',
    request: '/api/v1/commitments/coverage-rates?provider=provider_d',
    find: (data) => (data.measured === true && data.totals.covered_monthly === 0 ? data.totals : undefined),
    shows: ['covered_monthly', 'on_demand_monthly', 'coverage_pct'],
  },
  {
    title: 'A service without any commitment',
    why: 'Nothing is sold that would cover it, so it is in no read about commitments: only the bill tells of it.',
    request: '/api/v1/providers/provider_a/costs/breakdown?group_by=service',
    find: ({ items }) => items.find((/** @type {any} */ row) => row.service === 'object-storage'),
    shows: ['service', 'cost', 'previous_cost'],
  },
  {
    title: 'Spend that nothing covers',
    why: 'A commitment could, and none runs: the coverage of the service is 0, and not null.',
    request: '/api/v1/commitments/coverage-rates',
    find: ({ services }) => services.find((/** @type {any} */ one) => one.coverage_pct === 0),
    shows: ['service', 'covered_monthly', 'on_demand_monthly', 'coverage_pct'],
  },
  {
    title: 'A price that cannot be found',
    why: 'The renewal is unpriced and says why; a price of 0 would look like a gift.',
    request: '/api/v1/commitments/renewal-quote/ri-c0ffee42',
    find: (data) => (data.error_message !== null && data.term === null ? data : undefined),
    shows: ['commitment_id', 'term', 'error_message'],
  },
  {
    title: 'A contract over its floor',
    why: 'The metered charge comes on top of the floor, and is told apart from it.',
    request: '/api/v1/commitments/contracts',
    find: (data) => newest(data, (/** @type {any} */ month) => month.metered_usd > 0),
    shows: ['vendor', 'contract_usd', 'consumed_usd', 'metered_usd', 'shortfall_usd', 'billed_usd'],
  },
  {
    title: 'A contract under its floor',
    why: 'The floor is billed whatever was used; the shortfall is the part that was paid for nothing.',
    request: '/api/v1/commitments/contracts',
    find: (data) => newest(data, (/** @type {any} */ month) => month.shortfall_usd > 0),
    shows: ['vendor', 'contract_usd', 'consumed_usd', 'metered_usd', 'shortfall_usd', 'billed_usd'],
  },
  {
    title: 'A budget that follows the period before',
    why: 'Nobody set its amount: it is what the month before spent.',
    request: '/api/v1/providers/provider_b/budgets',
    find: ({ items }) => items.find((/** @type {any} */ one) => one.amount_kind === 'last_period'),
    shows: ['display_name', 'amount_kind', 'amount_usd', 'spent', 'burn_pct'],
  },
  {
    title: 'A budget of nothing',
    why: 'There is no share of an amount of 0, so `burn_pct` is null.',
    request: '/api/v1/providers/provider_b/budgets',
    find: ({ items }) => items.find((/** @type {any} */ one) => one.amount_usd === 0),
    shows: ['display_name', 'amount_usd', 'spent', 'burn_pct'],
  },
  {
    title: 'An invoice with everything on it',
    why: 'Tax, a refund and a rounding error stand beside the regular charges, and add up to the total.',
    request: '/api/v1/providers/provider_b/costs/invoices',
    find: ({ items }) => {
      const month = items.find(
        (/** @type {any} */ { by_cost_type: { tax, adjustment, rounding_error } }) =>
          tax > 0 && adjustment < 0 && rounding_error !== 0,
      );
      return month && { ...month, ...month.by_cost_type };
    },
    shows: ['invoice_month', 'regular', 'tax', 'adjustment', 'rounding_error', 'total'],
  },
  {
    title: 'Costs that no rule claims',
    why: 'The rest of a virtual tag key is `__unallocated__`, and belongs to the total.',
    request:
      '/api/v1/providers/provider_a/costs/breakdown?group_by=virtual_tag&virtual_tag_key=vtk-cost-center',
    find: ({ items }) =>
      items.find((/** @type {any} */ row) => row.virtual_tag_value === '__unallocated__' && row.cost > 0),
    shows: ['virtual_tag_key', 'virtual_tag_value', 'cost'],
  },
  {
    title: 'Two recommendations about one thing',
    why: 'The second saves on what the first leaves, so their savings do not simply add up.',
    request: '/api/v1/providers/provider_a/recommendations',
    find: ({ items }) => {
      const row = items.find((/** @type {any} */ one) => one.linked_to?.order === 'second');
      return row && { ...row, after: row.linked_to.recommendation_id };
    },
    shows: ['recommendation_id', 'after', 'monthly_savings'],
  },
];

/** @param {readonly any[]} contracts @param {(month: any) => boolean} fits */
function newest(contracts, fits) {
  const contract = contracts.find(({ months }) => fits(months.at(-1)));
  return contract && { vendor: contract.vendor, ...contract.months.at(-1) };
}
