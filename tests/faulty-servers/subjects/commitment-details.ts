import { changed, changedData } from '../changes.js';
import { times } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const detail = 'GET /commitments/detail/*';
const uncovered = 'GET /commitments/uncovered';
const recommendations = 'GET /commitments/recommendations';

/** Servers with wrong figures in the detail of a commitment, and in recommendations of commitments. */
export const commitmentDetailServers = onMock({
  'commitments.detail-has-the-remainder-of-the-rates': {
    'the on-demand remainder of a commitment in half of its service': changed(
      detail,
      'on_demand_monthly',
      times(0.5),
    ),
  },
  'commitments.largest-saving-comes-first': {
    'recommendations of commitments with the smallest saving first': changedData(recommendations, (rows) =>
      rows.reverse(),
    ),
  },
  'commitments.recommendation-is-priced-or-not': {
    'a recommended commitment without its cost of an hour': changed(
      recommendations,
      '[].hourly_commitment_usd',
      null,
    ),
  },
  'commitments.recommendation-fits-the-instrument': {
    'a recommended savings plan with a quantity of 1': changed(
      recommendations,
      '[].quantity',
      (quantity) => quantity ?? 1,
    ),
  },
  'commitments.recommendation-covers-what-is-uncovered': {
    'a recommended commitment to more than is on demand': changed(recommendations, '[]', (row) => ({
      ...row,
      on_demand_monthly: row.on_demand_monthly + 5000,
      commitment_monthly: row.commitment_monthly + 5000,
      hourly_commitment_usd: (row.commitment_monthly + 5000) / 730,
    })),
  },
  'commitments.recommended-saving-follows-from-costs': {
    'recommended savings that ignore the cost of the commitment': also(
      changedData(recommendations, (rows) => {
        for (const row of rows) row.monthly_savings = row.on_demand_monthly;
      }),
      'overview.potential-is-that-of-the-recommendations',
      'overview.potential-of-a-type-is-that-of-its-recommendations',
    ),
  },
  'commitments.recommended-cost-follows-from-the-hour': {
    'the upfront payment of a year for every term': changedData(recommendations, (rows) => {
      for (const row of rows) row.upfront_usd = row.commitment_monthly * 12 + 1;
    }),
  },
  'commitments.coverage-is-within-its-days': {
    'days with a tenth of the coverage': changed(detail, 'coverage_history[].coverage_pct', times(0.1)),
  },
  'commitments.recommended-service-has-a-floor': {
    'an uncovered base by day': changed(uncovered, '[]', (part) => ({
      ...part,
      variability: null,
      on_demand_hourly_min: null,
      volatility_ratio: null,
    })),
  },
});
