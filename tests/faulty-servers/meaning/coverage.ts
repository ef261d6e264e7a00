import { answers, type Defect, dataOf, onMock, refusal } from '../defect.js';

const rates = 'GET /commitments/coverage-rates' as const;
const grid = 'GET /commitments/by-service' as const;

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
  {
    name: 'covered spend of the whole without one service',
    kills: 'coverage.parts-make-the-whole',
    also: ['coverage.rate-is-weighted-by-dollars'],
    wrap: dataOf(rates, ({ totals, services }) => {
      if (totals.covered_monthly === null || !services[0]) return;
      totals.covered_monthly -= services[0].covered_monthly;
    }),
  },
  {
    name: 'services that nothing covers are left out',
    kills: 'coverage.parts-make-the-whole',
    wrap: dataOf(rates, (coverage) => {
      coverage.services = coverage.services.filter((one: any) => one.covered_monthly > 0);
    }),
  },
  {
    name: 'a service twice in the grid',
    kills: 'coverage.grid-has-one-row-per-service',
    wrap: dataOf(grid, ({ services }) => {
      if (services[0]) services.push(services[0]);
    }),
  },
  {
    name: 'a service without commitments in the grid',
    kills: 'coverage.grid-rows-hold-commitments',
    wrap: dataOf(grid, ({ services }) => {
      for (const row of services.slice(0, 1)) {
        row.ri.commitment_count = 0;
        row.sp.commitment_count = 0;
      }
    }),
  },
  {
    name: 'the grid tells reservations for both instruments',
    kills: 'coverage.grid-tells-the-utilization',
    wrap: dataOf(grid, ({ services }) => {
      for (const row of services) row.ri = { ...row.ri, utilization_pct: row.sp.utilization_pct };
    }),
  },
  {
    name: 'a part of the uncovered base twice',
    kills: 'coverage.uncovered-parts-are-told-once',
    also: ['coverage.uncovered-parts-make-the-remainder'],
    wrap: dataOf('GET /commitments/uncovered', (rows) => {
      if (rows[0]) rows.push(rows[0]);
    }),
  },
]);
