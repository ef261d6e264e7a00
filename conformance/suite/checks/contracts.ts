import type { Check } from '../../engine/check.js';
import { fail, NotApplicable } from '../../engine/judge/outcome.js';
import { show } from '../../engine/show.js';
import { known } from '../discovery.js';
import { rowsOf } from './shared/exchange-data.js';

export const contractChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'contracts.are-not-listed-commitments',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The list of commitments does not contain contract commitments.',
    source: 'Commitment reads: contracts',
    operations: ['listContractCommitments'],
    requests: 0,
    async run(probe) {
      const { exchange } = await probe.correct();
      const contracts = rowsOf(exchange.response.json?.data).map(({ id }) => id);
      if (contracts.length === 0) throw new NotApplicable('the target has no contract commitments');
      const both = known(probe.found.commitments).find(({ id }) => contracts.includes(id));
      if (both === undefined) return;
      fail({
        message: 'The list of commitments contains the `id` of a contract commitment.',
        expected: 'ids that are not in the list of commitments',
        actual: show(both.id),
        exchange,
      });
    },
  },
];
