import { onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const rates = 'GET /commitments/coverage-rates';
const grid = 'GET /commitments/by-service';
const uncovered = 'GET /commitments/uncovered';

/** Servers with parts of coverage that contradict the whole. */
export const coveragePartServers = onMock({
  'coverage.instruments-make-the-service': {
    'a service without the cover of savings plans in its instruments': dataOf(rates, ({ services }) => {
      for (const { instruments } of services)
        for (const one of instruments) if (one.instrument === 'sp') one.covered_monthly = 0;
    }),
  },
  'coverage.grid-has-the-rates-of-instruments': {
    'a grid with the coverage of both instruments in each cell': dataOf(grid, ({ services }) => {
      for (const { ri, sp } of services) if (ri.coverage_pct !== null) ri.coverage_pct += sp.coverage_pct / 2;
    }),
  },
  'coverage.grid-counts-the-inventory': {
    'a grid that counts each reservation twice': dataOf(grid, ({ services }) => {
      for (const { ri } of services) ri.commitment_count *= 2;
    }),
  },
  'coverage.grid-has-what-resizing-saves': {
    'half of the unused amount in the grid': dataOf(grid, ({ services }) => {
      for (const { ri } of services) if (ri.unused_monthly) ri.unused_monthly /= 2;
    }),
  },
  'coverage.uncovered-figures-follow': {
    'an hourly average over a month of 700 hours': dataOf(uncovered, (rows) => {
      for (const row of rows) row.on_demand_hourly_avg *= 730 / 700;
    }),
  },
  'coverage.steady-spend-has-a-high-floor': {
    'uncovered spend that is always steady': dataOf(uncovered, (rows) => {
      for (const row of rows) row.variability = 'steady';
    }),
  },
  'coverage.suggestion-is-below-the-floor': {
    'a suggested commitment to the average': dataOf(uncovered, (rows) => {
      for (const row of rows)
        if (row.suggested_commitment_hourly) row.suggested_commitment_hourly = row.on_demand_hourly_avg * 1.2;
    }),
  },
  'coverage.rows-match-the-list': {
    'half of the utilization in the deprecated rows': dataOf('GET /commitments/coverage', ({ items }) => {
      for (const row of items) if (row.utilization_pct) row.utilization_pct /= 2;
    }),
  },
});
