import { answers, type Defect, dataOf, onMock, refusal } from '../defect.js';

export const coverageDefects: readonly Defect[] = onMock([
  {
    name: 'no coverage for a provider that was not measured',
    kills: 'coverage.every-provider-has-rates',
    also: ['errors.requests-never-break-the-server'],
    wrap: answers('GET /commitments/coverage-rates', (answer) =>
      answer.status < 300 && JSON.parse(answer.body).data.measured === false
        ? refusal(500, 'INTERNAL_SERVER_ERROR')
        : answer,
    ),
  },
  {
    name: 'coverage as the mean over services',
    kills: 'coverage.rate-is-weighted-by-dollars',
    wrap: dataOf('GET /commitments/coverage-rates', ({ totals, services }) => {
      if (totals.coverage_pct === null) return;
      const rates = services.map((service: any) => service.coverage_pct ?? 0);
      totals.coverage_pct =
        rates.reduce((sum: number, rate: number) => sum + rate, 0) / (rates.length || 1) + 5;
    }),
  },
  {
    name: 'zero coverage for a provider that was not measured',
    kills: 'coverage.unmeasured-is-not-zero',
    wrap: dataOf('GET /commitments/coverage-rates', (coverage) => {
      if (coverage.measured === false) coverage.totals.coverage_pct = 0;
    }),
  },
  {
    name: 'an hourly floor above the average',
    kills: 'coverage.floor-is-below-average',
    wrap: dataOf('GET /commitments/uncovered', (rows) => {
      for (const row of rows) row.on_demand_hourly_min = row.on_demand_hourly_avg * 2;
    }),
  },
]);
