import { expect } from 'vitest';
import type { TestDataset } from '../support/dataset/dataset.js';
import { type Invariants, monthOf } from './support.js';

const path = { provider_id: 'provider_b' };

const invoicesOf = ({ call }: TestDataset, credits: string): any[] =>
  call('listInvoiceMonths', { path, query: { credits } }).items;
const costOf = ({ call }: TestDataset, query: object): number =>
  call('getCostBreakdown', { path, query: { ...query } }).total_period_cost;

/** Invariants of invoice months and budgets, in every dataset with data. */
export const bills: Invariants = {
  'before and after credits, invoice months differ only in regular charges': (dataset) => {
    const after = invoicesOf(dataset, 'after');
    for (const [at, { by_cost_type: types }] of invoicesOf(dataset, 'before').entries()) {
      const { regular, tax, adjustment } = after[at].by_cost_type;
      expect(types.regular).toBeGreaterThan(regular);
      expect([types.tax, types.adjustment]).toEqual([tax, adjustment]);
      // The first month lacks late charges of the month before, and so its tax.
      if (at + 1 < after.length) expect(Math.abs(tax - regular * 0.19)).toBeLessThanOrEqual(0.0061);
    }
  },

  'a budget reports the billed cost of its scope and period, and a linear forecast': (dataset) => {
    const now = new Date(dataset.clock.now());
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    const today = Date.UTC(year, month, now.getUTCDate());
    const budgets = dataset.call('listProviderBudgets').items as any[];
    for (const { calendar_period, spent, forecast } of budgets) {
      const length = { MONTH: 1, QUARTER: 3, YEAR: 12 }[String(calendar_period)] as number;
      const first = month - (month % length);
      const [from, to] = [Date.UTC(year, first, 1), Date.UTC(year, first + length, 1)];
      if (today === from) expect(forecast).toBeNull();
      else {
        const factor = (to - from) / (today - from);
        expect(Math.abs(forecast - spent * factor)).toBeLessThanOrEqual(0.0051 + 0.005 * factor);
      }
    }
    const budget = (id: string) => budgets.find(({ budget_id }) => budget_id === id);
    const { start } = monthOf(dataset);
    expect(budget('budget-media').spent).toBe(costOf(dataset, { start, account_id: ['prj-media'] }));
    const quarter = monthOf(dataset, month % 3).start;
    expect(budget('budget-machines-quarter').spent).toBe(
      costOf(dataset, { start: quarter, service: ['virtual-machines'], credits: 'before' }),
    );
    const last = budget('budget-analytics-last-month');
    const analytics = { account_id: ['prj-analytics'] };
    expect(last.spent).toBe(costOf(dataset, { start, ...analytics }));
    expect(last.amount_usd).toBe(costOf(dataset, { ...monthOf(dataset, 1), ...analytics }));
  },
};
