import { getOrInsert } from '../../../../src/get-or-insert.js';
import type { OperationHandler } from '../../../types.js';
import { firstDayOf, isoMonth, lastDayOf, type Month, parseMonth } from '../../calendar.js';
import { type Context, lastActualDay, lastCompleteMonth, type Range } from '../../context.js';
import { type AccountRef, addSavings, noSavings, type Savings } from '../../ledger/figures.js';
import { compareAmounts, isZero, type Micros, percent, round, share, usd } from '../../money.js';
import { savingsByAccount } from './savings-rate.js';

/** On-demand equivalent and effective cost of one month, for the organization and each account. */
export function getEffectiveSavingsRate(context: Context): OperationHandler {
  return ({ query }) => {
    const month =
      query.period === undefined ? lastCompleteMonth(context) : (parseMonth(query.period) as Month);
    const scope = query.scope as 'eligible' | 'all';
    return { data: context.memo(`esr ${month} ${scope}`, () => savingsRate(context, month, scope)) };
  };
}

/** The days of a month that have costs. */
export function daysOf(context: Context, month: Month): Range {
  return {
    first: Math.max(firstDayOf(month), context.ledger.firstDay),
    last: Math.min(lastDayOf(month), lastActualDay(context)),
  };
}

function savingsRate(context: Context, month: Month, scope: 'eligible' | 'all') {
  const accounts = savingsIn(context, daysOf(context, month), scope);
  const measured = accounts.flatMap(({ account, savings }) =>
    savings === null ? [] : [{ account, savings }],
  );
  const unmeasured = accounts.filter(({ savings }) => savings === null);
  const totals = noSavings();
  for (const { savings } of measured) addSavings(totals, savings);
  // Unmeasured costs are known only from the bill.
  const billed = accounts.reduce((sum, one) => sum + (one.unmeasured ?? 0), 0);
  const isAllMeasured = accounts.every((one) => one.unmeasured === null) && isZero(totals.unpriced);
  return {
    period: isoMonth(month),
    scope,
    measured_share_pct:
      measured.length > 0 && isAllMeasured
        ? 100
        : measuredShare(totals.onDemandEquivalent - totals.unpriced, billed + totals.unpriced),
    totals: measured.length === 0 ? unmeasuredRate : rateOf(totals),
    accounts: [
      ...measured
        .sort((one, other) =>
          compareAmounts(other.savings.onDemandEquivalent, one.savings.onDemandEquivalent),
        )
        .map(({ account, savings }) => ({ ...nameOf(account), ...rateOf(savings) })),
      ...unmeasured
        .sort((one, other) => compareAmounts(other.unmeasured ?? 0, one.unmeasured ?? 0))
        .map(({ account }) => ({ ...nameOf(account), ...unmeasuredRate })),
    ],
  };
}

/** The usage of an account, of all providers. */
interface AccountSavings {
  readonly account: AccountRef;
  /** Of the providers that are measured; null without usage of them. */
  savings: Savings | null;
  /** Billed cost of the usage of other providers; null without any. */
  unmeasured: Micros | null;
}

/** Lists each account once, also one without an id. */
function savingsIn(context: Context, days: Range, scope: 'eligible' | 'all'): readonly AccountSavings[] {
  const accounts = new Map<string | null, AccountSavings>();
  const { providers } = context.ledger.seedData;
  for (const { id, measured, hasListPrices } of days.first <= days.last ? providers : []) {
    for (const [account, savings] of savingsByAccount(context, id, days, scope)) {
      // An account without usage can hold unused commitment.
      if (isEmpty(savings)) continue;
      const own = getOrInsert(accounts, account.id, () => ({ account, savings: null, unmeasured: null }));
      if (measured && hasListPrices) {
        own.savings ??= noSavings();
        addSavings(own.savings, savings);
      } else own.unmeasured = (own.unmeasured ?? 0) + savings.billed;
    }
  }
  return [...accounts.values()];
}

function isEmpty({ onDemandEquivalent, contracted, effective, billed }: Savings): boolean {
  return [onDemandEquivalent, contracted, effective, billed].every(isZero);
}

/** Corrections in a real bill can exceed the usage of a month, of which no share is measured then. */
function measuredShare(measured: Micros, unmeasured: Micros): number {
  return share(measured, measured + unmeasured) ?? (compareAmounts(measured, 0) > 0 ? 100 : 0);
}

/** Both are texts, so they are empty for usage without an account. */
function nameOf({ id, name }: AccountRef) {
  return { account_id: id ?? '', account_name: name ?? '' };
}

const unmeasuredRate = {
  measured: false,
  on_demand_equivalent: null,
  effective_cost: null,
  commitment_saved: null,
  negotiated_saved: null,
  total_saved: null,
  commitment_rate_pct: null,
  negotiated_rate_pct: null,
  total_rate_pct: null,
};

function rateOf(savings: Savings) {
  const { onDemandEquivalent, contracted, effective } = savings;
  const commitment = contracted - effective;
  const negotiated = onDemandEquivalent - contracted;
  const commitmentRate = percent(commitment, onDemandEquivalent);
  const negotiatedRate = percent(negotiated, onDemandEquivalent);
  return {
    measured: true,
    on_demand_equivalent: usd(onDemandEquivalent),
    effective_cost: usd(effective),
    commitment_saved: usd(commitment),
    negotiated_saved: usd(negotiated),
    total_saved: usd(commitment + negotiated),
    commitment_rate_pct: commitmentRate,
    negotiated_rate_pct: negotiatedRate,
    total_rate_pct:
      commitmentRate === null || negotiatedRate === null ? null : round(commitmentRate + negotiatedRate, 2),
  };
}
