import type { Check } from '../../../../engine/check.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { derived, proposal } from '../../../claims.js';
import { daysOfMonth } from '../../../figures/days.js';
import { amount, type Formula, leastSum, rateOf, shareOf } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { isValue, narrow, type Query } from '../../../figures/queries/query.js';
import { type SavingsScope, savingsQuery, withListPrices } from '../../../figures/queries/savings-query.js';
import { compareTable, type Figure } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { type BillCase, ofBill } from '../bill-check.js';

/** A month, or null for a request without one. */
interface Part {
  readonly month: string | null;
  readonly scope: SavingsScope;
}

export const savingsChecks: readonly Check[] = [
  ofBill('getEffectiveSavingsRate', {
    id: 'bill.savings-are-split-by-what-earned-them',
    ...derived,
    source: 'Effective savings rate',
    requirement:
      'With `scope=all`, `negotiated_saved` is list cost less contracted cost of usage, and `commitment_saved` is its contracted cost less the effective cost of usage and unused commitments.',
    requests: 4,
    of: (billCase) => [{ month: null, scope: 'all' } as const, ...monthsIn(billCase, 'all')],
    compare: compareMonth,
  }),
  ofBill('getEffectiveSavingsRate', {
    id: 'bill.eligible-savings-are-of-services-with-commitments',
    ...proposal,
    requirement: 'With `scope=eligible`, savings are those of services that have at least one commitment.',
    requests: 3,
    of: (billCase) => monthsIn(billCase, 'eligible'),
    compare: compareMonth,
  }),
];

function monthsIn({ providers }: BillCase, scope: SavingsScope): Part[] {
  const months = [...new Set(providers.flatMap(({ months: own }) => own))];
  if (months.length === 0) throw new NotApplicable('the bill has no complete month');
  return months.slice(0, 3).map((month) => ({ month, scope }));
}

const whole = 'on_demand_equivalent';
const saved = 'negotiated_saved + commitment_saved';
const proposed = { basis: 'proposed' } as const;

/** It is the sum of the two others, each of which is rounded. */
const rateOfBoth: Formula = (from, days) => {
  const rate = rateOf(saved, whole)(from, days);
  return { ...rate, terms: 2, slack: 2 * (rate.slack ?? 0) };
};

/**
 * The figures of a rate.
 *
 * @param isStated whether the service states what the savings are of; which charges are compared is only proposed
 */
function figuresOf(isStated: boolean): Figure[] {
  // What takes the place of an unknown price is open.
  const more = ({ figures }: ExpectedRow) => (isStated && !figures.unknown_prices ? {} : proposed);
  const requiredIf = (_: ExpectedRow, row: any) => row?.measured !== false;
  const rate = { required: 'known', requiredIf, ...proposed } as const;
  return [
    { field: whole, is: amount(whole), ...proposed },
    { field: 'effective_cost', is: amount('effective_cost'), ...proposed },
    { field: 'negotiated_saved', is: amount('negotiated_saved'), more },
    { field: 'commitment_saved', is: amount('commitment_saved'), more },
    { field: 'total_saved', is: amount(saved), more },
    { field: 'negotiated_rate_pct', is: rateOf('negotiated_saved', whole), ...rate },
    { field: 'commitment_rate_pct', is: rateOf('commitment_saved', whole), ...rate },
    { field: 'total_rate_pct', is: rateOfBoth, ...rate },
  ];
}

/** The share of usage whose prices are known, unless corrections make it none. */
const measuredShare: Figure = {
  ...{ field: 'measured_share_pct', is: shareOf(`${whole} - unpriced_cost`, whole) },
  ...{ basis: 'proposed', deviation: 'preference', slack: 0 },
};

async function compareMonth(billCase: BillCase, { month, scope }: Part): Promise<void> {
  const { bill, providers } = billCase;
  const query = { period: month ?? undefined, scope };
  const read = await billCase.read('getEffectiveSavingsRate', null, { query });
  const { period, accounts } = read.data;
  if (typeof period !== 'string' || !/^\d{4}-\d\d$/.test(period)) return;
  const { first, last } = daysOfMonth(period);
  // Without a period, the last complete month is measured if the bill has it.
  if (month === null && (first < read.days.first || last > read.days.last)) return;
  const ids = providers.map(({ id }) => id);
  const { query: usage, isPart } = await withListPrices(bill, savingsQuery(month ?? period, ids, scope));
  const measured = measuredUsage(usage, rowsOf(accounts));
  if (measured) {
    const figures = month === null ? [ofLastMonth] : figuresOf(scope === 'all' && !isPart);
    await compareTable(read, { path: 'totals', query: measured, figures });
    const isWhole = month !== null && measured.where.length === usage.where.length && !isPart;
    if (isWhole) await compareTable(read, { query: measured, figures: [measuredShare] });
  }
  if (month === null) return;
  const table = { path: 'accounts[]', query: { ...usage, groupBy: { account_id: 'SubAccountId' } } };
  await compareTable(read, {
    ...{ ...table, figures: figuresOf(scope === 'all' && !isPart), pick: 'only' },
    ...(scope === 'all' ? { missing: amount('effective_cost') } : {}),
    // Which usage without an account is listed is open.
    mayLack: ({ account_id }) => account_id === null,
  });
  const rows = rowsOf(accounts).filter((account) => account.measured !== false);
  const order = [whole, 'effective_cost'];
  await compareTable(read, { ...table, rows, figures: [], order, pick: 'only' });
}

/** Without a period; accounts whose costs are all zero may be left out. */
const ofLastMonth: Figure = {
  ...{ field: whole, is: amount(whole), required: 'shown', ...proposed },
  requiredIf: ({ figures }) => Math.abs(figures[whole] ?? 0) >= leastSum,
};

/**
 * Returns the query without the accounts that are not measured; null if only a part of an account is, as of usage
 * without an account of several providers.
 */
function measuredUsage(query: Query, accounts: readonly any[]): Query | null {
  const isUnmeasured = ({ measured }: any) => measured === false;
  const unmeasured = new Set(accounts.filter(isUnmeasured).map(({ account_id }) => account_id));
  if (accounts.some((one) => !isUnmeasured(one) && unmeasured.has(one.account_id))) return null;
  // Usage without an account has an empty id, which the service states to be a text.
  const without = [...unmeasured].map(
    (id) => `(${isValue('SubAccountId', id ? String(id) : null)}) IS NOT TRUE`,
  );
  return narrow(query, ...without);
}
