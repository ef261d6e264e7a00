import type { Check } from '../../engine/check.js';
import { show } from '../../engine/show.js';
import { nearMoney, nearPercent, numbersOf, round } from '../expect/near.js';
import { requestTo } from '../request-to.js';
import { dataOf, list, rowsOf } from './shared/exchange-data.js';
import { areUnique, forEachRow } from './shared/for-each-row.js';
import { sameFigure } from './shared/same-figure.js';
import { successOf } from './shared/success-of.js';

export const budgetChecks: readonly Check[] = [
  forEachRow('listProviderBudgets', {
    id: 'budgets.burn-is-spent-over-amount',
    level: 'MUST',
    basis: 'derived',
    requirement: '`burn_pct` of a budget equals `spent` divided by `amount_usd`, as a percentage.',
    source: 'Provider budget',
    each: (data) =>
      rowsOf(data.items).filter(
        (budget) => numbersOf(budget, 'spent', 'amount_usd', 'burn_pct') && budget.amount_usd > 1,
      ),
    judge: ({ budget_id, spent, amount_usd, burn_pct }) => {
      const expected = (spent / amount_usd) * 100;
      return (
        nearPercent(burn_pct, expected) ||
        Math.abs(burn_pct - expected) < 100 / amount_usd || {
          message: `\`burn_pct\` of budget ${show(budget_id)} is not \`spent\` as a percentage of \`amount_usd\`.`,
          expected: `${round(expected)} = ${spent} / ${amount_usd} × 100`,
          actual: String(burn_pct),
        }
      );
    },
  }),
  forEachRow('listProviderBudgets', {
    id: 'budgets.thresholds-ascend',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`thresholds` of a budget are in ascending order.',
    source: 'Proposed by this contract',
    each: (data) => rowsOf(data.items).filter(({ thresholds }) => list(thresholds).length > 1),
    judge: ({ budget_id, thresholds }) =>
      thresholds.every((value: number, index: number) => index === 0 || value > thresholds[index - 1]) || {
        message: `\`thresholds\` of budget ${show(budget_id)} are not in ascending order.`,
        expected: 'each greater than the previous one',
        actual: show(thresholds),
      },
  }),
  areUnique('listProviderBudgets', {
    id: 'budgets.are-unique',
    level: 'MUST',
    basis: 'derived',
    requirement: '`budget_id` is unique.',
    source: 'Provider budget: budget_id',
    message: 'Two budgets have the same `budget_id`.',
    keys: (data) => rowsOf(data.items).map(({ budget_id }) => budget_id),
  }),
  forEachRow('listProviderBudgets', {
    id: 'budgets.forecast-holds-what-is-spent',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`forecast` of a budget is not less than `spent`.',
    source: 'Provider budget: spent, forecast',
    each: (data) => rowsOf(data.items).filter((budget) => numbersOf(budget, 'spent', 'forecast')),
    judge: ({ budget_id, spent, forecast }) =>
      forecast >= spent ||
      nearMoney(forecast, spent) || {
        message: `\`forecast\` of budget ${show(budget_id)} is less than \`spent\`.`,
        expected: `at least ${spent}`,
        actual: `forecast ${forecast}`,
      },
  }),
  sameFigure('listProviderBudgets', {
    id: 'budgets.spend-is-part-of-the-provider',
    deviation: 'contradiction',
    requirement:
      '`spent` of a monthly budget is not greater than the cost of provider_b in the running month, before or after credits.',
    source: 'Provider budget: spent; Other reads: budgets, with spend taken from the billing export',
    reference: 'the most that provider_b cost in the running month',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const forecasts = await Promise.all(
        ['after', 'before'].map((credits) =>
          successOf(probe, requestTo('getCostForecast', { query: { provider: 'provider_b', credits } })),
        ),
      );
      const most = Math.max(...forecasts.map((one) => dataOf(one).booked_to_date ?? Number.NaN));
      return rowsOf(dataOf(exchange).items)
        .filter(({ calendar_period, spent }) => calendar_period === 'MONTH' && typeof spent === 'number')
        .map(({ budget_id, spent }) => ({
          name: `\`spent\` of budget ${show(budget_id)}`,
          // Equal to `most` unless the budget spent more.
          here: Math.max(spent, most),
          there: most,
          exchange,
        }));
    },
  }),
];
