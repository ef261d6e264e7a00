import type { Check } from '../../../../engine/check.js';
import { show } from '../../../../engine/show.js';
import { stated } from '../../../claims.js';
import { twiceIn } from '../../../expect/twice.js';
import { requested, rowsOf } from '../../shared/exchange-data.js';
import { forEachRow } from '../../shared/for-each-row.js';

const textsOf = (entry: any): string =>
  Object.values(entry)
    .filter((value) => typeof value === 'string')
    .join(' ');

/** Checks of the figures of utilization, recommendations and overview. */
export const figureChecks: readonly Check[] = [
  forEachRow('getCommitmentUtilization', {
    id: 'commitments.utilization-is-never-merged',
    ...stated,
    requirement: '`services` has one entry per service or plan type and no entry for several of them.',
    source: 'Commitment reads: utilization',
    each: (data, exchange) => {
      const entries = rowsOf(data.services).filter(({ service }) => typeof service === 'string');
      return entries.length > 0 ? [{ entries, isPlan: requested(exchange, 'type') === 'sp' }] : [];
    },
    judge: ({ entries, isPlan }) => {
      const services = entries.map(({ service }) => service);
      const same =
        // Entries of plan types may share a service. The service does not state which field is the plan type.
        twiceIn(isPlan ? entries.map(textsOf) : services) ??
        services.find((name) => /^(all|total|overall|combined)$/i.test(name));
      return (
        same === undefined || {
          message: '`services` contains a duplicate entry or an entry for several services.',
          expected: 'one entry per service or plan type',
          actual: `${show(same)} among ${services.map(show).join(', ')}`,
        }
      );
    },
  }),
];
