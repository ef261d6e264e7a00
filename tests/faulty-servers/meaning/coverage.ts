import { changed, refuses } from '../changes.js';
import { withFirstTwice } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const rates = 'GET /commitments/coverage-rates';
const grid = 'GET /commitments/by-service';
const uncovered = 'GET /commitments/uncovered';

/** The mean over services, which is not the rate over dollars. */
function meanRate(rate: number | null, { services }: any) {
  if (rate === null) return null;
  const rates = services.map(({ coverage_pct }: any) => coverage_pct ?? 0);
  return rates.reduce((sum: number, one: number) => sum + one, 0) / (rates.length || 1) + 5;
}

export const coverageServers = onMock({
  'coverage.every-provider-has-rates': {
    'no coverage for a provider that was not measured': also(
      refuses(rates, 500, (_, { status, body }) => status < 300 && JSON.parse(body).data.measured === false),
      'errors.requests-never-break-the-server',
    ),
  },
  'coverage.rate-is-weighted-by-dollars': {
    'coverage as the mean over services': changed(rates, 'totals.coverage_pct', meanRate),
  },
  'coverage.unmeasured-is-not-zero': {
    'zero coverage for a provider that was not measured': changed(
      rates,
      'totals.coverage_pct',
      (pct, { measured }) => (measured === false ? 0 : pct),
    ),
  },
  'coverage.floor-is-below-average': {
    'an hourly floor above the average': changed(uncovered, '[]', (row) => ({
      ...row,
      on_demand_hourly_min: row.on_demand_hourly_avg * 2,
    })),
  },
  'coverage.parts-make-the-whole': {
    'covered spend of the whole without one service': also(
      changed(rates, 'totals.covered_monthly', (usd, { services: [first] }) =>
        usd === null || !first ? usd : usd - first.covered_monthly,
      ),
      'coverage.rate-is-weighted-by-dollars',
    ),
    'services that nothing covers are left out': changed(rates, 'services', (services) =>
      services.filter(({ covered_monthly }: any) => covered_monthly > 0),
    ),
  },
  'coverage.grid-has-one-row-per-service': {
    'a service twice in the grid': changed(grid, 'services', withFirstTwice),
  },
  'coverage.grid-rows-hold-commitments': {
    'a service without commitments in the grid': changed(grid, 'services[0]', ({ ri, sp, ...row }) => ({
      ...row,
      ri: { ...ri, commitment_count: 0 },
      sp: { ...sp, commitment_count: 0 },
    })),
  },
  'coverage.grid-matches-the-utilization': {
    'the grid tells reservations for both instruments': changed(grid, 'services[]', ({ ri, ...row }) => ({
      ...row,
      ri: { ...ri, utilization_pct: row.sp.utilization_pct },
    })),
  },
  'coverage.uncovered-parts-are-unique': {
    'a part of the uncovered base twice': also(
      changed(uncovered, '', withFirstTwice),
      'coverage.uncovered-parts-make-the-remainder',
    ),
  },
});
