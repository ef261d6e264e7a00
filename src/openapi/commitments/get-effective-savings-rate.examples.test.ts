import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

const data = (name: string) => document.components.examples[`getEffectiveSavingsRate.${name}`].value.data;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const months = [data('eligible-spend'), data('all-spend')];
const dollars = [
  'on_demand_equivalent',
  'effective_cost',
  'commitment_saved',
  'negotiated_saved',
  'total_saved',
];
const account = (month: any, name: string) => month.accounts.find((one: any) => one.account_name === name);

describe('the examples of the effective savings rate', () => {
  it.each(months)('split the saving in two at scope $scope', (month) => {
    for (const rate of [month.totals, ...month.accounts.filter((one: any) => one.measured)]) {
      expect(rate.commitment_saved + rate.negotiated_saved).toBeCloseTo(rate.total_saved, 2);
      expect(rate.on_demand_equivalent - rate.effective_cost).toBeCloseTo(rate.total_saved, 2);
      for (const part of ['commitment', 'negotiated', 'total'])
        expect(rate[`${part}_rate_pct`]).toBeCloseTo(
          (rate[`${part}_saved`] / rate.on_demand_equivalent) * 100,
          2,
        );
    }
  });

  it.each(months)('add the measured accounts up at scope $scope', (month) => {
    const measured = month.accounts.filter((one: any) => one.measured);
    for (const field of dollars)
      expect(sum(measured.map((one: any) => one[field]))).toBeCloseTo(month.totals[field], 2);
  });

  it('know nothing of an account that is not measured', () => {
    const { measured, account_id, account_name, ...figures } = account(data('eligible-spend'), 'media');
    expect(measured).toBe(false);
    expect(new Set(Object.values(figures))).toEqual(new Set([null]));
  });

  it('credit an account without a commitment with its discount only', () => {
    const research = account(data('eligible-spend'), 'research');
    expect(research.commitment_rate_pct).toBe(0);
    expect(research.negotiated_rate_pct).toBeGreaterThan(0);
  });

  it('report a commitment saving below zero as it is', () => {
    expect(account(data('eligible-spend'), 'data-lake').commitment_saved).toBeLessThan(0);
  });

  it('find the same commitment saving in either scope', () => {
    expect(months[0].totals.commitment_saved).toBe(months[1].totals.commitment_saved);
  });
});
