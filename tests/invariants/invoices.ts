import { expect } from 'vitest';
import type { TestWorld } from './support/ask.js';
import { cents } from './support/cents.js';
import { anywhere, claims } from './support/claims.js';
import { day, daysOf, isoDay } from './support/days.js';
import { expectPercent } from './support/near.js';

const path = { provider_id: 'provider_b' };

function invoices({ ask }: TestWorld, credits: string): any[] {
  return ask('listInvoiceMonths', { path, query: { credits } }).items;
}

/** First and last day of a month written YYYYMM. */
function daysBilled(invoice_month: string): { start: string; end: string } {
  return daysOf(`${invoice_month.slice(0, 4)}-${invoice_month.slice(4)}`);
}

export const invoiceMonths = claims('invoice months', {
  'W79: total their cost types, the marketplace inside': anywhere((world) => {
    for (const { total, by_cost_type, marketplace_total } of ['after', 'before'].flatMap((credits) =>
      invoices(world, credits),
    )) {
      const { regular, tax, adjustment, rounding_error } = by_cost_type;
      expect(cents(total)).toBe(
        [regular, tax, adjustment, rounding_error].map(cents).reduce((a, b) => a + b),
      );
      expect(marketplace_total).toBeGreaterThan(0);
      expect(marketplace_total).toBeLessThanOrEqual(regular);
      expect(Math.abs(rounding_error)).toBeLessThan(1);
    }
  }),

  'W79: include one with tax, an adjustment and a rounding error': anywhere((world) => {
    const months = invoices(world, 'after').map(({ by_cost_type }) => by_cost_type);
    expect(months.every(({ tax }) => tax > 0)).toBe(true);
    expect(months.some(({ adjustment, rounding_error }) => adjustment < 0 && rounding_error !== 0)).toBe(
      true,
    );
  }),

  'W79: bill the marketplace what its software cost': anywhere((world) => {
    for (const credits of ['after', 'before']) {
      for (const { invoice_month, marketplace_total } of invoices(world, credits).slice(0, 4)) {
        const { total_period_cost } = world.ask('getCostBreakdown', {
          path,
          query: { ...daysBilled(invoice_month), credits, service: ['marketplace-software'] },
        });
        expect(marketplace_total).toBe(total_period_cost);
      }
    }
  }),

  'W80: run back from the month before the running one without a gap': anywhere((world) => {
    const now = new Date(world.clock.now());
    const expected = Array.from({ length: 12 }, (_, i) =>
      isoDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - i, 1))
        .slice(0, 7)
        .replace('-', ''),
    );
    expect(invoices(world, 'after').map(({ invoice_month }) => invoice_month)).toEqual(expected);
    for (const provider_id of ['provider_a', 'provider_c', 'provider_d']) {
      expect(world.ask('listInvoiceMonths', { path: { provider_id } }).items).toEqual([]);
    }
  }),

  'W81: differ between the bases by credits on regular charges alone': anywhere((world) => {
    const after = invoices(world, 'after');
    invoices(world, 'before').forEach((before, i) => {
      const { regular, ...others } = before.by_cost_type;
      const { regular: regularAfter, ...othersAfter } = after[i].by_cost_type;
      expect(regular).toBeGreaterThan(regularAfter);
      expect(others).toEqual(othersAfter);
      expect(Math.abs(othersAfter.tax - regularAfter * 0.19)).toBeLessThanOrEqual(0.0051);
    });
  }),

  'W82: bill the costs of the month, but for what came late': anywhere((world) => {
    const { ask } = world;
    const cost = (query: object): number => ask('getCostTimeline', { path, query: { ...query } }).total;
    const late = (date: string): number =>
      ask('getCostBreakdown', {
        path,
        query: {
          start: date,
          end: date,
          service: ['analytics-engine'],
          charge_type: ['usage', 'covered_usage'],
        },
      }).total_period_cost;
    for (const { invoice_month, by_cost_type } of invoices(world, 'after').slice(0, 3)) {
      const { start, end } = daysBilled(invoice_month);
      const dayBefore = isoDay(Date.parse(start) - day);
      const due = cents(cost({ start, end })) - cents(late(end)) + cents(late(dayBefore));
      expect(cents(by_cost_type.regular)).toBe(due);
      expect(late(end)).toBeGreaterThan(0);
    }
  }),
});

export const budgets = claims('budgets', {
  'W86: burn what they spent of their amount, and forecast no less': anywhere(({ ask }) => {
    const { items } = ask('listProviderBudgets');
    expect(items.length).toBeGreaterThan(0);
    for (const { amount_usd, spent, burn_pct, forecast, thresholds } of items) {
      if (amount_usd === null || amount_usd === 0) expect(burn_pct).toBeNull();
      else expectPercent(burn_pct, spent, amount_usd);
      if (forecast !== null) expect(forecast).toBeGreaterThanOrEqual(spent);
      expect(thresholds).toEqual(thresholds.toSorted((a: number, b: number) => a - b));
    }
  }),

  'W86: spend what the bill of their scope and period says': anywhere(({ ask, clock }) => {
    const now = new Date(clock.now());
    const year = now.getUTCFullYear();
    const start = isoDay(Date.UTC(year, now.getUTCMonth(), 1));
    const quarter = isoDay(Date.UTC(year, now.getUTCMonth() - (now.getUTCMonth() % 3), 1));
    const cost = (query: object): number =>
      ask('getCostBreakdown', { path, query: { ...query } }).total_period_cost;
    // The average day so far, drawn on to the end of the period.
    const today = Date.UTC(year, now.getUTCMonth(), now.getUTCDate());
    const months = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const;
    for (const { calendar_period, spent, forecast } of ask('listProviderBudgets').items) {
      const length = months[calendar_period as keyof typeof months];
      const first = now.getUTCMonth() - (now.getUTCMonth() % length);
      const [from, to] = [Date.UTC(year, first, 1), Date.UTC(year, first + length, 1)];
      if (today === from) expect(forecast).toBeNull();
      else expect(Math.abs(forecast - (spent * (to - from)) / (today - from))).toBeLessThanOrEqual(0.0051);
    }
    const budgets = new Map<string, any>(
      ask('listProviderBudgets').items.map((one: any) => [one.budget_id, one]),
    );
    const analytics = { account_id: ['prj-analytics'] };
    expect(budgets.get('budget-media').spent).toBe(cost({ start, account_id: ['prj-media'] }));
    expect(budgets.get('budget-machines-quarter').spent).toBe(
      cost({ start: quarter, service: ['virtual-machines'], credits: 'before' }),
    );
    const last = budgets.get('budget-analytics-last-month');
    expect(last.spent).toBe(cost({ start, ...analytics }));
    expect(last.amount_usd).toBe(
      cost({
        start: isoDay(Date.UTC(year, now.getUTCMonth() - 1, 1)),
        end: isoDay(Date.UTC(year, now.getUTCMonth(), 0)),
        ...analytics,
      }),
    );
  }),
});
