import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Detail = components['schemas']['RecommendationDetail'];
type Row = components['schemas']['Recommendation'];

const { examples } = document.components;
const detail = (name: string): Detail => examples[`getRecommendation.${name}`].value.data;
const first = detail('first-of-two');
const second = detail('second-of-two');
const details = [first, second, detail('stands-alone')];
const listed: Row[] = ['first-page', 'last-page'].flatMap(
  (name) => examples[`listRecommendations.${name}`].value.data.items,
);

describe('the examples of getRecommendation', () => {
  it('save a share of what is spent today', () => {
    for (const { monthly_savings, current_spending, savings_percentage } of details) {
      expect((monthly_savings / current_spending) * 100).toBeCloseTo(savings_percentage, 6);
    }
  });

  it('save twelve times as much in a year as in a month', () => {
    for (const { annual_savings, monthly_savings } of details) {
      expect(annual_savings).toBe(monthly_savings * 12);
    }
  });

  it('count the second of two on what the first leaves', () => {
    expect(second.current_spending).toBe(first.current_spending - first.monthly_savings);
  });

  it('tell the same as the rows of the list', () => {
    for (const each of details) {
      const row = listed.find(({ recommendation_id }) => recommendation_id === each.recommendation_id);
      const { terms_accepted_at, saving_accepted_by, updated_at, ...common } = row as Row;
      expect(each).toMatchObject(common);
    }
  });
});
