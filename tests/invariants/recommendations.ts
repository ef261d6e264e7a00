import { expect } from 'vitest';
import { cents } from '../support/dataset/cents.js';
import type { TestDataset } from '../support/dataset/dataset.js';
import { everyPage } from '../support/dataset/every-page.js';
import type { Invariants } from './support.js';

const providers = ['provider_a', 'provider_b', 'provider_c', 'provider_d'];

const listOf = (dataset: TestDataset, provider_id: string, query: object = {}) =>
  everyPage(dataset, 'listRecommendations', { path: { provider_id }, query: { ...query } }).items as any[];
const detailOf = ({ call }: TestDataset, id: string) => call('getRecommendation', { path: { id } });

/** Invariants of recommendations and realized savings, in every dataset with data. */
export const recommendations: Invariants = {
  'detail and list of a recommendation agree': (dataset) => {
    for (const provider of providers) {
      const rows = listOf(dataset, provider);
      for (const { terms_accepted_at, saving_accepted_by, updated_at, ...common } of rows) {
        expect(detailOf(dataset, common.recommendation_id)).toMatchObject(common);
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
};
