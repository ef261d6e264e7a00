import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Summary = components['schemas']['SavingsAuditSummary'];

const { examples } = document.components;
const summaries: Summary[] = ['two-providers', 'nothing-saved-yet'].map(
  (name) => examples[`getSavingsAuditSummary.${name}`].value.data,
);

describe('the examples of getSavingsAuditSummary', () => {
  it('save in all what was saved with each provider', () => {
    for (const { total_savings, providers } of summaries) {
      expect(total_savings).toBe(providers.reduce((sum, provider) => sum + provider.total_savings, 0));
    }
  });

  it('save twelve times as much in a year as in a month', () => {
    for (const { total_annual_savings, total_monthly_savings } of summaries) {
      expect(total_annual_savings).toBe(total_monthly_savings * 12);
    }
  });

  it('agree with the overview of a provider', () => {
    const overview = examples['getRecommendationOverview.several-open'].value.data;
    const provider = summaries[0]?.providers.find(({ provider_id }) => provider_id === 'provider_a');
    expect(provider?.total_savings).toBe(overview.saved_itd);
  });
});
