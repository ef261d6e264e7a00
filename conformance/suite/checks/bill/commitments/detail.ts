import type { Check } from '../../../../engine/check.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { isCommitted, isUnused } from '../../../figures/commitment-rows.js';
import { isDay } from '../../../figures/days.js';
import { amount, monthly, quantity } from '../../../figures/formulas.js';
import { holdingOf } from '../../../figures/holdings.js';
import { knownUnits } from '../../../figures/known-units.js';
import { deviationOfDays } from '../../../figures/long-periods.js';
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
import { aboutOf, compareFigures, compareList, type Figure } from '../../../figures/table.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { type BillCase, ofBill, preference } from '../bill-check.js';
import { measured, type ProviderRead } from '../measured-days.js';
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
      const path = { commitment_id: id };
      const exchange = await successOf(probe, requestTo('getCommitment', { path }));
      const history = rowsOf(dataOf(exchange).utilization_history).filter(({ date }) => isDay(date));
      if (history.length === 0) throw new NotApplicable('the commitment has no history');
      await comparison.part(() => comparePerformance(billCase, id, exchange));
      await compareHistory({ ...billCase, exchange }, id, history);
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

async function compareHistory(
  read: Omit<ProviderRead, 'provider' | 'days'>,
  id: string,
  rows: readonly any[],
): Promise<void> {
  const { bill } = read;
  const days = { first: rows[0].date, last: rows.at(-1).date };
  const where = [isValue('CommitmentDiscountId', id), ...isCommitted];
  const hasUnits = await knownUnits(bill, { where, groupBy: byId });
  const deviation = await deviationOfDays(bill, where);
  const query = { figures: utilizationFigures, where: [...where, ...chargedIn(days)] };
  const { groupBy: by = {} } = byDate({ ...query, groupBy: byId }, 'daily');
  await compareList(
    { ...read, provider: null, days },
    {
      ...{ path: 'utilization_history', rows, query, by, keys: { date: 'date' } },
      figures: [
        { field: 'utilization_pct', is: utilization(hasUnits), deviation },
        { field: 'unused_cost', is: amount('cost - used_cost'), deviation },
        ...['used', 'purchased'].map(
          (part): Figure => ({
            ...{ field: `${part}_hours`, is: quantity(part), deviation },
            when: () => hasUnits({ id }),
          }),
        ),
      ],
    },
  );
}

/**
 * Compares what a commitment covered in the measured days, who consumed it, and the remainder of its service. Its history is
 * shorter if it began or ended in them.
 */
async function comparePerformance(billCase: BillCase, id: string, exchange: CompleteExchange): Promise<void> {
  const { bill } = billCase;
  const { provider: held } = await holdingOf(bill, id);
  const provider = billCase.providers.find((one) => one.id === held?.value);
  if (!provider) return;
  const data = dataOf(exchange);
  await compareHolding({ ...billCase, provider, exchange }, data);
  const { days } = await measured(billCase, provider);
  const read = { ...billCase, exchange, provider, days };
  const list = { path: '', rows: [data] };
  if ((await ranThroughout(bill, provider, days)).has(id)) {
    const query = coveredUsage(read, 'ContractedCost');
    const isActive = !billCase.inactive.has(id);
    const from = await bill.total({ ...query, where: [...query.where, isValue('CommitmentDiscountId', id)] });
    compareFigures(
      read,
      [
        {
          field: 'covered_spend_monthly',
          is: monthly('covered'),
          required: 'known',
          requiredIf: () => isActive,
        },
      ],
      { rows: [data], from, about: aboutOf({ id }) },
    );
    await compareConsumers(read, data, query);
  }
  const figures = feeFigures(await feesIn(bill, provider, days));
  await compareList(read, { ...list, query: feeQuery(provider, days), by: byId, figures });
  await compareShares(read, { ...list, prefix: 'current_' });
  for (const row of rowsOf(data.coverage_history)) {
    const { date } = row;
    if (!isDay(date)) continue;
    const ofDay = { ...read, days: { first: date, last: date } };
    const covered = { row, id, field: 'coverage_pct', path: 'coverage_history[].', isActive: false };
    await compareCoverage(ofDay, covered);
  }
  await compareRemainder(read, id);
}

/** Compares the on-demand remainder, if the commitment is of one service. */
async function compareRemainder(read: ProviderRead, id: string): Promise<void> {
  const { bill, provider, days, exchange, inactive } = read;
  const service = await onlyServiceOf(bill, id);
  if (service === undefined) return;
  const { figures, where } = eligibleQuery(provider, days);
  const rest = await bill.total({ figures, where: [...where, isValue('ServiceName', service)] });
  const lastDay = byCommitment(provider, { first: days.last, last: days.last });
  const runs = await bill.total({
    figures: {},
    where: [...lastDay.where, isValue('CommitmentDiscountId', id)],
  });
  const remainder: Figure = {
    field: 'on_demand_monthly',
    is: monthly('on_demand'),
    required: 'shown',
    // One that has ended is not measured any more.
    requiredIf: (from) => runs.rows > 0 && !inactive.has(id) && hasPrices(from),
  };
  compareFigures(read, [remainder], {
    rows: [dataOf(exchange)],
    from: rest,
    about: aboutOf({ id }),
  });
}
