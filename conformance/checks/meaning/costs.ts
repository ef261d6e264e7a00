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
      Array.isArray(data.data_points) &&
      rowsOf(data.data_points).every(({ amount }) => typeof amount === 'number')
        ? [{ total: data.total, amounts: rowsOf(data.data_points).map(({ amount }) => amount) }]
        : [],
    ({ total, amounts }) => {
      const expected = sum(amounts);
      return nearMoney(total, expected, amounts.length)
        ? undefined
        : {
            message: 'The total of the timeline is not the sum of its points.',
            expected: round(expected),
            actual: `total ${total}`,
          };
    },
  ),
];
