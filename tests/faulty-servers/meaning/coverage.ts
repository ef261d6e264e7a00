import { changed, refuses } from '../changes.js';
import { withFirstTwice } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const rates = 'GET /commitments/coverage-rates';
const grid = 'GET /commitments/by-service';
const uncovered = 'GET /commitments/uncovered';

/** Returns the unweighted mean over services, plus 5 so that it differs from the rate of any dataset. */
function meanRate(rate: number | null, { services }: any) {
  if (rate === null) return null;
  const rates = services.map(({ coverage_pct }: any) => coverage_pct ?? 0);
  return rates.reduce((sum: number, one: number) => sum + one, 0) / (rates.length || 1) + 5;
}

export const coverageServers = onMock({
  'coverage.every-provider-has-rates': {
    '404 for the coverage of a provider that is not measured': refuses(
      rates,
      404,
      (_, { status, body }) => status < 300 && JSON.parse(body).data.measured === false,
    ),
  },
  'coverage.rate-is-weighted-by-dollars': {
    'coverage as the unweighted mean over services': also(
      changed(rates, 'totals.coverage_pct', meanRate),
      'overview.coverage-is-that-of-the-rates',
    ),
  },
  'coverage.unmeasured-is-not-zero': {
    'zero coverage for a provider that is not measured': changed(
      rates,
      'totals.coverage_pct',
      (pct, { measured }) => (measured === false ? 0 : pct),
    ),
  },
  'coverage.floor-is-below-average': {
    'an hourly minimum above the average': also(
      changed(uncovered, '[]', (row) => ({
        ...row,
        on_demand_hourly_min: row.on_demand_hourly_avg * 2,
      })),
      'coverage.steady-spend-has-a-high-floor',
      'coverage.uncovered-figures-follow',
    ),
  },
  'coverage.parts-make-the-whole': {
    'total covered spend without one service': also(
      changed(rates, 'totals.covered_monthly', (usd, { services: [first] }) =>
        usd === null || !first ? usd : usd - first.covered_monthly,
      ),
      'coverage.rate-is-weighted-by-dollars',
    ),
    'coverage rates without the services that are not covered': changed(rates, 'services', (services) =>
      services.filter(({ covered_monthly }: any) => covered_monthly > 0),
    ),
  },
  'coverage.grid-has-one-row-per-service': {
    'a duplicate service in the grid': changed(grid, 'services', withFirstTwice),
  },
  'coverage.grid-rows-hold-commitments': {
    'a service without commitments in the grid': also(
      changed(grid, 'services[0]', ({ ri, sp, ...row }) => ({
        ...row,
        ri: { ...ri, commitment_count: 0 },
        sp: { ...sp, commitment_count: 0 },
      })),
      'coverage.grid-counts-the-inventory',
    ),
  },
  'coverage.grid-matches-the-utilization': {
    'the utilization of savings plans for both instruments in the grid': changed(
      grid,
      'services[]',
      ({ ri, ...row }) => ({
        ...row,
        ri: { ...ri, utilization_pct: row.sp.utilization_pct },
      }),
    ),
  },
  'coverage.uncovered-parts-are-unique': {
    'a duplicate row of the uncovered base': also(
      changed(uncovered, '', withFirstTwice),
      'coverage.uncovered-parts-make-the-remainder',
    ),
  },
});
