import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';

/** Checks that compare the inventory with other reads. */
export const figureChecks: readonly Check[] = [
  sameFigure('listCommitmentInventory', {
    id: 'inventory.amounts-are-those-of-the-list',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`committed_monthly` of a commitment in the inventory equals `monthly_commitment_usd` in the list, and `qty` equals `unit_count` in the portfolio.',
    source: 'Commitment reads: inventory; Proposed by this contract',
    reference: 'the list or the portfolio',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const { provider, rows } = dataOf(exchange);
      const listed = rowsOf(dataOf((await probe.correct('listCommitments')).exchange).items);
      const portfolio = rowsOf(dataOf((await probe.correct('getCommitmentPortfolio')).exchange).rows);
      const isSame = (id: unknown) => (row: any) => row.id === id && row.provider === provider;
      return rowsOf(rows).flatMap(({ id, committed_monthly, qty }) => [
        {
          name: `\`committed_monthly\` of commitment ${show(id)}`,
          here: committed_monthly,
          there: listed.find(isSame(id))?.monthly_commitment_usd,
          exchange,
        },
        {
          name: `\`qty\` of commitment ${show(id)}`,
          here: qty,
          there: portfolio.find(isSame(id))?.unit_count,
          exchange,
        },
      ]);
    },
  }),
];
