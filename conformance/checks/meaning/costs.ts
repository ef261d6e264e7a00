import type { Check } from '../../check.js';
import { nearMoney, round, sum } from '../../expect/near.js';
import { about, rowsOf } from './claim.js';

export const costChecks: readonly Check[] = [
  about(
    'getCostTimeline',
    {
      id: 'costs.timeline-total-is-its-sum',
      level: 'MUST',
      basis: 'proposed',
      requirement: 'The total of a timeline is the sum of its points.',
      source: 'Proposed by this contract',
    },
    (data) =>
      typeof data.total === 'number' &&
      rowsOf(data.data_points).every(({ amount }) => typeof amount === 'number')
        ? [data]
        : [],
    ({ total, data_points }) => {
      const expected = sum(data_points.map(({ amount }: { amount: number }) => amount));
      return nearMoney(total, expected, data_points.length)
        ? undefined
        : {
            message: 'The total of the timeline is not the sum of its points.',
            expected: round(expected),
            actual: `total ${total}`,
          };
    },
  ),
];
