import type { Check } from '../../../../engine/check.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { proposal } from '../../../claims.js';
import { isCommitted, isUnused } from '../../../figures/commitment-rows.js';
import { isDay } from '../../../figures/days.js';
import { amount, monthly, quantity } from '../../../figures/formulas.js';
import {
  byCommitment,
  deviationOfDays,
  knownCommitments,
  knownUnits,
  utilization,
} from '../../../figures/queries/commitment-query.js';
import { byDate } from '../../../figures/queries/cost-query.js';
import { hasPrices, usageOfServices } from '../../../figures/queries/coverage-query.js';
import { chargedIn, isOneOf, isValue, narrow } from '../../../figures/queries/query.js';
import { aboutOf, compareFigures, compareTable, type Figure, type Read } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { type BillCase, ofBill, type ProviderRead } from '../bill-check.js';
import { compareCommitments, compareConsumers, compareCoverage, coveredUsage } from './commitment.js';
import { compareHolding } from './holding.js';

/** Most commitments that are compared. */
const mostCommitments = 4;

export const detailChecks: readonly Check[] = [
  ofBill('getCommitment', {
    id: 'bill.commitment-history-is-that-of-its-rows',
    ...proposal,
    requirement:
      '`utilization_history` contains the used and purchased quantities of a commitment on each day, and the cost of its unused rows.',
    // Each may be of a provider whose commitments no other check compares.
    requests: 2 * mostCommitments,
    of: selectCommitments,
    async compare(billCase, id) {
      const { probe, comparison } = billCase;
      await probe.correct('getCommitment');
      const read = await billCase.read('getCommitment', null, { path: { commitment_id: id } });
      const history = rowsOf(read.data.utilization_history).filter(({ date }) => isDay(date));
      if (history.length === 0) throw new NotApplicable('the commitment has no history');
      const ofId = [isValue('CommitmentDiscountId', id)];
      const [held, ...others] = await billCase.bill.values('provider_id', ofId);
      const provider = others.length === 0 && billCase.providers.find((one) => one.id === held);
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
  const { bill } = read;
  const all = byCommitment({ where: isValue('CommitmentDiscountId', id) });
  const hasUnits = await knownUnits(bill, all);
  const deviation = await deviationOfDays(bill, all.where);
  const query = narrow(all, ...chargedIn({ first: rows[0].date, last: rows.at(-1).date }));
  const ofPart = (part: string): Figure => ({
    ...{ field: `${part}_hours`, is: quantity(part), deviation, when: ({ group }) => hasUnits(group) },
  });
  await compareTable(read, {
    ...{ path: 'utilization_history[]', rows, query: byDate(query, 'daily'), keys: { date: 'date' } },
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
  const read = { ...detail, days: (await detail.billCase.measured(provider)).days };
  const { days } = read;
  const { whole } = await knownCommitments(bill, provider, days);
  if (whole.has(id)) {
    const query = coveredUsage(read, 'ContractedCost');
    const covered: Figure = { field: 'covered_spend_monthly', is: monthly('covered'), required: 'known' };
    await compareTable(read, { query, figures: [covered], extra: 'zero' });
    await compareConsumers(read, data, query);
  }
  await compareCommitments(read, { prefix: 'current_' });
  await compareCoverageHistory(read, id);
  const from = (await usageOfServices(bill, provider, days))(id);
  if (!from) return;
  const lastDay = byCommitment(provider, { first: days.last, last: days.last });
  const isOnLastDay = (await bill.expected(lastDay)).some(({ group }) => group.id === id);
  const remainder: Figure = {
    ...{ field: 'on_demand_monthly', is: monthly('on_demand'), required: 'shown' },
    // One that has ended is not measured any more.
    requiredIf: () => isOnLastDay && !inactive.has(id) && hasPrices(from),
  };
  compareFigures(read, [remainder], { rows: [data], from, about: aboutOf({ id }) });
}

async function compareCoverageHistory(read: ProviderRead, id: string): Promise<void> {
  const rows = rowsOf(read.data.coverage_history).filter(({ date }) => isDay(date));
  const dates = rows.map(({ date }) => String(date)).sort();
  const [first, last = first] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return;
  const usageOn = await usageOfServices(read.bill, read.provider, { first, last }, true);
  for (const row of rows) {
    const ofDay = { ...read, days: { first: row.date, last: row.date } };
    const figure = { row, id, field: 'coverage_pct', path: 'coverage_history[]' };
    compareCoverage(ofDay, usageOn(id, row.date), figure);
  }
}
