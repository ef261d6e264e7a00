import { changed, changedData, refuses } from '../changes.js';
import { times, withFirstTwice } from '../edited.js';
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
    'coverage in a grid that is not measured': also(
      changed(grid, 'measured', false),
      'coverage.grid-is-measured-or-not',
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
  'coverage.instruments-make-the-service': {
    'a service without the cover of savings plans in its instruments': changedData(rates, ({ services }) => {
      for (const { instruments } of services)
        for (const one of instruments) if (one.instrument === 'sp') one.covered_monthly = 0;
    }),
  },
  'coverage.rows-match-the-list': {
    'half of the utilization in the deprecated rows': changed(
      'GET /commitments/coverage',
      'items[].utilization_pct',
      times(0.5),
    ),
  },
  'coverage.grid-has-one-row-per-service': {
    'a duplicate service in the grid': also(
      changed(grid, 'services', withFirstTwice),
      'coverage.grid-is-in-order',
    ),
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
    'the utilization of savings plans for both instruments in the grid': also(
      changed(grid, 'services[]', ({ ri, ...row }) => ({
        ...row,
        ri: { ...ri, utilization_pct: row.sp.utilization_pct },
      })),
      'coverage.grid-averages-the-utilization-of-the-list',
    ),
  },
  'coverage.grid-has-the-remainder-of-the-rates': {
    'uncovered spend in the grid that differs from the coverage rates': changed(
      grid,
      'services[].ri.uncovered_monthly',
      times(0.5),
    ),
  },
  'coverage.grid-has-the-rates-of-instruments': {
    'a grid with the coverage of both instruments in each cell': changedData(grid, ({ services }) => {
      for (const { ri, sp } of services) if (ri.coverage_pct !== null) ri.coverage_pct += sp.coverage_pct / 2;
    }),
  },
  'coverage.grid-counts-the-inventory': {
    'a grid that counts each reservation twice': changed(grid, 'services[].ri.commitment_count', times(2)),
  },
  'coverage.grid-has-what-resizing-saves': {
    'half of the unused amount in the grid': changed(grid, 'services[].ri.unused_monthly', times(0.5)),
  },
  'coverage.grid-has-every-service-with-a-commitment': {
    'a grid without a service that has a commitment': changed(grid, 'services', (rows) =>
      rows.filter(({ service }: any) => service !== 'relational-database'),
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
  'coverage.uncovered-parts-are-unique': {
    'a duplicate row of the uncovered base': also(
      changed(uncovered, '', withFirstTwice),
      'coverage.uncovered-parts-make-the-remainder',
    ),
  },
  'coverage.uncovered-parts-make-the-remainder': {
    'an uncovered base without its first row': changedData(uncovered, (parts) => parts.shift()),
  },
  'coverage.uncovered-figures-follow': {
    'an hourly average over a month of 700 hours': changed(
      uncovered,
      '[].on_demand_hourly_avg',
      times(730 / 700),
    ),
  },
  'coverage.steady-spend-has-a-high-floor': {
    'uncovered spend that is always steady': changed(uncovered, '[].variability', 'steady'),
  },
  'coverage.suggestion-is-below-the-floor': {
    'a suggested commitment to the average': changedData(uncovered, (rows) => {
      for (const row of rows)
        if (row.suggested_commitment_hourly) row.suggested_commitment_hourly = row.on_demand_hourly_avg * 1.2;
    }),
  },

  'coverage.rates-are-measured-or-not': {
    'measured coverage rates without their days': changed(rates, '', (data) =>
      data.measured ? { ...data, measured_from: null } : data,
    ),
  },
  'coverage.known-spend-has-a-rate': {
    'zero as the covered spend of a provider that is not measured': changed(
      rates,
      'totals.covered_monthly',
      (usd) => usd ?? 0,
    ),
  },
  'coverage.covered-usage-has-a-cost': {
    'a coverage of usage without a cost': changed(
      'GET /commitments/coverage',
      'items[].usage_cost_monthly',
      null,
    ),
  },
  'coverage.known-hours-have-a-floor': {
    'an hourly floor without its volatility': changed(uncovered, '[].volatility_ratio', null),
  },
  'coverage.grid-is-in-order': {
    'a grid with the last service first': changedData(grid, ({ services }) => services.reverse()),
  },
  'coverage.grid-is-measured-or-not': {
    'a measured grid without what is uncovered': changed(grid, 'services[].sp.uncovered_monthly', null),
  },
  'coverage.grid-averages-the-utilization-of-the-list': {
    'a utilization in the grid that no commitment has': changed(grid, 'services[].ri.utilization_pct', null),
  },
  'coverage.rates-hold-the-coverage-of-the-list': {
    'rates of a tenth of the coverage': also(
      changed(rates, 'services[].instruments[].coverage_pct', (share) => share / 10),
      'coverage.grid-has-the-rates-of-instruments',
      'coverage.instruments-make-the-service',
    ),
  },
  'coverage.recommended-part-has-a-price': {
    'an uncovered base that suggests an unknown commitment': changed(
      uncovered,
      '[].suggested_commitment_hourly',
      null,
    ),
  },
  'coverage.recommended-part-is-worth-buying': {
    'uncovered usage of which nothing is worth buying': also(
      changed('GET /commitments/recommendations', '', []),
      'overview.potential-is-that-of-the-recommendations',
      'overview.potential-of-a-type-is-that-of-its-recommendations',
    ),
  },
  'coverage.recommended-kind-fits-the-provider': {
    'a savings plan for every provider': also(
      changed(uncovered, '[].recommended_kind', (kind) => kind && 'savings_plan'),
      'coverage.recommended-part-is-worth-buying',
    ),
  },
  'coverage.rates-hold-what-consumers-cover': {
    'half of what consumers cover': also(
      changedData(rates, (data) => {
        for (const one of [data.totals, ...data.services, ...data.accounts]) one.covered_monthly /= 2;
      }),
      'coverage.instruments-make-the-service',
      'coverage.known-spend-has-a-rate',
      'coverage.rate-is-weighted-by-dollars',
    ),
  },
  'coverage.usage-cost-is-that-of-the-consumers': {
    'covered usage at ten times its price': changed(
      'GET /commitments/coverage',
      'items[].usage_cost_monthly',
      times(10),
    ),
  },
});
