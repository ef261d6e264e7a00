import type { Check } from '../../../../engine/check.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { show } from '../../../../engine/show.js';
import { isCommitted, isUnused, isUsage, isUsed } from '../../../figures/commitment-rows.js';
import { isDay } from '../../../figures/days.js';
import { monthly } from '../../../figures/formulas.js';
import { holdingOf } from '../../../figures/holdings.js';
import { knownUnits } from '../../../figures/known-units.js';
import { deviationOfDays } from '../../../figures/long-periods.js';
import { byDate } from '../../../figures/queries/cost-query.js';
import { eligibleQuery, hasPrices, onlyServiceOf } from '../../../figures/queries/coverage-query.js';
import { feesIn } from '../../../figures/queries/fee-query.js';
import { chargedIn, isOneOf, isValue, type Query } from '../../../figures/queries/query.js';
import {
  byCommitment,
  ranThroughout,
  utilizationFigures,
  utilizationIn,
} from '../../../figures/queries/utilization-query.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { type BillCase, ofBill } from '../bill-check.js';
import { type Measured, measuredDays } from '../measured-days.js';
import {
  compareConsumers,
  compareCoverage,
  compareFees,
  compareShares,
  compareTrend,
} from './compare-commitment.js';
import { compareHolding } from './compare-holding.js';

/** Most commitments that are compared. */
const mostCommitments = 4;

export const detailChecks: readonly Check[] = [
  ofBill('getCommitment', {
    id: 'bill.commitment-history-is-that-of-its-rows',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`utilization_history` contains the used and purchased quantities of a commitment on each day, and the cost of its unused rows.',
    // Each may be of a provider whose commitments no other check compares.
    requests: 2 * mostCommitments,
    async compare(billCase) {
      for (const id of await selectCommitments(billCase)) {
        await billCase.comparison.part(() => compareHistory(billCase, id));
      }
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

async function compareHistory(billCase: BillCase, id: string): Promise<void> {
  const { probe, bill, comparison } = billCase;
  await probe.correct('getCommitment');
  const exchange = await successOf(probe, requestTo('getCommitment', { path: { commitment_id: id } }));
  const history = rowsOf(dataOf(exchange).utilization_history).filter(({ date }) => isDay(date));
  const [first] = history;
  const last = history.at(-1);
  if (!first || !last) throw new NotApplicable('the commitment has no history');
  await comparison.part(() => comparePerformance(billCase, { id, exchange }));
  const where = [isValue('CommitmentDiscountId', id), ...isCommitted];
  const query = byDate(
    {
      figures: utilizationFigures,
      where: [...where, ...chargedIn({ first: first.date, last: last.date })],
    },
    'daily',
  );
  const hasUnits = await knownUnits(bill, { where, groupBy: { id: 'CommitmentDiscountId' } });
  const inUnits = hasUnits({ id });
  const shared = { exchange, deviation: await deviationOfDays(bill, where) };
  const byDay = new Map((await bill.expected(query)).map((row) => [row.group.date, row]));
  for (const day of history) {
    const from = byDay.get(day.date);
    if (!from) continue;
    const about = `of ${show(id)} on ${show(day.date)}`;
    const { cost, used_cost } = from.figures;
    comparison.figure({
      ...utilizationIn(from, inUnits),
      ...shared,
      name: `\`utilization_pct\` ${about}`,
      actual: day.utilization_pct,
    });
    comparison.figure({
      name: `\`unused_cost\` ${about}`,
      actual: day.unused_cost,
      expected: (cost ?? 0) - (used_cost ?? 0),
      figures: ['cost', 'used_cost'],
      formula: 'cost - used_cost',
      from,
      ...shared,
    });
    if (!inUnits) continue;
    for (const figure of ['used', 'purchased']) {
      comparison.figure({
        name: `\`${figure}_hours\` ${about}`,
        actual: day[`${figure}_hours`],
        expected: from.figures[figure] ?? null,
        figures: [figure],
        unit: 'measure',
        from,
        ...shared,
      });
    }
  }
}

/** A commitment in the measured days; its history is shorter if it began or ended in them. */
interface Detail extends Measured {
  readonly id: string;
}

/** Compares what a commitment covered, who consumed it, and the remainder of its service. */
async function comparePerformance(
  billCase: BillCase,
  { id, exchange }: Pick<Detail, 'id' | 'exchange'>,
): Promise<void> {
  const { provider: held } = await holdingOf(billCase.bill, id);
  const provider = billCase.providers.find((one) => one.id === held?.value);
  if (!provider) return;
  await compareHolding(billCase, { row: dataOf(exchange), provider, exchange });
  const { days } = await measuredDays(billCase, provider);
  const detail = { id, exchange, provider, days };
  await compareCovered(billCase, detail);
  const fees = await feesIn(billCase.bill, provider, days);
  compareFees(billCase, { row: dataOf(exchange), fees, days, exchange });
  await compareRates(billCase, detail);
  await compareRemainder(billCase, detail);
}

async function compareCovered(billCase: BillCase, { id, provider, days, exchange }: Detail): Promise<void> {
  const { bill, comparison } = billCase;
  const data = dataOf(exchange);
  const isOwn = isValue('CommitmentDiscountId', id);
  if (!(await ranThroughout(bill, provider, days)).has(id)) return;
  const query: Query = {
    figures: { covered: 'sum(ContractedCost)' },
    where: [provider.where, ...chargedIn(days), isUsage, isUsed, isOwn],
  };
  comparison.figure({
    ...monthly(await bill.total(query), 'covered', days),
    name: `\`covered_spend_monthly\` of ${show(id)}`,
    actual: data.covered_spend_monthly,
    exchange,
    isRequired: data.covered_spend_monthly === null && !billCase.inactive.has(id),
  });
  const groupBy = { id: 'CommitmentDiscountId', account_id: 'SubAccountId' };
  const consumed = await bill.expected({ ...query, groupBy });
  compareConsumers(billCase, { row: data, consumed, days, exchange });
}

/** Compares utilization and coverage, and the coverage of each day. */
async function compareRates(billCase: BillCase, { id, provider, days, exchange }: Detail): Promise<void> {
  const row = dataOf(exchange);
  const all = await billCase.bill.expected(byCommitment(provider, days));
  const from = all.find(({ group }) => group.id === id);
  const hasUnits = await knownUnits(billCase.bill, byCommitment(provider));
  if (from) {
    const inUnits = hasUnits(from.group);
    const shares = { row, from, inUnits, provider, days, exchange };
    await compareShares(billCase, { ...shares, prefix: 'current_' });
    await compareTrend(billCase, shares);
  }
  for (const { date, coverage_pct: actual } of rowsOf(row.coverage_history)) {
    if (!isDay(date)) continue;
    const one = { provider, days: { first: date, last: date }, id, actual, exchange };
    await compareCoverage(billCase, { ...one, field: 'coverage_history[].coverage_pct' });
  }
}

/** Compares the on-demand remainder, if the commitment is of one service. */
async function compareRemainder(
  { bill, comparison, inactive }: BillCase,
  { id, provider, days, exchange }: Detail,
): Promise<void> {
  const service = await onlyServiceOf(bill, id);
  if (service === undefined) return;
  const query = eligibleQuery(provider, days);
  const rest = await bill.total({ ...query, where: [...query.where, isValue('ServiceName', service)] });
  const { where } = byCommitment(provider, { first: days.last, last: days.last });
  const runs = await bill.total({ figures: {}, where: [...where, isValue('CommitmentDiscountId', id)] });
  comparison.figure({
    ...monthly(rest, 'on_demand', days),
    name: `\`on_demand_monthly\` of ${show(id)}`,
    actual: dataOf(exchange).on_demand_monthly,
    // One that has ended is not measured any more.
    isRequired: runs.rows > 0 && !inactive.has(id) && hasPrices(rest),
    exchange,
  });
}
