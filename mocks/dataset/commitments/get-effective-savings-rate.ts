import { getOrInsert } from '../../../src/get-or-insert.js';
import type { OperationHandler } from '../../types.js';
import { firstDayOf, isoMonth, lastDayOf, type Month, monthOf, parseMonth } from '../calendar.js';
import { type Context, lastActualDay, type Range, todayOf } from '../context.js';
import { type AccountRef, addSavings, noSavings, type Savings } from '../ledger/figures.js';
import { compareAmounts, isZero, type Micros, percent, round, share, usd } from '../money.js';
import { savingsByAccount } from './savings-rate.js';

/** On-demand equivalent and effective cost of one month, for the organization and each account. */
export function getEffectiveSavingsRate(context: Context): OperationHandler {
  return ({ query }) => {
    const month = query.period === undefined ? lastMonth(context) : (parseMonth(query.period) as Month);
    const scope = query.scope as 'eligible' | 'all';
    return {
      data: context.memo(`esr ${month} ${scope}`, () => savingsRate(context, month, scope)),
    };
  };
}

/** The last complete month. */
export function lastMonth(context: Context): Month {
  return monthOf(todayOf(context)) - 1;
}

/** The days of a month that have costs. */
export function daysOf(context: Context, month: Month): Range {
  return {
    first: Math.max(firstDayOf(month), context.ledger.firstDay),
    last: Math.min(lastDayOf(month), lastActualDay(context)),
  };
}

function savingsRate(context: Context, month: Month, scope: 'eligible' | 'all') {
  const { measured, unmeasured } = savingsIn(context, daysOf(context, month), scope);
  const totals = noSavings();
  for (const [, savings] of measured) addSavings(totals, savings);
  // Unmeasured costs are known only from the bill.
  const billed = unmeasured.reduce((sum, [, savings]) => sum + savings.effective, 0);
  return {
    period: isoMonth(month),
    scope,
    measured_share_pct:
      measured.length > 0 && unmeasured.length === 0 ? 100 : measuredShare(totals.onDemandEquivalent, billed),
    totals: measured.length === 0 ? unmeasuredRate : rateOf(totals),
    accounts: [
      ...measured
        .sort(([, one], [, other]) => compareAmounts(other.onDemandEquivalent, one.onDemandEquivalent))
        .map(([account, savings]) => ({ ...nameOf(account), ...rateOf(savings) })),
      ...unmeasured
        .sort(([, one], [, other]) => compareAmounts(other.effective, one.effective))
        .map(([account]) => ({ ...nameOf(account), ...unmeasuredRate })),
    ],
  };
}

/** Savings by account, of providers that are measured and of others. */
function savingsIn(context: Context, days: Range, scope: 'eligible' | 'all') {
  const measured = new Map<string | null, [AccountRef, Savings]>();
  const unmeasured = new Map<string | null, [AccountRef, Savings]>();
  for (const provider of days.first <= days.last ? context.ledger.seedData.providers : []) {
    const target = provider.measured && provider.hasListPrices ? measured : unmeasured;
    for (const [account, savings] of savingsByAccount(context, provider.id, days, scope)) {
      // An account without usage can hold unused commitment.
      if (isZero(savings.onDemandEquivalent) && isZero(savings.effective)) continue;
      // Usage without an account of several providers is one group.
      const [, sum] = getOrInsert(target, account.id, () => [account, noSavings()]);
      addSavings(sum, savings);
    }
  }
  return { measured: [...measured.values()], unmeasured: [...unmeasured.values()] };
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
