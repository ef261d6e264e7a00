import type { Check } from '../../../../engine/check.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { show } from '../../../../engine/show.js';
import { isCommitted, isOf } from '../../../figures/commitment-rows.js';
import { type Days, isDay, lengthOf } from '../../../figures/days.js';
import { type ExpectedFigure, hourly, monthly, perMonth } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { deviationOfDays } from '../../../figures/long-periods.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { feesIn, steadyIn } from '../../../figures/queries/fee-query.js';
import { chargedIn } from '../../../figures/queries/query.js';
import { byCommitment } from '../../../figures/queries/utilization-query.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { type BillCase, ofBill, sellerIn } from '../bill-check.js';
import type { Measured } from '../measured-days.js';
import { compareFees } from './compare-commitment.js';
import { compareHolding } from './compare-holding.js';

export const inventoryChecks: readonly Check[] = [
  ofBill('listCommitmentInventory', {
    id: 'bill.inventory-shows-what-covered-usage-cost',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'An inventory row shows what the usage that its commitment covered costs on demand and what the commitment charged for it, the cost of its unused rows, and what it saved.',
    requests: 2,
    async compare(billCase) {
      const provider = sellerIn(billCase);
      for (const instrument of ['ri', 'sp'] as const) {
        await billCase.comparison.part(() => compareInventory(billCase, provider, instrument));
      }
    },
  }),
];

async function compareInventory(
  billCase: BillCase,
  provider: ProviderBill,
  instrument: 'ri' | 'sp',
): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const query = { instrument, provider: provider.id };
  const exchange = await successOf(probe, requestTo('listCommitmentInventory', { query }));
  const ofDays = await deviationOfDays(bill, byCommitment(provider).where);
  for (const row of rowsOf(dataOf(exchange).rows)) {
    await compareHolding(billCase, { row, provider, exchange });
    const { id, on_demand: shown } = row;
    if (!isDay(shown?.measured_from) || !isDay(shown.measured_to)) continue;
    const days = { first: shown.measured_from, last: shown.measured_to };
    const fees = await feesIn(bill, provider, days);
    const fee = fees.find(({ from }) => from.group.id === id);
    if (!fee) continue;
    compareFees(billCase, { row, fees, days, exchange });
    await comparePromised(billCase, { row, fee, provider, days, exchange });
    const { from, isKnown } = fee;
    for (const [field, figure] of Object.entries(measurements)) {
      comparison.figure({
        name: `\`on_demand.${field}\` of ${show(id)}`,
        actual: shown[field],
        expected: from.figures[figure] ?? null,
        figures: [figure],
        from,
        exchange,
        isRequired: shown[field] === null && !billCase.inactive.has(id),
        // The rates of the usage on demand are open, those of the commitment are not.
        deviation: field === 'covered_cost' ? ofDays : 'preference',
      });
    }
    if (isKnown) compareMonth(billCase, { row, from, days, exchange });
  }
}

interface Plan extends Measured {
  /** What the response shows of the commitment. */
  readonly row: any;
  readonly fee: Awaited<ReturnType<typeof feesIn>>[number];
}

/** Compares what a savings plan promises for an hour, if it promised the same on each day: its quantity, or its fee. */
async function comparePromised(
  { bill, comparison, inactive }: BillCase,
  { row, fee, provider, days, exchange }: Plan,
): Promise<void> {
  const steady = await steadyIn(bill, provider, days, 'CommitmentDiscountQuantity');
  if (!fee.isSteady || !steady.has(row.id)) return;
  const promises = await bill.expected({
    figures: {
      promised: 'sum(CommitmentDiscountQuantity)',
      fee: 'sum(EffectiveCost)',
      others: 'count(*) FILTER (WHERE upper(CommitmentDiscountUnit) IS DISTINCT FROM BillingCurrency)',
    },
    where: [provider.where, ...chargedIn(days), ...isCommitted, isOf('sp')],
    groupBy: { id: 'CommitmentDiscountId' },
  });
  const from = promises.find(({ group }) => group.id === row.id);
  if (from?.figures.others !== 0) return;
  const actual = row.commitment_hourly;
  const distance = (one: ExpectedFigure) => Math.abs(Number(actual) - (one.expected ?? 0));
  const [promised, paid] = [hourly(from, 'promised', days), hourly(from, 'fee', days)];
  comparison.figure({
    ...(distance(paid) < distance(promised) ? paid : promised),
    name: `\`commitment_hourly\` of ${show(row.id)}`,
    actual,
    exchange,
    isRequired: actual === null && fee.isKnown && !inactive.has(row.id),
  });
}

/** The figure that each field of `on_demand` shows. */
const measurements = { on_demand_cost: 'covered', covered_cost: 'used_fee' };

/** Compares the cost of the unused part in a month, and what was saved. */
function compareMonth(
  { comparison, inactive }: BillCase,
  { row, from, days, exchange }: { row: any; from: ExpectedRow; days: Days; exchange: CompleteExchange },
): void {
  comparison.figure({
    ...monthly(from, 'unused', days),
    name: `\`unused_monthly\` of ${show(row.id)}`,
    actual: row.unused_monthly,
    exchange,
    isRequired: row.unused_monthly === null && !inactive.has(row.id),
  });
  const { covered, fee } = from.figures;
  comparison.figure({
    name: `\`saved_monthly\` of ${show(row.id)}`,
    actual: row.saved_monthly,
    expected: perMonth((covered ?? 0) - (fee ?? 0), days),
    figures: ['covered', 'fee'],
    formula: `(covered - fee) × 730 / ${24 * lengthOf(days)}`,
    from,
    exchange,
    isRequired: row.saved_monthly === null && !inactive.has(row.id),
  });
}
