import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

const data = (name: string) => document.components.examples[`getCoverageRates.${name}`].value.data;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const { totals, services, accounts } = data('measured');
const rate = (row: any) => (row.covered_monthly / (row.covered_monthly + row.on_demand_monthly)) * 100;

describe('the examples of coverage rates', () => {
  it('weight every rate by dollars', () => {
    for (const row of [totals, ...services, ...accounts]) expect(row.coverage_pct).toBeCloseTo(rate(row), 2);
  });

  it.each(['covered_monthly', 'on_demand_monthly'])('add %s up over services and over accounts', (field) => {
    for (const rows of [services, accounts])
      expect(sum(rows.map((row: any) => row[field]))).toBeCloseTo(totals[field], 2);
  });

  it('differ in total from the mean of the services', () => {
    const mean = sum(services.map((row: any) => row.coverage_pct)) / services.length;
    expect(Math.abs(mean - totals.coverage_pct)).toBeGreaterThan(5);
  });

  it('split the cover of a service by instrument', () => {
    for (const row of services)
      for (const field of ['covered_monthly', 'coverage_pct'])
        expect(sum(row.instruments.map((part: any) => part[field]))).toBeCloseTo(row[field], 2);
  });

  it('list a service that nothing covers', () => {
    expect(services.some((row: any) => row.coverage_pct === 0 && row.on_demand_monthly > 0)).toBe(true);
  });

  it('agree with the overview', () => {
    const overview = document.components.examples['getCommitmentOverview.both-instruments'].value.data;
    expect(overview.coverage_pct).toBe(totals.coverage_pct);
  });

  it('credit each account with what the portfolio says it consumed', () => {
    const { rows } = document.components.examples['getCommitmentPortfolio.what-you-pay'].value.data;
    const consumers = rows
      .filter((row: any) => row.provider === 'provider_a')
      .flatMap((row: any) => row.consumers);
    for (const account of accounts) {
      const consumed = consumers.filter((one: any) => one.account_id === account.account_id);
      expect(sum(consumed.map((one: any) => one.covered_spend_monthly))).toBeCloseTo(
        account.covered_monthly,
        2,
      );
    }
  });

  it('know nothing while a provider is not measured', () => {
    const unmeasured = data('not-yet-measured');
    expect([unmeasured.measured, unmeasured.services, unmeasured.accounts]).toEqual([false, [], []]);
    expect(new Set(Object.values(unmeasured.totals))).toEqual(new Set([null]));
  });
});
