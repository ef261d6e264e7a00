import { expect, test } from 'vitest';
import type { ExchangeCheck } from '../../check.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { costTableChecks } from './cost-tables.js';
import { portfolioRowChecks } from './portfolio-rows.js';

/** Runs a check on the data of a response; throws its finding. */
function judge(id: string, data: unknown): void {
  const check = [...costTableChecks, ...portfolioRowChecks].find((one) => one.id === id) as ExchangeCheck;
  const exchange = { request: { query: [] }, response: { json: { data } } } as unknown as CompleteExchange;
  expect(check.when?.(exchange)).not.toBe(false);
  check.run(exchange);
}

const used = { id: 'ri-1', utilization_pct: 99.99, saturated: false, fee_monthly_list: null };
const resizing = (row: object) => () =>
  judge('portfolio.saturated-has-nothing-to-resize', { rows: [{ ...used, ...row }] });

test('allows what the unused part of a fee costs, also if only its net amount is known', () => {
  expect(resizing({ fee_monthly_net: 600, rightsizing_monthly: 0.05 })).not.toThrow();
  expect(resizing({ fee_monthly_net: 600, rightsizing_monthly: 60 })).toThrow('rightsizing_monthly');
});

const change = (value: number, change_percentage: number) => () => {
  const totals_by_date = [
    { date: '2026-06-01', value: -100, change_percentage: null },
    { date: '2026-06-02', value, change_percentage },
    { date: '2026-06-03', value: value * 2, change_percentage: 100 },
  ];
  judge('costs.change-of-dates-follows-from-values', { totals_by_date, items: [] });
};

test('allows either sign of a change from a negative cost', () => {
  expect(change(50, 150)).not.toThrow();
  expect(change(50, -150)).not.toThrow();
});
