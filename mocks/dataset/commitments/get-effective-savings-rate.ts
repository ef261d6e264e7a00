import type { OperationHandler } from '../../types.js';
import { firstDayOf, isoMonth, lastDayOf, type Month, monthOf, parseMonth } from '../calendar.js';
import { type Context, lastActualDay, type Range, todayOf } from '../context.js';
import { type AccountRef, addSavings, noSavings, type Savings } from '../ledger/figures.js';
import { percent, round, usd } from '../money.js';
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
  const days = daysOf(context, month);
  // An account can have usage of several providers.
  const measured = new Map<string | null, [AccountRef, Savings]>();
  const unmeasured: typeof measured = new Map();
  if (days.first <= days.last) {
    for (const provider of context.ledger.seedData.providers) {
      const isMeasured = provider.measured && provider.hasListPrices;
      const accounts = savingsByAccount(context, provider.id, days, scope);
      for (const [account, savings] of accounts) {
        // An account without usage can hold unused commitment.
        const hasCost = savings.onDemandEquivalent !== 0 || savings.effective !== 0;
        if (hasCost) addSavings(savingsOf(isMeasured ? measured : unmeasured, account), savings);
      }
    }
  }
  const totals = noSavings();
  for (const [, savings] of measured.values()) addSavings(totals, savings);
  // Unmeasured costs are known only from the bill.
  const billed = [...unmeasured.values()].reduce((sum, [, savings]) => sum + savings.effective, 0);
  return {
    period: isoMonth(month),
    scope,
    measured_share_pct: percent(totals.onDemandEquivalent, totals.onDemandEquivalent + billed) ?? 0,
    totals: measured.size === 0 ? unmeasuredRate : rateOf(totals),
    accounts: [
      ...[...measured.values()]
        .sort(([, one], [, other]) => other.onDemandEquivalent - one.onDemandEquivalent)
        .map(([account, savings]) => ({ ...nameOf(account), ...rateOf(savings) })),
      ...[...unmeasured.values()]
        .sort(([, one], [, other]) => other.effective - one.effective)
        .map(([account]) => ({ ...nameOf(account), ...unmeasuredRate })),
    ],
  };
}

function savingsOf(accounts: Map<string | null, [AccountRef, Savings]>, account: AccountRef): Savings {
  const [, savings] = accounts.get(account.id) ?? [account, noSavings()];
  accounts.set(account.id, accounts.get(account.id) ?? [account, savings]);
  return savings;
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
