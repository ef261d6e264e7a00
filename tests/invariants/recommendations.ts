import { expect } from 'vitest';
import { cents, sumOf } from '../support/cents.js';
import type { TestDataset } from '../support/dataset.js';
import { everyPage } from '../support/every-page.js';
import { expectPercent, type Invariants } from './support.js';

const providers = ['provider_a', 'provider_b', 'provider_c', 'provider_d'];

const listOf = (dataset: TestDataset, provider_id: string, query: object = {}) =>
  everyPage(dataset, 'listRecommendations', { path: { provider_id }, query: { ...query } }).items as any[];
const detailOf = ({ call }: TestDataset, id: string) => call('getRecommendation', { path: { id } });

/** Invariants of recommendations and realized savings, in every dataset with data. */
export const recommendations: Invariants = {
  'detail and list of a recommendation agree, and its percentage relates to its spending': (dataset) => {
    for (const provider of providers) {
      const rows = listOf(dataset, provider);
      for (const { terms_accepted_at, saving_accepted_by, updated_at, ...common } of rows) {
        const detail = detailOf(dataset, common.recommendation_id);
        expect(detail).toMatchObject(common);
        expectPercent(detail.savings_percentage, detail.monthly_savings, detail.current_spending);
      }
    }
  },

  'the second of two linked recommendations applies to the cost that remains after the first': (dataset) => {
    const seconds = listOf(dataset, 'provider_a').filter((row) => row.linked_to?.order === 'second');
    expect(seconds.length).toBeGreaterThan(0);
    for (const { recommendation_id, linked_to } of seconds) {
      const first = detailOf(dataset, linked_to.recommendation_id);
      const { current_spending } = detailOf(dataset, recommendation_id);
      expect(cents(current_spending)).toBe(cents(first.current_spending) - cents(first.monthly_savings));
      expect(first.linked_to.recommendation_ids).toContain(recommendation_id);
    }
  },

  'the overview, the cost summary and the savings audit match the sums of the lists': (dataset) => {
    const audited = dataset.call('getSavingsAuditSummary').providers as any[];
    for (const provider_id of providers) {
      const path = { provider_id };
      const overview = dataset.call('getRecommendationOverview', { path });
      const summary = dataset.call('getCostSummary', { path });
      const savings = (display_status: string[]) =>
        sumOf(listOf(dataset, provider_id, { display_status }), (row) => row.monthly_savings);
      expect([summary.potential_savings, summary.monthly_spending]).toEqual([
        overview.potential_savings,
        overview.total_spend,
      ]);
      const own = audited.find((one) => one.provider_id === provider_id);
      expect(own?.total_savings ?? 0).toBe(overview.saved_itd);
      if (overview.potential_savings === null) continue;
      expect(cents(overview.available_savings)).toBe(savings(['available']));
      expect(cents(overview.pending_savings)).toBe(savings(['pending', 'processing']));
    }
  },
};
