import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

interface Budget {
  amount_usd: number | null;
  calendar_period: string | null;
  spent: number;
  forecast: number | null;
  burn_pct: number | null;
  thresholds: number[];
}

const examples = document.components.examples;
const budgets: Budget[] = examples['listProviderBudgets.four-budgets'].value.data.items;

/** Days of June 2026 with costs at the example clock, and all of them. */
const june = { booked: 14, days: 30 };

describe('the examples of listProviderBudgets', () => {
  it('burn the amount by what was spent', () => {
    for (const { amount_usd, spent, burn_pct } of budgets) {
      if (amount_usd) expect(burn_pct).toBeCloseTo((spent / amount_usd) * 100, 2);
      else expect(burn_pct).toBeNull();
    }
  });

  it('draw the spend of the month on as a straight line', () => {
    const monthly = budgets.filter((budget) => budget.calendar_period === 'MONTH');
    expect(monthly).not.toHaveLength(0);
    for (const { spent, forecast } of monthly) {
      expect(forecast).toBeCloseTo((spent / june.booked) * june.days, 2);
    }
  });

  it('warn in ascending order', () => {
    for (const { thresholds } of budgets) {
      expect(thresholds).toEqual(thresholds.toSorted((a, b) => a - b));
    }
  });
});
