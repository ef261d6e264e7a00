import type { Day, Range } from '../calendar.js';
import { type Context, lastActualDay, todayOf } from '../context.js';
import { type Horizon, periodOf } from '../costs/get-cost-forecast.js';
import { totalOf } from '../costs/portions.js';
import { reachesBackTo } from '../costs/range.js';
import { columnOf } from '../ledger/spans.js';
import { type Micros, percent, toCents, usd } from '../money.js';
import type { Budget } from '../seed-data/billing-types.js';

/** The only provider with budgets. */
const budgetProvider = 'provider_b';

const horizons = { MONTH: 'month', QUARTER: 'quarter', YEAR: 'year' } as const satisfies Record<
  Budget['period'],
  Horizon
>;

/** The budgets, with the billed cost of their scope in the current period. */
export function listProviderBudgets(context: Context) {
  return { items: context.ledger.seedData.budgets.map((budget) => budgetRow(context, budget)) };
}

function budgetRow(context: Context, budget: Budget) {
  const period = periodOf(todayOf(context), horizons[budget.period]);
  const last = lastActualDay(context);
  const spent = spentIn(context, budget, { first: period.first, last });
  const amount = amountOf(context, budget, period.first);
  const days = last - period.first + 1;
  return {
    budget_id: budget.id,
    display_name: budget.name,
    amount_usd: amount === null ? null : usd(amount),
    amount_kind: budget.kind,
    calendar_period: budget.period,
    spent: usd(spent),
    forecast: days === 0 ? null : usd(toCents((spent / days) * (period.last - period.first + 1))),
    burn_pct: amount === null ? null : percent(spent, amount),
    thresholds: budget.thresholds,
    approximate: budget.approximate,
  };
}

/** The amount of a budget; null if it follows a previous period without known costs. */
function amountOf(context: Context, budget: Budget, periodStart: Day): Micros | null {
  if (budget.kind === 'specified') return budget.amount;
  const before = periodOf(periodStart - 1, horizons[budget.period]);
  const bill = context.ledger.billOf(budgetProvider);
  return reachesBackTo(bill, before.first) ? spentIn(context, budget, before) : null;
}

function spentIn({ ledger }: Context, budget: Budget, { first, last }: Range): Micros {
  const bill = ledger.billOf(budgetProvider);
  return totalOf(
    bill.spans(first, last),
    columnOf('unblended', budget.credits),
    bill.charges,
    ({ account, service }) =>
      (budget.account === null || account === budget.account) &&
      (budget.service === null || service === budget.service),
  );
}
