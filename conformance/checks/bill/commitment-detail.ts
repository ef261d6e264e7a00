import { isUsage, isUsed, perMonth, utilizationFigures } from '../../bill/commitment-query.js';
import { byDate } from '../../bill/cost-query.js';
import { type Days, isDay, lengthOf } from '../../bill/days.js';
import type { KnownBill } from '../../bill/known-bill.js';
import { chargedFrom, literal, type Query } from '../../bill/query.js';
import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { NotApplicable } from '../../outcome.js';
import { requestTo } from '../../requests.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, ofBill } from './bill-check.js';
import {
  byCommitment,
  type ComparedCommitment,
  compareConsumers,
  compareCoverage,
  isCommitted,
} from './commitments.js';
import { eligibleQuery } from './coverage.js';
import { utilizationIn } from './utilization.js';

export const commitmentDetailChecks: readonly Check[] = [
  ofBill('getCommitment', {
    id: 'bill.commitment-history-is-that-of-its-rows',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`utilization_history` contains the used and purchased quantities of a commitment on each day, and the cost of its unused rows.',
    cost: 4,
    async compare(billCase) {
      for (const id of await selectCommitments(billCase.bill)) {
        await billCase.comparison.part(() => compareHistory(billCase, id));
      }
    },
  }),
];

/** Returns the commitments with the most unused cost, the latest start, and the largest cost. */
async function selectCommitments(bill: KnownBill): Promise<string[]> {
  const ordered = (by: string) =>
    bill.column(
      `SELECT CommitmentDiscountId FROM charges WHERE ${isCommitted.join(' AND ')} GROUP BY CommitmentDiscountId ORDER BY ${by} DESC, CommitmentDiscountId LIMIT 2`,
    );
  const found = await Promise.all([
    ordered("sum(EffectiveCost) FILTER (WHERE CommitmentDiscountStatus = 'Unused')"),
    ordered('min(ChargePeriodStart)'),
    ordered('sum(EffectiveCost)'),
  ]);
  return [...new Set(found.flat())].slice(0, 4);
}

async function compareHistory(billCase: BillCase, id: string): Promise<void> {
  const { probe, bill, comparison } = billCase;
  await probe.correct('getCommitment');
  const exchange = await successOf(probe, requestTo('getCommitment', { path: { commitment_id: id } }));
  const history = rowsOf(dataOf(exchange).utilization_history).filter(({ date }) => isDay(date));
  const [first] = history;
  const last = history.at(-1);
  if (!first || !last) throw new NotApplicable('the commitment has no history');
  const days = { first: first.date, last: last.date };
  await comparePerformance(billCase, { id, days, exchange });
  const query = byDate(
    {
      figures: utilizationFigures,
      where: [`CommitmentDiscountId = ${literal(id)}`, ...chargedFrom(first.date, last.date), ...isCommitted],
    },
    'daily',
  );
  const byDay = new Map((await bill.expected(query)).map((row) => [row.group.date, row]));
  for (const day of history) {
    const from = byDay.get(day.date);
    if (!from) continue;
    const about = `of ${show(id)} on ${show(day.date)}`;
    const { used = null, purchased = null, quantities, cost, used_cost } = from.figures;
    comparison.figure({
      name: `\`utilization_pct\` ${about}`,
      actual: day.utilization_pct,
      ...utilizationIn(from),
      unit: 'measure',
      from,
      exchange,
    });
    comparison.figure({
      name: `\`unused_cost\` ${about}`,
      actual: day.unused_cost,
      expected: (cost ?? 0) - (used_cost ?? 0),
      from,
      exchange,
    });
    if (quantities !== from.rows) continue;
    comparison.figure({
      name: `\`used_hours\` ${about}`,
      actual: day.used_hours,
      expected: used,
      unit: 'measure',
      from,
      exchange,
    });
    comparison.figure({
      name: `\`purchased_hours\` ${about}`,
      actual: day.purchased_hours,
      expected: purchased,
      unit: 'measure',
      from,
      exchange,
    });
  }
}

/** Compares what a commitment covered, who consumed it, and the remainder of its service. */
async function comparePerformance(
  billCase: BillCase,
  { id, days, exchange }: { id: string; days: Days; exchange: CompleteExchange },
): Promise<void> {
  const { bill, comparison, providers } = billCase;
  const data = dataOf(exchange);
  const provider = providers.find((one) => one.id === data.provider);
  if (!provider) return;
  const range = chargedFrom(days.first, days.last);
  const isOwn = `CommitmentDiscountId = ${literal(id)}`;
  const formula = `covered × 730 / ${24 * lengthOf(days)}`;
  const query: Query = {
    figures: { covered: 'sum(ContractedCost)', units: 'sum(CommitmentDiscountQuantity)' },
    where: [provider.where, ...range, isUsage, isUsed, isOwn],
  };
  const name = `of ${show(id)}`;
  const earlier = await bill.total({
    figures: {},
    where: [provider.where, isUsage, isOwn, `ChargePeriodStart < DATE ${literal(days.first)}`],
  });
  // A month of a commitment that began in these days can be projected from its days or from all.
  if (earlier.rows > 0) {
    const covered = await bill.total(query);
    comparison.figure({
      name: `\`covered_spend_monthly\` ${name}`,
      actual: data.covered_spend_monthly,
      expected: perMonth(covered.figures.covered, days),
      figures: ['covered'],
      formula,
      from: covered,
      exchange,
    });
    const consumed = await bill.expected({
      ...query,
      groupBy: { id: 'CommitmentDiscountId', account_id: 'SubAccountId' },
    });
    compareConsumers(comparison, { row: data, consumed, days, exchange });
  }
  await compareDetail(billCase, { provider, days, id, exchange });
}

/** Compares the headlines, the remainder and the coverage of each day. */
async function compareDetail(
  billCase: BillCase,
  { provider, days, id, exchange }: Omit<ComparedCommitment, 'actual' | 'field'>,
): Promise<void> {
  const { bill, comparison } = billCase;
  const data = dataOf(exchange);
  const all = await bill.total({
    ...byCommitment(provider, days),
    where: [...byCommitment(provider, days).where, `CommitmentDiscountId = ${literal(id)}`],
    groupBy: {},
  });
  comparison.figure({
    name: `\`current_utilization_pct\` of ${show(id)}`,
    actual: data.current_utilization_pct,
    ...utilizationIn(all),
    unit: 'measure',
    from: all,
    exchange,
  });
  const actual = data.current_coverage_pct;
  await compareCoverage(billCase, { provider, days, id, actual, field: 'current_coverage_pct', exchange });
  for (const day of rowsOf(data.coverage_history)) {
    if (!isDay(day.date)) continue;
    const one = { first: day.date, last: day.date };
    const compared = { provider, days: one, id, actual: day.coverage_pct, exchange };
    await compareCoverage(billCase, { ...compared, field: 'coverage_history[].coverage_pct' });
  }
  const [service, ...more] = await bill.values('ServiceName', [
    `CommitmentDiscountId = ${literal(id)}`,
    isUsage,
  ]);
  if (service === undefined || more.length > 0) return;
  const query = eligibleQuery(provider, days);
  const rest = await bill.total({ ...query, where: [...query.where, `ServiceName = ${literal(service)}`] });
  comparison.figure({
    name: `\`on_demand_monthly\` of ${show(id)}`,
    actual: data.on_demand_monthly,
    expected: perMonth(rest.figures.on_demand, days),
    figures: ['on_demand'],
    formula: `on_demand × 730 / ${24 * lengthOf(days)}`,
    from: rest,
    exchange,
  });
}
