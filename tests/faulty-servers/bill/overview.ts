import { changed, queried, recomputed } from '../changes.js';
import { plus, times } from '../edited.js';
import { billFaults, computesFor } from './bill-fault.js';
import { every } from './row-changes.js';

const overview = 'GET /commitments/overview';

export const overviewFaults = billFaults({
  'bill.overview-is-of-the-last-complete-month': {
    'an overview with the total rate': changed(overview, 'global_esr', (rate) => rate * 1.6 + 1),
    'an overview of one type covers and saves as much as all': queried(overview, {
      commitment_type: null,
    }),
    'an overview of one type costs as much as all': recomputed(
      `${overview}?commitment_type`,
      async (data, read) => {
        const { total_committed_monthly, estimated_waste_monthly } = await read({ commitment_type: null });
        return { ...data, total_committed_monthly, estimated_waste_monthly };
      },
    ),
    'an overview with a fifth less waste': changed(overview, 'estimated_waste_monthly', times(0.8)),
    'an overview with twice the fees': changed(overview, 'total_committed_monthly', times(2)),
    'an overview that counts one commitment with waste too few': changed(
      overview,
      'waste_commitment_count',
      plus(-1),
    ),
    'an overview without accounts': changed(overview, 'accounts', []),
    'an overview with the smallest account first': changed(overview, 'accounts', (accounts) =>
      accounts.toReversed(),
    ),
    'an overview of billed costs': computesFor(
      overview,
      every((row) => ({ EffectiveCost: row.BilledCost })),
    ),
    'an overview without a savings rate': changed(overview, 'global_esr', null),
  },
});
