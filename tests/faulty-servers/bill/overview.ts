import { changed, queried, recomputed } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { every } from './row-changes.js';

export const overviewFaults: readonly BillFault[] = [
  {
    name: 'an overview with the total rate',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'global_esr', (rate) => rate * 1.6 + 1),
  },
  {
    name: 'an overview of one type covers and saves as much as all',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: queried('GET /commitments/overview', { commitment_type: null }),
  },
  {
    name: 'an overview of one type costs as much as all',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: recomputed('GET /commitments/overview?commitment_type', async (data, read) => {
      const { total_committed_monthly, estimated_waste_monthly } = await read({ commitment_type: null });
      return { ...data, total_committed_monthly, estimated_waste_monthly };
    }),
  },
  {
    name: 'an overview with a fifth less waste',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'estimated_waste_monthly', (waste) => 0.8 * waste),
  },
  {
    name: 'an overview with twice the fees',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'total_committed_monthly', (fees) => 2 * fees),
  },
  {
    name: 'an overview that counts one commitment with waste too few',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'waste_commitment_count', (count) => count && count - 1),
  },
  {
    name: 'an overview without accounts',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'accounts', () => []),
  },
  {
    name: 'an overview with the smallest account first',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'accounts', (accounts) => accounts.toReversed()),
  },
  {
    name: 'an overview of billed costs',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    rows: every((row) => ({ EffectiveCost: row.BilledCost })),
    when: 'GET /commitments/overview',
  },
  {
    name: 'an overview without a savings rate',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'global_esr', () => null),
  },
];
