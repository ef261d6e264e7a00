import type { Check } from '../../../../engine/check.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { show } from '../../../../engine/show.js';
import { plain } from '../../../figures/comparison.js';
import { daysOfMonth } from '../../../figures/days.js';
import { leastSum, percent, roundedParts, share } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { isValue, type Query } from '../../../figures/queries/query.js';
import { savingsQuery, withListPrices } from '../../../figures/queries/savings-query.js';
import { requestTo } from '../../../request-to.js';
import { ownerOf } from '../../savings-rate/rate.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { type BillCase, ofBill } from '../bill-check.js';
import { compareOrder } from '../costs/compare-order.js';

type Scope = 'eligible' | 'all';

/** Amounts of a rate and the percentages that are computed from them. */
const amounts = [
  'on_demand_equivalent',
  'effective_cost',
  'negotiated_saved',
  'commitment_saved',
  'total_saved',
];
const parts = ['negotiated_saved', 'commitment_saved'];
const split = new Set([...parts, 'total_saved']);
const rates = {
  negotiated_rate_pct: 'negotiated_saved',
  commitment_rate_pct: 'commitment_saved',
  total_rate_pct: 'total_saved',
};

export const savingsChecks: readonly Check[] = [
  ofBill('getEffectiveSavingsRate', {
    id: 'bill.savings-are-split-by-what-earned-them',
    level: 'MUST',
    basis: 'derived',
    requirement:
      'With `scope=all`, `negotiated_saved` is list cost less contracted cost of usage, and `commitment_saved` is its contracted cost less the effective cost of usage and unused commitments.',
    source: 'Effective savings rate',
    requests: 4,
    compare: (billCase) => compareMonths(billCase, 'all'),
  }),
  ofBill('getEffectiveSavingsRate', {
    id: 'bill.eligible-savings-are-of-services-with-commitments',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'With `scope=eligible`, savings are those of services that have at least one commitment.',
    requests: 3,
    compare: (billCase) => compareMonths(billCase, 'eligible'),
  }),
];

async function compareMonths(billCase: BillCase, scope: Scope): Promise<void> {
  const months = [...new Set(billCase.providers.flatMap(({ months: own }) => own))];
  if (months.length === 0) throw new NotApplicable('the bill has no complete month');
  if (scope === 'all') await billCase.comparison.part(() => compareLastMonth(billCase));
  for (const month of months.slice(0, 3))
    await billCase.comparison.part(() => compareMonth(billCase, month, scope));
}

async function compareMonth(
  { probe, bill, comparison, providers }: BillCase,
  month: string,
  scope: Scope,
): Promise<void> {
  const ids = providers.map(({ id }) => id);
  const { query, isPart } = await withListPrices(bill, savingsQuery(month, ids, scope));
  const exchange = await successOf(
    probe,
    requestTo('getEffectiveSavingsRate', { query: { period: month, scope } }),
  );
  const { totals, accounts } = dataOf(exchange);
  const measured = measuredUsage(query, rowsOf(accounts));
  if (measured) {
    const from = await bill.total(measured);
    compareRate(comparison, { rate: totals, from, exchange, scope, isPart });
    if (measured.where.length === query.where.length && !isPart) compareShare(comparison, from, exchange);
  }
  const byAccount = await bill.expected({ ...query, groupBy: { account_id: 'SubAccountId' } });
  compareAccountOrder(comparison, { accounts: rowsOf(accounts), byAccount, exchange });
  for (const from of byAccount) {
    const [rate, ...more] = rowsOf(accounts).filter(
      ({ account_id }) => (account_id || null) === from.group.account_id,
    );
    if (rate && more.length === 0) compareRate(comparison, { rate, from, exchange, scope, isPart });
    if (!rate && scope === 'all') reportMissing(comparison, from, exchange);
  }
}

/** Compares the share of usage whose prices are known, if every account is measured and corrections leave it between 0 and 100 %. */
function compareShare(
  comparison: BillCase['comparison'],
  from: ExpectedRow,
  exchange: CompleteExchange,
): void {
  const { on_demand_equivalent: whole, unpriced_cost: unpriced } = from.figures;
  const expected = share((whole ?? 0) - (unpriced ?? 0), whole);
  if (expected === null) return;
  comparison.figure({
    name: '`measured_share_pct`',
    actual: dataOf(exchange).measured_share_pct,
    expected,
    figures: ['unpriced_cost', 'on_demand_equivalent'],
    formula: '100 × (on_demand_equivalent - unpriced_cost) / on_demand_equivalent',
    from,
    exchange,
    unit: 'measure',
    basis: 'proposed',
    deviation: 'preference',
  });
}

/** Reports an account that is not listed. Which usage without an account is listed is open. */
function reportMissing(
  comparison: BillCase['comparison'],
  from: ExpectedRow,
  exchange: CompleteExchange,
): void {
  const { effective_cost: cost } = from.figures;
  const { account_id: id } = from.group;
  if (id === null || Math.abs(cost ?? 0) < 0.01) return;
  comparison.violation(
    { message: `\`accounts\` lacks ${show(id)}.`, actual: 'no such account', exchange, basis: 'proposed' },
    from,
    `effective_cost ${plain(cost ?? 0)}`,
  );
}

/**
 * Returns the query without the accounts that are not measured; null if only a part of an account is, as of usage
 * without an account of several providers.
 */
function measuredUsage(query: Query, accounts: readonly any[]): Query | null {
  const idsOf = (isMeasured: boolean) =>
    accounts
      .filter(({ measured }) => (measured === false) !== isMeasured)
      .map(({ account_id }) => account_id);
  const unmeasured = idsOf(false);
  if (idsOf(true).some((id) => unmeasured.includes(id))) return null;
  // Usage without an account has an empty id, which the service states to be a text.
  const without = unmeasured.map((id) => `(${isValue('SubAccountId', id ? String(id) : null)}) IS NOT TRUE`);
  return { ...query, where: [...query.where, ...without] };
}

/** Compares the order of the measured accounts, which may be that of either amount. */
function compareAccountOrder(
  comparison: BillCase['comparison'],
  {
    accounts,
    byAccount,
    exchange,
  }: { accounts: readonly any[]; byAccount: readonly ExpectedRow[]; exchange: CompleteExchange },
): void {
  const measured = accounts.filter((account) => account.measured !== false);
  const idsOf = new Set(measured.map(({ account_id }) => account_id || null));
  // An account of several providers may be listed for each.
  if (idsOf.size < measured.length) return;
  compareOrder(comparison, {
    name: '`accounts`',
    shown: measured.map(({ account_id }) =>
      byAccount.find(({ group }) => group.account_id === (account_id || null)),
    ),
    group: 'account_id',
    figures: ['on_demand_equivalent', 'effective_cost'],
    exchange,
  });
}

function compareRate(
  comparison: BillCase['comparison'],
  {
    rate,
    from,
    exchange,
    scope,
    isPart,
  }: { rate: any; from: ExpectedRow; exchange: CompleteExchange; scope: Scope; isPart: boolean },
): void {
  const { negotiated_saved, commitment_saved } = from.figures;
  const expected = { ...from.figures, total_saved: (negotiated_saved ?? 0) + (commitment_saved ?? 0) };
  const of = (name: string) => (expected as Record<string, number | null>)[name] ?? null;
  for (const name of amounts) {
    comparison.figure({
      name: `\`${name}\` of ${ownerOf(rate)}`,
      actual: rate?.[name],
      expected: of(name),
      from,
      ...(name === 'total_saved' ? { figures: parts, formula: parts.join(' + ') } : { figures: [name] }),
      exchange,
      // Which charges are compared is only proposed, and so is what takes the place of an unknown price; what earned a
      // saving is stated.
      ...(scope === 'all' && !isPart && !from.figures.unknown_prices && split.has(name)
        ? {}
        : { basis: 'proposed' as const }),
    });
  }
  for (const [name, amount] of Object.entries(rates)) {
    const whole = of('on_demand_equivalent');
    const value = percent(of(amount), whole);
    comparison.figure({
      name: `\`${name}\` of ${ownerOf(rate)}`,
      actual: rate?.[name],
      expected: value,
      formula: `100 × ${amount === 'total_saved' ? '(negotiated_saved + commitment_saved)' : amount} / on_demand_equivalent`,
      from,
      figures: [...(amount === 'total_saved' ? parts : [amount]), 'on_demand_equivalent'],
      exchange,
      unit: 'measure',
      isRequired: rate?.[name] === null && rate.measured !== false,
      // It is the sum of the two others, each of which is rounded.
      terms: name === 'total_rate_pct' ? 2 : 1,
      slack: roundedParts(value, whole) * (name === 'total_rate_pct' ? 2 : 1),
      basis: 'proposed',
    });
  }
}

/** Without a period, the last complete month is measured if the bill has it. */
async function compareLastMonth({ probe, bill, comparison, providers }: BillCase): Promise<void> {
  const exchange = await successOf(probe, requestTo('getEffectiveSavingsRate', { query: { scope: 'all' } }));
  const { period, totals, accounts } = dataOf(exchange);
  const days = providers[0]?.days;
  if (typeof period !== 'string' || !/^\d{4}-\d\d$/.test(period) || days === undefined) return;
  const { first, last } = daysOfMonth(period);
  if (first < days.first || last > days.last) return;
  const ids = providers.map(({ id }) => id);
  const { query } = await withListPrices(bill, savingsQuery(period, ids, 'all'));
  const measured = measuredUsage(query, rowsOf(accounts));
  if (!measured) return;
  const from = await bill.total(measured);
  comparison.figure({
    name: '`on_demand_equivalent` of `totals` without `period`',
    actual: totals?.on_demand_equivalent,
    expected: from.figures.on_demand_equivalent ?? null,
    figures: ['on_demand_equivalent'],
    from,
    exchange,
    basis: 'proposed',
    // Accounts whose costs are all zero may be left out.
    isRequired: Math.abs(from.figures.on_demand_equivalent ?? 0) >= leastSum,
  });
}
