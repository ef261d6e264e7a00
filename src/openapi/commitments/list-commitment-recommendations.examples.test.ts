import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Schemas = components['schemas'];

const { examples } = document.components;
const listed = (name: string): Schemas['CommitmentRecommendation'][] =>
  examples[`listCommitmentRecommendations.${name}`].value.data;
const all = listed('both-instruments');
const priced = all.filter(({ monthly_savings }) => monthly_savings !== null);
const sum = (numbers: (number | null)[]) => numbers.reduce<number>((total, one) => total + (one ?? 0), 0);
const savings = (of: Schemas['CommitmentRecommendation'][]) => sum(of.map((one) => one.monthly_savings));
const potential = (name: string): number =>
  examples[`getCommitmentOverview.${name}`].value.data.potential_additional_savings_monthly;

describe('the examples of listCommitmentRecommendations', () => {
  it.each(priced)('save with $id what on demand costs more', (one) => {
    const { on_demand_monthly, commitment_monthly, monthly_savings } = one;
    expect(monthly_savings).toBeCloseTo(on_demand_monthly - (commitment_monthly ?? Number.NaN), 2);
    expect(commitment_monthly).toBeCloseTo((one.hourly_commitment_usd ?? Number.NaN) * 730, 2);
  });

  it('spread an upfront payment over the term', () => {
    const prepaid = priced.filter(({ payment_option }) => payment_option === 'all_upfront');
    expect(prepaid).not.toHaveLength(0);
    for (const { upfront_usd, commitment_monthly, term_months } of prepaid) {
      expect(upfront_usd).toBeCloseTo((commitment_monthly ?? Number.NaN) * term_months, 2);
    }
  });

  it('know no saving of what has no price', () => {
    const unpriced = all.filter(({ monthly_savings }) => monthly_savings === null);
    expect(unpriced).not.toHaveLength(0);
    for (const { hourly_commitment_usd, upfront_usd, commitment_monthly } of unpriced) {
      expect([hourly_commitment_usd, upfront_usd, commitment_monthly]).toEqual([null, null, null]);
    }
  });

  it('come by saving, those without a price last', () => {
    const order = all.map(({ monthly_savings }) => monthly_savings ?? -1);
    expect(order).toEqual(order.toSorted((a, b) => b - a));
  });

  it('filter by instrument', () => {
    expect(listed('savings-plans-only')).toEqual(all.filter(({ instrument }) => instrument === 'sp'));
  });

  it('reserve units, and promise dollars with at most five decimals', () => {
    for (const { instrument, quantity, resource, hourly_commitment_usd } of all) {
      expect([quantity === null, resource === null]).toEqual([instrument === 'sp', instrument === 'sp']);
      if (instrument === 'sp') expect(hourly_commitment_usd).toBe(Number(hourly_commitment_usd?.toFixed(5)));
    }
  });

  it('save together what the overview calls possible', () => {
    expect(savings(all)).toBe(potential('both-instruments'));
    expect(savings(all.filter(({ instrument }) => instrument === 'ri'))).toBe(potential('reservations-only'));
    expect(savings(listed('savings-plans-only'))).toBe(potential('savings-plans-only'));
  });

  it('stay within the floor of what is uncovered', () => {
    const parts: Schemas['UncoveredPart'][] = examples['listUncoveredSpend.steady-and-variable'].value.data;
    for (const service of new Set(all.map((one) => one.service))) {
      const asked = all.filter((one) => one.service === service);
      const floors = parts.filter((part) => part.service === service);
      expect(sum(asked.map(({ on_demand_monthly }) => on_demand_monthly)) / 730).toBeLessThanOrEqual(
        sum(floors.map(({ on_demand_hourly_min }) => on_demand_hourly_min)),
      );
    }
  });

  it('are what the detail of a commitment repeats in short', () => {
    const advice: Schemas['CommitmentAdvice'][] =
      examples['getCommitment.reservation'].value.data.recommendations;
    expect(advice).not.toHaveLength(0);
    for (const { id, kind, monthly_savings, confidence } of advice) {
      expect(all.find((one) => one.id === id)).toMatchObject({ kind, monthly_savings, confidence });
    }
  });
});
