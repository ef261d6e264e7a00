import type { Check } from '../../check.js';
import { nearMoney, nearPercent, numbersOf, round } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { list, rowsOf } from '../exchange-data.js';
import { about, areUnique } from './about.js';

export const budgetChecks: readonly Check[] = [
  about('listProviderBudgets', {
    id: 'budgets.burn-is-spent-over-amount',
    level: 'MUST',
    basis: 'derived',
    requirement: 'burn_pct is what was spent as a percentage of the amount.',
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
          message: `burn_pct of ${show(budget_id)} does not follow from spent and amount.`,
          expected: `${round(expected)} = ${spent} / ${amount_usd} × 100`,
          actual: String(burn_pct),
        }
      );
    },
  }),
  about('listProviderBudgets', {
    id: 'budgets.thresholds-ascend',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'The thresholds of a budget ascend.',
    source: 'Proposed by this contract',
    each: (data) => rowsOf(data.items).filter(({ thresholds }) => list(thresholds).length > 1),
    judge: ({ budget_id, thresholds }) =>
      thresholds.every((value: number, index: number) => index === 0 || value > thresholds[index - 1]) || {
        message: `The thresholds of ${show(budget_id)} do not ascend.`,
        expected: 'each above the one before',
        actual: show(thresholds),
      },
  }),
  areUnique('listProviderBudgets', {
    id: 'budgets.are-unique',
    level: 'MUST',
    basis: 'derived',
    requirement: 'No two budgets have the same id.',
    source: 'Provider budget: budget_id',
    what: 'A budget',
    keys: (data) => rowsOf(data.items).map(({ budget_id }) => budget_id),
  }),
  about('listProviderBudgets', {
    id: 'budgets.forecast-holds-what-is-spent',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'What a budget is forecast to spend is no less than what is spent already.',
    source: 'Provider budget: spent, forecast',
    each: (data) => rowsOf(data.items).filter((budget) => numbersOf(budget, 'spent', 'forecast')),
    judge: ({ budget_id, spent, forecast }) =>
      forecast >= spent ||
      nearMoney(forecast, spent) || {
        message: `The forecast of ${show(budget_id)} is below what is spent.`,
        expected: `at least ${spent}`,
        actual: `forecast ${forecast}`,
      },
  }),
];
