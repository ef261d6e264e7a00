import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

const { items, pagination } =
  document.components.examples['listCommitmentCoverage.running-commitments'].value.data;
const listed: any[] = document.components.examples['listCommitments.everything'].value.data.items;

describe('the examples of the deprecated coverage', () => {
  it('have a row for each running commitment, with its figures', () => {
    const figures = (rows: any[], id: string, ...names: string[]) =>
      rows.map((row) => [row[id], ...names.map((name) => row[name])]).sort();
    expect(figures(items, 'row_id', 'coverage_pct', 'committed_cost_monthly', 'utilization_pct')).toEqual(
      figures(
        listed.filter((row) => row.status === 'active'),
        'id',
        'current_coverage_pct',
        'monthly_commitment_usd',
        'current_utilization_pct',
      ),
    );
  });

  it('count the rows', () => {
    expect(pagination.total_items).toBe(items.length);
  });

  it('add up to the cover of a service', () => {
    const { services } = document.components.examples['getCoverageRates.measured'].value.data;
    for (const service of services) {
      const covered = items
        .filter((row: any) => row.provider === 'provider_a' && row.service === service.service)
        .map((row: any) => row.usage_cost_monthly);
      expect(covered.reduce((total: number, cost: number) => total + cost, 0)).toBeCloseTo(
        service.covered_monthly,
        2,
      );
    }
  });
});
