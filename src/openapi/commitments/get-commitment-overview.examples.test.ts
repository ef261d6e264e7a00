import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

const data = (name: string) => document.components.examples[`getCommitmentOverview.${name}`].value.data;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const both = data('both-instruments');
const reservations = data('reservations-only');
const savingsPlans = data('savings-plans-only');
const rates = document.components.examples['getEffectiveSavingsRate.eligible-spend'].value.data;
const rows = ['reservations', 'savings-plans'].flatMap(
  (name) => document.components.examples[`listCommitmentInventory.${name}`].value.data.rows,
);

describe('the examples of the overview', () => {
  it.each([
    'total_committed_monthly',
    'estimated_waste_monthly',
    'waste_commitment_count',
    'potential_additional_savings_monthly',
    'commitment_count',
    'expiring_count',
    'global_esr',
    'coverage_pct',
  ])('add %s of both instruments up', (field) => {
    expect(reservations[field] + savingsPlans[field]).toBeCloseTo(both[field], 2);
  });

  it.each([both, reservations, savingsPlans])('add the accounts up', (overview) => {
    const column = (field: string) => sum(overview.accounts.map((account: any) => account[field]));
    expect(column('monthly_spend')).toBeCloseTo(overview.total_cloud_spend_monthly, 2);
    expect(column('could_save_additional')).toBeCloseTo(overview.potential_additional_savings_monthly, 2);
  });

  it('agree with the effective savings rate', () => {
    expect(both.global_esr).toBe(rates.totals.commitment_rate_pct);
    for (const account of both.accounts) {
      const same = rates.accounts.find((candidate: any) => candidate.account_id === account.account_id);
      expect(account.esr_pct).toBe(same.commitment_rate_pct);
      expect(account.monthly_saved).toBe(same.commitment_saved);
    }
  });

  it('agree with the active rows of the inventory', () => {
    const active = rows.filter((row) => row.state === 'active');
    expect(both.commitment_count).toBe(active.length);
    expect(both.total_committed_monthly).toBeCloseTo(sum(active.map((row) => row.committed_monthly)), 2);
    expect(both.estimated_waste_monthly).toBeCloseTo(sum(active.map((row) => row.unused_monthly)), 2);
  });

  it('have nothing but zeros for another provider', () => {
    const { accounts, ...figures } = data('other-provider');
    expect(accounts).toEqual([]);
    expect(new Set(Object.values(figures))).toEqual(new Set([0]));
  });
});
