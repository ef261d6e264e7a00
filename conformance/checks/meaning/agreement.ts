import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import { eachCase, fail, NotApplicable } from '../../outcome.js';
import { requestTo } from '../../requests.js';
import { rowsOf } from './claim.js';
import { successOf } from './success-of.js';

const identity = ['provider', 'service', 'account_id', 'region', 'kind', 'start_date', 'end_date'] as const;

/** A moment may be told as a date here and with its time there: the day is what must agree. */
const told = (field: string, value: unknown) =>
  field.endsWith('_date') && typeof value === 'string' ? value.slice(0, 10) : value;

export const agreementChecks: readonly Check[] = [
  {
    kind: 'probe',
    id: 'commitments.told-alike-everywhere',
    level: 'MUST',
    basis: 'derived',
    requirement:
      'The detail of a commitment tells the same provider, service, account, region, kind and days as the list.',
    source: 'Commitment row; One commitment (detail)',
    operations: ['getCommitment'],
    cost: 3,
    async run(probe) {
      // A server may have the detail elsewhere, since its path is only proposed.
      await probe.correct();
      const { exchange: listed } = await probe.correct('listCommitments');
      const rows = rowsOf(listed.response.json?.data?.items).filter(({ id }) => typeof id === 'string');
      if (rows.length === 0) throw new NotApplicable('the target holds no commitment');
      await eachCase(rows.slice(0, 3), async (row) => {
        const exchange = await successOf(
          probe,
          requestTo('getCommitment', { path: { commitment_id: row.id } }),
        );
        const detail = exchange.response.json?.data ?? {};
        const field = identity.find(
          (name) => typeof detail[name] === 'string' && told(name, detail[name]) !== told(name, row[name]),
        );
        if (field === undefined) return;
        fail({
          message: `The list and the detail of ${show(row.id)} differ in ${field}.`,
          expected: `${field} ${show(row[field])}, as in the list`,
          actual: show(detail[field]),
          exchange,
        });
      });
    },
  },
];
