import type { Check } from '../../../../engine/check.js';
import { proposal } from '../../../claims.js';
import { roundingOf } from '../../../expect/near.js';
import { equation, percentage } from '../../shared/equation.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { leverageOf, pointsOf, slopeOf } from '../../shared/slope.js';

/** Days of the trend of utilization. */
const trendDays = 30;

/** Checks of the histories of one commitment. */
export const detailChecks: readonly Check[] = [
  equation('getCommitment', {
    id: 'commitments.trend-fits-the-history',
    ...proposal,
    requirement:
      '`utilization_slope_pp_30d` of a commitment is the change in 30 days of the straight line through `utilization_history`.',
    source: 'Commitment reads: one commitment; Proposed by this contract',
    formula: 'the change in 30 days of the straight line through `utilization_history`',
    figures: (data) => {
      const points = pointsOf(rowsOf(data.utilization_history), 'utilization_pct');
      const slope = points.length > 2 ? slopeOf(points) * trendDays : Number.NaN;
      const rounding = roundingOf(points.map(({ value }) => value));
      const within = 0.05 + rounding * leverageOf(points) * trendDays;
      return [
        percentage({ ...data, slope }, 'utilization_slope_pp_30d', ['slope'], (value) => value, within),
      ];
    },
  }),
];
