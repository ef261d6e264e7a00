import type { Check } from '../../../../engine/check.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { isCommitted, isUnused } from '../../../figures/commitment-rows.js';
import { isDay } from '../../../figures/days.js';
import { amount, monthly, quantity } from '../../../figures/formulas.js';
import { holdingOf } from '../../../figures/holdings.js';
import { knownUnits } from '../../../figures/known-units.js';
import { deviationOfDays } from '../../../figures/long-periods.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { byDate } from '../../../figures/queries/cost-query.js';
import { eligibleQuery, hasPrices, onlyServiceOf } from '../../../figures/queries/coverage-query.js';
import { byId, feeQuery, feesIn } from '../../../figures/queries/fee-query.js';
import { chargedIn, isOneOf, isValue } from '../../../figures/queries/query.js';
import {
  byCommitment,
  ranThroughout,
  utilization,
  utilizationFigures,
} from '../../../figures/queries/utilization-query.js';
import { aboutOf, compareFigures, compareList, type Figure, type Read } from '../../../figures/table.js';
import { requestTo } from '../../../request-to.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { type BillCase, measured, ofBill, type ProviderRead, preference, readOf } from '../bill-check.js';
import { compareConsumers, compareCoverage, compareShares, coveredUsage, feeFigures } from './commitment.js';
import { compareHolding } from './holding.js';

/** Most commitments that are compared. */
const mostCommitments = 4;

export const detailChecks: readonly Check[] = [
  ofBill('getCommitment', {
    id: 'bill.commitment-history-is-that-of-its-rows',
    ...preference,
    requirement:
      '`utilization_history` contains the used and purchased quantities of a commitment on each day, and the cost of its unused rows.',
    // Each may be of a provider whose commitments no other check compares.
    requests: 2 * mostCommitments,
    of: selectCommitments,
    async compare(billCase, id) {
      const { probe, comparison } = billCase;
      await probe.correct('getCommitment');
      const plan = requestTo('getCommitment', { path: { commitment_id: id } });
      const { days } = billCase.providers[0] as ProviderBill;
      const read = await readOf(billCase, plan, null, days);
      const history = rowsOf(read.data.utilization_history).filter(({ date }) => isDay(date));
      if (history.length === 0) throw new NotApplicable('the commitment has no history');
      const { provider: held } = await holdingOf(billCase.bill, id);
      const provider = billCase.providers.find((one) => one.id === held?.value);
      if (provider) await comparison.part(() => comparePerformance({ ...read, provider }, id));
      await compareHistory(read, id, history);
    },
  }),
];

/** Returns the commitments with the most unused cost, the latest start, and the largest cost. */
async function selectCommitments({ bill, providers }: BillCase): Promise<string[]> {
  const ids = providers.map(({ id }) => id);
  const where = [isOneOf('provider_id', ids), ...isCommitted].join(' AND ');
  const ordered = (by: string) =>
    bill.column(
      `SELECT CommitmentDiscountId FROM charges WHERE ${where} GROUP BY CommitmentDiscountId ORDER BY ${by} DESC, CommitmentDiscountId LIMIT 2`,
    );
  const found = await Promise.all([
    ordered(`sum(EffectiveCost) FILTER (WHERE ${isUnused})`),
    ordered('min(ChargePeriodStart)'),
    ordered('sum(EffectiveCost)'),
  ]);
  return [...new Set(found.flat())].slice(0, mostCommitments);
}

async function compareHistory(read: Read, id: string, rows: readonly any[]): Promise<void> {
  const where = [isValue('CommitmentDiscountId', id), ...isCommitted];
  const hasUnits = await knownUnits(read.bill, { where, groupBy: byId });
  const deviation = await deviationOfDays(read.bill, where);
  const days = chargedIn({ first: rows[0].date, last: rows.at(-1).date });
  const query = { figures: utilizationFigures, where: [...where, ...days], groupBy: byId };
  const ofPart = (part: string): Figure => ({
    ...{ field: `${part}_hours`, is: quantity(part), deviation, when: ({ group }) => hasUnits(group) },
  });
  await compareList(read, {
    ...{ path: 'utilization_history', rows, query: byDate(query, 'daily'), keys: { date: 'date' } },
    figures: [
      { field: 'utilization_pct', is: utilization(hasUnits), deviation },
      { field: 'unused_cost', is: amount('cost - used_cost'), deviation },
      ...[ofPart('used'), ofPart('purchased')],
    ],
  });
}

/**
 * Compares what a commitment covered in the measured days, who consumed it, and the remainder of its service. Its history is
 * shorter if it began or ended in them.
 */
async function comparePerformance(detail: ProviderRead, id: string): Promise<void> {
  const { bill, provider, data, inactive } = detail;
  await compareHolding(detail, data);
  const read = { ...detail, days: (await measured(detail, provider)).days };
  const { days } = read;
  const list = { path: '', rows: [data] };
  const one = { rows: [data], about: aboutOf({ id }) };
  const isActive = () => !inactive.has(id);
  if ((await ranThroughout(bill, provider, days)).has(id)) {
    const { figures, where } = coveredUsage(read, 'ContractedCost');
    const from = await bill.total({ figures, where: [...where, isValue('CommitmentDiscountId', id)] });
    const known = { required: 'known', requiredIf: isActive } as const;
    compareFigures(read, [{ field: 'covered_spend_monthly', is: monthly('covered'), ...known }], {
      ...one,
      from,
    });
    await compareConsumers(read, data, { figures, where });
  }
  const fees = feeFigures(await feesIn(bill, provider, days));
  await compareList(read, { ...list, query: feeQuery(provider, days), figures: fees });
  await compareShares(read, { ...list, prefix: 'current_' });
  for (const row of rowsOf(data.coverage_history).filter(({ date }) => isDay(date))) {
    const ofDay = { ...read, days: { first: row.date, last: row.date } };
    const covered = { row, id, field: 'coverage_pct', path: 'coverage_history[].', isActive: false };
    await compareCoverage(ofDay, covered);
  }
  // The on-demand remainder, if the commitment is of one service.
  const service = await onlyServiceOf(bill, id);
  if (service === undefined) return;
  const { figures, where } = eligibleQuery(provider, days);
  const from = await bill.total({ figures, where: [...where, isValue('ServiceName', service)] });
  const last = byCommitment(provider, { first: days.last, last: days.last });
  const runs = await bill.total({ figures: {}, where: [...last.where, isValue('CommitmentDiscountId', id)] });
  const remainder: Figure = {
    ...{ field: 'on_demand_monthly', is: monthly('on_demand'), required: 'shown' },
    // One that has ended is not measured any more.
    requiredIf: () => runs.rows > 0 && isActive() && hasPrices(from),
  };
  compareFigures(read, [remainder], { ...one, from });
}
