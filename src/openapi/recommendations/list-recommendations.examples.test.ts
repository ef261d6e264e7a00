import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Page = components['schemas']['RecommendationPage'];

const { examples } = document.components;
const page = (name: string): Page => examples[`listRecommendations.${name}`].value.data;
const pages = [page('first-page'), page('last-page')];
const rows = pages.flatMap(({ items }) => items);
const byId = new Map(rows.map((row) => [row.recommendation_id, row]));

const savingsOf = (statuses: readonly (string | null)[]) =>
  rows
    .filter(({ status }) => statuses.includes(status))
    .reduce((sum, { monthly_savings }) => sum + monthly_savings, 0);

describe('the examples of listRecommendations', () => {
  it('count the savings of every match on each page', () => {
    for (const { total_savings } of pages) {
      expect(total_savings).toBe(rows.reduce((sum, { monthly_savings }) => sum + monthly_savings, 0));
    }
  });

  it('hold each match once', () => {
    for (const { pagination } of pages) expect(pagination.total_items).toBe(byId.size);
    expect(rows).toHaveLength(byId.size);
  });

  it('come by status, those without one first', () => {
    const statuses = rows.map(({ status }) => status ?? '');
    expect(statuses).toEqual(statuses.toSorted());
  });

  it('link in both directions, with the saving of the first', () => {
    const seconds = rows.filter(({ linked_to }) => linked_to?.order === 'second');
    expect(seconds).not.toHaveLength(0);
    for (const { recommendation_id, linked_to } of seconds) {
      if (linked_to?.order !== 'second') continue;
      const first = byId.get(linked_to.recommendation_id);
      expect(first?.linked_to).toEqual({
        order: 'first',
        recommendation_ids: expect.arrayContaining([recommendation_id]),
      });
      expect(linked_to.monthly_savings).toBe(first?.monthly_savings);
    }
  });

  it('agree with the overview of the same provider', () => {
    const overview = examples['getRecommendationOverview.several-open'].value.data;
    expect(overview.available_savings).toBe(savingsOf([null]));
    expect(overview.pending_savings).toBe(savingsOf(['pending', 'processing', 'in_progress']));
    expect(overview.potential_savings).toBe(overview.available_savings + overview.pending_savings);
  });

  it('agree with the cost summary of the same provider', () => {
    const overview = examples['getRecommendationOverview.several-open'].value.data;
    const summary = examples['getCostSummary.provider-a'].value.data;
    expect(summary.potential_savings).toBe(overview.potential_savings);
    expect(summary.monthly_spending).toBe(overview.total_spend);
  });
});
