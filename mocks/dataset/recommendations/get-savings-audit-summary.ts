import type { Context } from '../context.js';
import { monthToDate } from '../costs/range.js';
import { percent, round, sum, usd } from '../money.js';
import type { Audit } from '../seed-data/types.js';
import { auditsUntilNow, providerOf, savedIn, savedMonthly, savedSoFar } from './savings.js';

/** Savings of all implemented recommendations to date. */
export function getSavingsAuditSummary(context: Context) {
  const audits = auditsUntilNow(context);
  const monthly = sum(audits.map(savedMonthly));
  const cost = sum(audits.map((audit) => audit.cost));
  const { now, before } = monthToDate(context);
  const saved = sum(audits.map((audit) => savedIn(context, audit, now)));
  const savedBefore = sum(audits.map((audit) => savedIn(context, audit, before)));
  return {
    total_monthly_savings: usd(monthly),
    total_monthly_savings_percentage: percent(saved - savedBefore, savedBefore),
    total_annual_savings: usd(monthly * 12),
    payback: monthly <= 0 ? null : round(cost / monthly, 2),
    average_roi: returnOf(context, audits),
    total_savings: usd(sum(audits.map((audit) => savedSoFar(context, audit)))),
    providers: savingsByProvider(context, audits),
  };
}

/** The average return on investment of the changes that had a cost; 0 without any. */
function returnOf(context: Context, audits: readonly Audit[]): number {
  const returns = audits
    .filter(({ cost }) => cost > 0)
    .map((audit) => (savedSoFar(context, audit) - audit.cost) / audit.cost);
  return returns.length === 0 ? 0 : round(sum(returns) / returns.length, 2);
}

function savingsByProvider(context: Context, audits: readonly Audit[]) {
  return context.ledger.seedData.providers.flatMap(({ id, name }) => {
    const own = audits.filter((audit) => providerOf(context, audit) === id);
    if (own.length === 0) return [];
    const saved = sum(own.map((audit) => savedSoFar(context, audit)));
    return [{ provider_id: id, provider: name, total_savings: usd(saved) }];
  });
}
