import type { Check } from '../../../../engine/check.js';
import { proposal } from '../../../claims.js';
import { instruments, isOf } from '../../../figures/commitment-rows.js';
import { isDay } from '../../../figures/days.js';
import { amount, eitherOf, hourly, monthly } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import {
  byCommitment,
  deviationOfDays,
  knownCommitments,
} from '../../../figures/queries/commitment-query.js';
import { narrow } from '../../../figures/queries/query.js';
import { compareTable, type Figure } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { ofBill, type ProviderRead } from '../bill-check.js';
import { feeFigures } from './commitment.js';
import { compareHolding } from './holding.js';

export const inventoryChecks: readonly Check[] = [
  ofBill('listCommitmentInventory', {
    id: 'bill.inventory-shows-what-covered-usage-cost',
    ...proposal,
    requirement:
      'An inventory row shows what the usage that its commitment covered costs on demand and what the commitment charged for it, the cost of its unused rows, and what it saved.',
    requests: 2,
    of: (billCase) => instruments.map((instrument) => ({ instrument, provider: billCase.seller })),
    async compare(billCase, { provider, instrument }) {
      const query = { instrument, provider: provider.id };
      const read = await billCase.read('listCommitmentInventory', provider, { query });
      for (const row of rowsOf(read.data.rows)) {
        await compareHolding(read, row);
        const { measured_from: first, measured_to: last } = row.on_demand ?? {};
        if (isDay(first) && isDay(last)) await compareRow({ ...read, days: { first, last } }, row);
      }
    },
  }),
];

/** Compares what the usage of a commitment cost on demand and with it, what it saved, and what a plan promises for an hour. */
async function compareRow(read: ProviderRead, row: any): Promise<void> {
  const { bill, provider, days } = read;
  const known = await knownCommitments(bill, provider, days);
  const query = byCommitment(provider, days);
  const ofDays = await deviationOfDays(bill, byCommitment(provider).where);
  const required = 'known';
  const isPriced = ({ group }: ExpectedRow) => known.priced.has(group.id);
  const figures: Figure[] = [
    ...feeFigures(known),
    // The rates of the usage on demand are open, those of the commitment are not.
    { field: 'on_demand.on_demand_cost', is: amount('covered'), required, deviation: 'preference' },
    { field: 'on_demand.covered_cost', is: amount('used_cost'), required, deviation: ofDays },
    { field: 'unused_monthly', is: monthly('cost - used_cost'), required, when: isPriced },
    { field: 'saved_monthly', is: monthly('covered - cost'), required, when: isPriced },
  ];
  // A plan may promise its quantity or its fee; it is known if it is the same on each day.
  const perHour: Figure = {
    ...{ field: 'commitment_hourly', is: eitherOf(hourly('purchased'), hourly('cost')), required },
    requiredIf: isPriced,
    when: ({ group: { id }, figures: { not_dollars } }) =>
      not_dollars === 0 && known.steady.has(id) && known.promised.has(id),
  };
  await compareTable(read, { path: 'rows[]', rows: [row], query, figures });
  const plans = narrow(query, isOf('sp'));
  await compareTable(read, { path: 'rows[]', rows: [row], query: plans, figures: [perHour] });
}
