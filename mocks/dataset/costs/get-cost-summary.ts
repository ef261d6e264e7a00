import type { OperationRequest } from '../../types.js';
import type { Context } from '../context.js';
import { columnOf } from '../ledger/spans.js';
import { changeOf, percent, usd } from '../money.js';
import { providerNamed } from '../providers/list-providers.js';
import { openSavingsOf } from '../recommendations/savings.js';
import { forecastOf } from './get-cost-forecast.js';
import { largestFirst, totalOf, totalsBy } from './portions.js';
import { monthToDate, reachesBackTo } from './range.js';

const shownServices = 3;

/** Costs of the month to date, compared with the same days of the previous month. */
export function getCostSummary(context: Context, { path, query }: OperationRequest) {
  const provider = providerNamed(context, path.provider_id);
  const bill = context.ledger.billOf(provider.id);
  const head = { provider_id: provider.id, provider_name: provider.name, credits: query.credits };
  const savings = openSavingsOf(context, provider);
  const potential = savings.available + savings.pending;
  const forecast = forecastOf(context, [bill], 'month', query.credits);
  if (forecast === null) return { ...head, ...empty, potential_savings: usd(potential) };
  const column = columnOf('unblended', query.credits);
  const range = monthToDate(context);
  const now = bill.spans(range.now.first, range.now.last);
  const before = bill.spans(range.before.first, range.before.last);
  const spent = totalOf(now, column, bill.charges);
  const hasBefore = reachesBackTo(bill, range.before.first);
  const spentBefore = hasBefore ? totalOf(before, column, bill.charges) : null;
  const byService = totalsBy(now, column, bill.charges, ({ service }) => service);
  const byServiceBefore = totalsBy(before, column, bill.charges, ({ service }) => service);
  return {
    ...head,
    monthly_spending: usd(spent),
    monthly_spending_percentage: changeOf(spent, spentBefore),
    forecasted_monthly_costs: usd(forecast.value),
    forecasted_monthly_costs_percentage: changeOf(forecast.value, forecast.lastMonth),
    potential_savings: usd(potential),
    potential_savings_percentage: percent(potential, forecast.value) ?? 0,
    top_services: largestFirst(byService)
      .slice(0, shownServices)
      .map(([service, cost]) => {
        const costBefore = hasBefore ? (byServiceBefore.get(service) ?? 0) : null;
        return { service, cost: usd(cost), change_percentage: changeOf(cost, costBefore) };
      }),
  };
}

const empty = {
  monthly_spending: 0,
  monthly_spending_percentage: null,
  forecasted_monthly_costs: 0,
  forecasted_monthly_costs_percentage: null,
  potential_savings_percentage: 0,
  top_services: [],
};
