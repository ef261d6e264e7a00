import type { Check } from '../../engine/check.js';
import { show } from '../../engine/show.js';
import { requestTo } from '../request-to.js';
import { dataOf, rowsOf } from './shared/exchange-data.js';
import { sameFigure } from './shared/same-figure.js';
import { successOf } from './shared/success-of.js';

export const budgetChecks: readonly Check[] = [
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
