import { getOrInsert } from '../../../../src/get-or-insert.js';
import type { OperationRequest } from '../../../types.js';
import { firstDayOf, isoMonth, lastDayOf, type Month, parseMonth, type Range } from '../../calendar.js';
import { type Context, lastActualDay, lastCompleteMonth } from '../../context.js';
import {
  type AccountRef,
  addSavings,
  type ByAccount,
  noSavings,
  type Savings,
} from '../../ledger/figures.js';
import { compareAmounts, isZero, type Micros, percent, round, share, sum, usd } from '../../money.js';

/** On-demand equivalent and effective cost of one month, for the organization and each account. */
export function getEffectiveSavingsRate(context: Context, { query }: OperationRequest) {
  const { period, scope } = query;
  const month = period === undefined ? lastCompleteMonth(context) : (parseMonth(period) as Month);
  return context.memo(`esr ${month} ${scope}`, () => savingsRate(context, month, scope));
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
  const measured = accounts.flatMap((one) =>
    one.savings === null ? [] : [{ ...one, savings: one.savings }],
  );
  const unmeasured = accounts.filter(({ savings }) => savings === null);
  const totals = noSavings();
  for (const { savings } of measured) addSavings(totals, savings);
  // Unmeasured costs are known only from the bill.
  const billed = sum(accounts.map((one) => one.unmeasured ?? 0));
  const isAllMeasured = accounts.every((one) => one.unmeasured === null) && isZero(totals.unpriced);
  return {
    period: isoMonth(month),
    scope,
    measured_share_pct:
      measured.length > 0 && isAllMeasured
        ? 100
        : measuredShare(totals.onDemandEquivalent - totals.unpriced, billed + totals.unpriced),
    totals: rateOf(measured.length === 0 ? null : totals),
    accounts: [
      ...measured
        .sort(({ savings: a }, { savings: b }) => compareAmounts(b.onDemandEquivalent, a.onDemandEquivalent))
        .map(({ account, savings }) => ({ ...nameOf(account), ...rateOf(savings) })),
      ...unmeasured
        .sort((one, other) => compareAmounts(other.unmeasured ?? 0, one.unmeasured ?? 0))
        .map(({ account }) => ({ ...nameOf(account), ...rateOf(null) })),
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
      const { onDemandEquivalent, contracted, effective, billed } = savings;
      if ([onDemandEquivalent, contracted, effective, billed].every(isZero)) continue;
      const own = getOrInsert(accounts, account.id, () => ({ account, savings: null, unmeasured: null }));
      if (measured && hasListPrices) {
        own.savings ??= noSavings();
        addSavings(own.savings, savings);
      } else own.unmeasured = (own.unmeasured ?? 0) + savings.billed;
    }
  }
  return [...accounts.values()];
}

/** Corrections in a real bill can exceed the usage of a month, of which no share is measured then. */
function measuredShare(measured: Micros, unmeasured: Micros): number {
  return share(measured, measured + unmeasured) ?? (compareAmounts(measured, 0) > 0 ? 100 : 0);
}

/** Both are texts, so they are empty for usage without an account. */
function nameOf({ id, name }: AccountRef) {
  return { account_id: id ?? '', account_name: name ?? '' };
}

/** Null for what is not measured. */
function rateOf(savings: Savings | null) {
  const { onDemandEquivalent, contracted, effective } = savings ?? noSavings();
  const commitment = contracted - effective;
  const negotiated = onDemandEquivalent - contracted;
  const commitmentRate = savings && percent(commitment, onDemandEquivalent);
  const negotiatedRate = savings && percent(negotiated, onDemandEquivalent);
  return {
    measured: savings !== null,
    on_demand_equivalent: savings && usd(onDemandEquivalent),
    effective_cost: savings && usd(effective),
    commitment_saved: savings && usd(commitment),
    negotiated_saved: savings && usd(negotiated),
    total_saved: savings && usd(commitment + negotiated),
    commitment_rate_pct: commitmentRate,
    negotiated_rate_pct: negotiatedRate,
    total_rate_pct:
      commitmentRate === null || negotiatedRate === null ? null : round(commitmentRate + negotiatedRate, 2),
  };
}

/** Sums up a range for every account with usage or commitments of a provider. */
export function savingsByAccount(
  context: Context,
  provider: string,
  { first, last }: Range,
  scope: 'eligible' | 'all',
): ByAccount<Savings> {
  const { ledger } = context;
  return context.memo(`savings ${provider} ${first} ${last} ${scope}`, () => {
    const accounts = new Map<AccountRef, Savings>();
    for (const domain of ledger.domainsOf(provider)) {
      if (scope === 'eligible' && ledger.serviceOf(provider, domain.service)?.commitable !== true) continue;
      for (const [account, savings] of domain.savings(first, last)) {
        addSavings(getOrInsert(accounts, account, noSavings), savings);
      }
    }
    return accounts;
  });
}
