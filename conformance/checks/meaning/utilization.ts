import type { Check } from '../../check.js';
import { nearPercent, numbersOf, round } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { twiceIn } from '../../expect/twice.js';
import { about, rowsOf } from './claim.js';

export const utilizationChecks: readonly Check[] = [
  about(
    'getCommitmentUtilization',
    {
      id: 'commitments.utilization-is-used-over-purchased',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Utilization is used hours divided by purchased hours.',
      source: 'Commitment read semantics, rule 3',
    },
    (data) =>
      rowsOf(data.services).filter(
        (entry) =>
          numbersOf(entry, 'used_hours', 'purchased_hours', 'utilization_pct') && entry.purchased_hours > 0,
      ),
    ({ service, used_hours, purchased_hours, utilization_pct }) => {
      const expected = (used_hours / purchased_hours) * 100;
      // Hours may be told rounded, so that a short window is less exact.
      if (
        nearPercent(utilization_pct, expected) ||
        Math.abs(utilization_pct - expected) < 100 / purchased_hours
      ) {
        return undefined;
      }
      return {
        message: `Utilization of ${show(service)} is not used over purchased hours.`,
        expected: `${round(expected)} = ${used_hours} / ${purchased_hours} × 100`,
        actual: `utilization_pct ${utilization_pct}`,
      };
    },
  ),
  about(
    'getCommitmentUtilization',
    {
      id: 'commitments.utilization-is-never-merged',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Utilization has one entry per service or plan type, and none that averages them.',
      source: 'Commitment reads: utilization',
    },
    (data) => (rowsOf(data.services).length > 0 ? [rowsOf(data.services).map(({ service }) => service)] : []),
    (services) => {
      const same =
        twiceIn(services) ?? services.find((name) => /^(all|total|overall|combined)$/i.test(String(name)));
      return same === undefined
        ? undefined
        : {
            message: 'Utilization has an entry that is no single service.',
            expected: 'one entry per service or plan type',
            actual: `${show(same)} among ${services.map(show).join(', ')}`,
          };
    },
  ),
];
