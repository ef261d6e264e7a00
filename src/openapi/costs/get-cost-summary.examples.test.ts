import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

interface Summary {
  monthly_spending: number;
  forecasted_monthly_costs: number;
  forecasted_monthly_costs_percentage: number;
  potential_savings: number;
  potential_savings_percentage: number;
  top_services: { service: string; cost: number }[];
}

const examples = document.components.examples;

describe.each(['provider-a', 'provider-b-before-credits'])('the summary example %s', (name) => {
  const summary: Summary = examples[`getCostSummary.${name}`].value.data;
  const forecast = examples[`getCostForecast.${name}`].value.data;

  it('repeats the figures of the forecast', () => {
    expect(summary.monthly_spending).toBe(forecast.booked_to_date);
    expect(summary.forecasted_monthly_costs).toBe(forecast.forecast_value);
    expect(summary.forecasted_monthly_costs_percentage).toBe(forecast.delta_pct_vs_last_month);
  });

  it('takes savings as a part of the forecast', () => {
    const part = (summary.potential_savings / summary.forecasted_monthly_costs) * 100;
    expect(summary.potential_savings_percentage).toBeCloseTo(part, 2);
  });

  it('names the costliest services first and no more than the month holds', () => {
    const costs = summary.top_services.map((service) => service.cost);
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
    expect(costs.reduce((total, cost) => total + cost, 0)).toBeLessThanOrEqual(summary.monthly_spending);
  });
});

it('accounts for the whole month where a provider has fewer than four services', () => {
  const { top_services, monthly_spending }: Summary =
    examples['getCostSummary.provider-b-before-credits'].value.data;
  expect(top_services.reduce((total, { cost }) => total + cost, 0)).toBeCloseTo(monthly_spending, 6);
});
