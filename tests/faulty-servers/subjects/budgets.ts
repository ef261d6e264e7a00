import { changed, changedData } from '../changes.js';
import { times, withFirstTwice } from '../edited.js';
import { also, onIndependent, onMock } from '../faulty-server.js';

const budgets = 'GET /providers/provider_b/budgets';

export const budgetServers = [
  ...onIndependent({
    'budgets.burn-is-spent-over-amount': {
      'burn_pct as a fraction instead of a percentage': changed(budgets, 'items[0].burn_pct', 0.625),
    },
    'budgets.thresholds-ascend': {
      'thresholds in descending order': changed(budgets, 'items[0].thresholds', (thresholds) =>
        thresholds.toReversed(),
      ),
    },
  }),
  ...onMock({
    'budgets.are-unique': { 'a duplicate budget': changed(budgets, 'items', withFirstTwice) },
    'budgets.forecast-holds-what-is-spent': {
      'a budget forecast below the amount already spent': also(
        changed(budgets, 'items[0].forecast', (_, { items }) => items[0].spent / 2),
        'budgets.forecast-goes-on-as-before',
      ),
    },
    'budgets.burn-is-known': {
      'a budget whose burn is never known': changed(budgets, 'items[].burn_pct', null),
    },
    'budgets.forecast-is-known': {
      'a budget whose forecast is never known': changed(budgets, 'items[].forecast', null),
    },
    'budgets.forecast-goes-on-as-before': {
      'a budget forecast of twice the average day': changed(budgets, 'items[].forecast', times(2)),
    },
    'budgets.spend-is-part-of-the-provider': {
      'a budget that spent more than its provider costs': changedData(
        'GET /providers/*/budgets',
        ({ items }) => {
          const [budget] = items;
          for (const name of ['spent', 'forecast', 'burn_pct']) budget[name] *= 1000;
        },
      ),
    },
  }),
];
