import type { OperationHandler } from '../../types.js';
import type { Context } from '../context.js';
import { monthToDate } from '../costs/range.js';
import { percent, round, usd } from '../money.js';
import type { Audit } from '../seed-data/types.js';
import { auditsUntilNow, providerOf, savedIn, savedMonthly, savedSoFar } from './savings.js';

/** Savings of all implemented recommendations to date. */
export function getSavingsAuditSummary(context: Context): OperationHandler {
  return () => {
    const audits = auditsUntilNow(context);
    const sum = (figure: (audit: Audit) => number) =>
      audits.reduce((total, audit) => total + figure(audit), 0);
    const monthly = sum(savedMonthly);
    const cost = sum((audit) => audit.cost);
    const { now, before } = monthToDate(context);
    const saved = sum((audit) => savedIn(context, audit, now));
    const savedBefore = sum((audit) => savedIn(context, audit, before));
    return {
      data: {
        total_monthly_savings: usd(monthly),
        total_monthly_savings_percentage: percent(saved - savedBefore, savedBefore),
        total_annual_savings: usd(monthly * 12),
        payback: monthly <= 0 ? null : round(cost / monthly, 2),
        average_roi: returnOf(context, audits),
        total_savings: usd(sum((audit) => savedSoFar(context, audit))),
        providers: savingsByProvider(context, audits),
      },
    };
  };
}

/** The average return on investment of the changes that had a cost; 0 without any. */
function returnOf(context: Context, audits: readonly Audit[]): number {
  const returns = audits
    .filter(({ cost }) => cost > 0)
    .map((audit) => (savedSoFar(context, audit) - audit.cost) / audit.cost);
  return returns.length === 0 ? 0 : round(returns.reduce((sum, one) => sum + one, 0) / returns.length, 2);
}

function savingsByProvider(context: Context, audits: readonly Audit[]) {
  return context.ledger.seedData.providers.flatMap(({ id, name }) => {
    const own = audits.filter((audit) => providerOf(context, audit) === id);
    if (own.length === 0) return [];
    const saved = own.reduce((sum, audit) => sum + savedSoFar(context, audit), 0);
    return [{ provider_id: id, provider: name, total_savings: usd(saved) }];
  });
}
