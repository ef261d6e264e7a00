import type { Check } from '../../../../engine/check.js';
import { isCommitted, isOf } from '../../../figures/commitment-rows.js';
import { isDay } from '../../../figures/days.js';
import { amount, eitherOf, hourly, monthly } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { deviationOfDays } from '../../../figures/long-periods.js';
import { byId, type Fees, feeQuery, feesIn, steadyIn } from '../../../figures/queries/fee-query.js';
import { chargedIn } from '../../../figures/queries/query.js';
import { byCommitment } from '../../../figures/queries/utilization-query.js';
import { compareList, type Figure } from '../../../figures/table.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { ofBill, preference, sellerIn } from '../bill-check.js';
import type { ProviderRead } from '../measured-days.js';
import { feeFigures } from './commitment.js';
import { compareHolding } from './holding.js';

export const inventoryChecks: readonly Check[] = [
  ofBill('listCommitmentInventory', {
    id: 'bill.inventory-shows-what-covered-usage-cost',
    ...preference,
    requirement:
      'An inventory row shows what the usage that its commitment covered costs on demand and what the commitment charged for it, the cost of its unused rows, and what it saved.',
    requests: 2,
    of: (billCase) => {
      const provider = sellerIn(billCase);
      return (['ri', 'sp'] as const).map((instrument) => ({ provider, instrument }));
    },
    async compare(billCase, { provider, instrument }) {
      const { probe, bill } = billCase;
      const query = { instrument, provider: provider.id };
      const exchange = await successOf(probe, requestTo('listCommitmentInventory', { query }));
      for (const row of rowsOf(dataOf(exchange).rows)) {
        await compareHolding({ ...billCase, provider, exchange }, row);
        const { measured_from: first, measured_to: last } = row.on_demand ?? {};
        if (!isDay(first) || !isDay(last)) continue;
        const read = { ...billCase, provider, exchange, days: { first, last } };
        const list = { path: 'rows', rows: [row], by: byId };
        const fees = await feesIn(bill, provider, read.days);
        const figures = [...feeFigures(fees), ...(await measuredFigures(read, fees))];
        await compareList(read, { ...list, query: feeQuery(provider, read.days), figures });
        await comparePromised(read, list, fees);
      }
    },
  }),
];

/** What its usage cost on demand and with the commitment, and in a month of which the bill determines the fee. */
async function measuredFigures({ bill, provider }: ProviderRead, { known }: Fees): Promise<Figure[]> {
  const required = 'known';
  const when = ({ group }: ExpectedRow) => known.has(group.id);
  const ofDays = await deviationOfDays(bill, byCommitment(provider).where);
  return [
    // The rates of the usage on demand are open, those of the commitment are not.
    { field: 'on_demand.on_demand_cost', is: amount('covered'), required, deviation: 'preference' },
    { field: 'on_demand.covered_cost', is: amount('used_fee'), required, deviation: ofDays },
    { field: 'unused_monthly', is: monthly('unused'), required, when },
    { field: 'saved_monthly', is: monthly('covered - fee'), required, when },
  ];
}

/** Compares what a savings plan promises for an hour, if it promised the same on each day: its quantity, or its fee. */
async function comparePromised(
  read: ProviderRead,
  list: { readonly path: string; readonly rows: readonly any[]; readonly by: typeof byId },
  { known, steady }: Fees,
): Promise<void> {
  const { bill, provider, days } = read;
  const promised = await steadyIn(bill, provider, days, 'CommitmentDiscountQuantity');
  await compareList(read, {
    ...list,
    query: {
      figures: {
        promised: 'sum(CommitmentDiscountQuantity)',
        fee: 'sum(EffectiveCost)',
        others: 'count(*) FILTER (WHERE upper(CommitmentDiscountUnit) IS DISTINCT FROM BillingCurrency)',
      },
      where: [provider.where, ...chargedIn(days), ...isCommitted, isOf('sp')],
    },
    figures: [
      {
        field: 'commitment_hourly',
        is: eitherOf(hourly('promised'), hourly('fee')),
        required: 'known',
        requiredIf: ({ group }) => known.has(group.id),
        when: ({ group: { id }, figures: { others } }) => others === 0 && steady.has(id) && promised.has(id),
      },
    ],
  });
}
