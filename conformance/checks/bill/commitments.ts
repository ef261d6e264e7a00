import {
  coverageFigures,
  coveragePrice,
  isUsage,
  isUsed,
  percent,
  perMonth,
  utilizationFigures,
} from '../../bill/commitment-query.js';
import { byDate } from '../../bill/cost-query.js';
import { type Days, isDay, lengthOf } from '../../bill/days.js';
import { shownValue } from '../../bill/groups.js';
import type { ExpectedRow, KnownBill } from '../../bill/known-bill.js';
import { chargedFrom, literal, type Query } from '../../bill/query.js';
import type { ProviderBill } from '../../bill/telling.js';
import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { NotApplicable } from '../../outcome.js';
import { requestTo } from '../../requests.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, ofBill } from './bill-check.js';
import { eligibleQuery, measuredDays } from './coverage.js';
import { utilizationIn } from './utilization.js';

export const commitmentBillChecks: readonly Check[] = [
  ofBill('listCommitments', {
    id: 'bill.commitments-are-used-as-their-rows',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`current_utilization_pct` of a commitment is the used quantity as a share of the used and unused quantity in the measured days.',
    source: 'Commitment read semantics, rule 3',
    cost: 3,
    compare: compareList,
  }),
  ofBill('getCommitmentPortfolio', {
    id: 'bill.portfolio-is-used-as-its-rows',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A portfolio row shows the utilization of its commitment, and for each consumer what the covered usage would cost on demand.',
    cost: 2,
    async compare(billCase) {
      for (const basis of ['net', 'list'] as const) {
        await billCase.comparison.part(() => comparePortfolio(billCase, basis));
      }
    },
  }),
  ofBill('listCommitmentCoverage', {
    id: 'bill.listed-coverage-is-that-of-its-rows',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A row of the deprecated list of coverage shows the utilization of its commitment and what the covered usage would cost on demand.',
    cost: 3,
    async compare(billCase) {
      for (const provider of billCase.providers) {
        await billCase.comparison.part(() => compareListedCoverage(billCase, provider));
      }
    },
  }),
  ofBill('getCommitment', {
    id: 'bill.commitment-history-is-that-of-its-rows',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`utilization_history` contains the used and purchased quantities of a commitment on each day, and the cost of its unused rows.',
    cost: 4,
    async compare(billCase) {
      for (const id of await tellingCommitments(billCase.bill)) {
        await billCase.comparison.part(() => compareHistory(billCase, id));
      }
    },
  }),
];

const isCommitted = [isUsage, 'CommitmentDiscountStatus IS NOT NULL'];

/** Returns the commitments with the most unused cost, the latest start, and the largest cost. */
async function tellingCommitments(bill: KnownBill): Promise<string[]> {
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

/** Returns utilization by commitment in the measured days of a provider. */
function byCommitment({ where }: ProviderBill, days: Days): Query {
  return {
    figures: utilizationFigures,
    where: [where, ...chargedFrom(days.first, days.last), ...isCommitted],
    groupBy: { id: 'CommitmentDiscountId' },
  };
}

async function compareList(billCase: BillCase): Promise<void> {
  const { probe, bill, comparison, providers } = billCase;
  for (const provider of providers) {
    await comparison.part(async () => {
      const { days } = await measuredDays(billCase, provider);
      const query = { provider: provider.id, page_size: '100' };
      const exchange = await successOf(probe, requestTo('listCommitments', { query }));
      const { items, pagination } = dataOf(exchange);
      for (const from of await bill.expected(byCommitment(provider, days))) {
        const item = rowsOf(items).find(({ id }) => id === from.group.id);
        const name = show(from.group.id);
        if (item) {
          comparison.figure({
            name: `\`current_utilization_pct\` of ${name}`,
            actual: item.current_utilization_pct,
            ...utilizationIn(from),
            unit: 'measure',
            from,
            exchange,
          });
          await compareCoverage(billCase, {
            provider,
            days,
            id: String(from.group.id),
            actual: item.current_coverage_pct,
            field: 'current_coverage_pct',
            exchange,
          });
        } else if (pagination?.has_next === false) {
          comparison.violation(
            {
              message: `Commitment ${name} is not in the list.`,
              actual: 'no such commitment',
              exchange,
              basis: 'proposed',
            },
            from,
            String(name),
          );
        }
      }
    });
  }
}

interface ComparedCommitment {
  readonly provider: ProviderBill;
  readonly days: Days;
  readonly id: string;
  readonly actual: unknown;
  readonly field: string;
  readonly exchange: CompleteExchange;
}

/** Compares the share of its service's eligible usage that a commitment of one service covered. */
async function compareCoverage(
  { bill, comparison }: BillCase,
  { provider, days, id, actual, field, exchange }: ComparedCommitment,
): Promise<void> {
  const services = await bill.column(
    `SELECT DISTINCT ServiceName FROM charges WHERE CommitmentDiscountId = ${literal(id)} AND ${isUsage}`,
  );
  const [service] = services;
  if (service === undefined || services.length > 1) return;
  const query = eligibleQuery(provider, days);
  const from = await bill.total({
    figures: {
      ...query.figures,
      covered_by_it: `coalesce(${String(coverageFigures.covered)
        .replace(isUsed, `${isUsed} AND CommitmentDiscountId = ${literal(id)}`)
        .slice('coalesce('.length)}`,
    },
    where: [...query.where, `ServiceName = ${literal(service)}`],
  });
  const { covered, on_demand, covered_by_it } = from.figures;
  const expected = percent(covered_by_it, (covered ?? 0) + (on_demand ?? 0));
  comparison.figure({
    name: `\`${field}\` of ${show(id)}`,
    actual,
    expected,
    unit: 'measure',
    from,
    exchange,
    basis: 'proposed',
  });
}

async function comparePortfolio(billCase: BillCase, basis: 'net' | 'list'): Promise<void> {
  const { probe, bill, comparison, providers } = billCase;
  const query = basis === 'net' ? {} : { basis };
  const exchange = await successOf(probe, requestTo('getCommitmentPortfolio', { query }));
  for (const provider of providers) {
    await comparison.part(async () => {
      const { days } = await measuredDays(billCase, provider);
      const used = await bill.expected(byCommitment(provider, days));
      const consumed = await bill.expected({
        figures: {
          covered: `sum(${basis === 'net' ? 'ContractedCost' : 'ListCost'})`,
          units: 'sum(CommitmentDiscountQuantity)',
        },
        where: [provider.where, ...chargedFrom(days.first, days.last), isUsage, isUsed],
        groupBy: { id: 'CommitmentDiscountId', account_id: 'SubAccountId' },
      });
      for (const row of rowsOf(dataOf(exchange).rows).filter((one) => one.provider === provider.id)) {
        const from = used.find(({ group }) => group.id === row.id);
        const name = show(row.id);
        if (!from) continue;
        comparison.figure({
          name: `\`utilization_pct\` of ${name}`,
          actual: row.utilization_pct,
          ...utilizationIn(from),
          unit: 'measure',
          from,
          exchange,
        });
        await compareCoverage(billCase, {
          provider,
          days,
          id: row.id,
          actual: row.coverage_pct,
          field: 'coverage_pct',
          exchange,
        });
        compareConsumers(comparison, {
          row,
          consumed: consumed.filter(({ group }) => group.id === row.id),
          days,
          exchange,
        });
      }
    });
  }
}

function compareConsumers(
  comparison: BillCase['comparison'],
  {
    row,
    consumed,
    days,
    exchange,
  }: { row: any; consumed: readonly ExpectedRow[]; days: Days; exchange: CompleteExchange },
): void {
  for (const from of consumed) {
    const consumer = rowsOf(row.consumers).find(({ account_id }) => account_id === from.group.account_id);
    const name = `\`covered_spend_monthly\` of account ${shownValue(from.group.account_id)} of ${show(row.id)}`;
    comparison.figure({
      name,
      actual: consumer?.covered_spend_monthly,
      expected: perMonth(from.figures.covered, days),
      formula: `covered × 730 / ${24 * lengthOf(days)}`,
      from,
      exchange,
    });
  }
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
  const covered = await bill.total(query);
  const name = `of ${show(id)}`;
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

async function compareListedCoverage(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const { days } = await measuredDays(billCase, provider);
  const query = { provider: provider.id, page_size: '100' };
  const exchange = await successOf(probe, requestTo('listCommitmentCoverage', { query }));
  const used = await bill.expected(byCommitment(provider, days));
  const covered = await bill.expected({
    figures: { covered: `sum(${coveragePrice})` },
    where: [provider.where, ...chargedFrom(days.first, days.last), isUsage, isUsed],
    groupBy: { id: 'CommitmentDiscountId' },
  });
  for (const row of rowsOf(dataOf(exchange).items)) {
    const from = used.find(({ group }) => group.id === row.row_id);
    const cost = covered.find(({ group }) => group.id === row.row_id);
    const name = show(row.row_id);
    if (from) {
      const compared = { ...utilizationIn(from), unit: 'measure' as const, from, exchange };
      comparison.figure({ ...compared, name: `\`utilization_pct\` of ${name}`, actual: row.utilization_pct });
    }
    if (!cost) continue;
    comparison.figure({
      name: `\`usage_cost_monthly\` of ${name}`,
      actual: row.usage_cost_monthly,
      expected: perMonth(cost.figures.covered, days),
      formula: `covered × 730 / ${24 * lengthOf(days)}`,
      from: cost,
      exchange,
    });
    const { coverage_pct: actual } = row;
    await compareCoverage(billCase, {
      provider,
      days,
      id: row.row_id,
      actual,
      field: 'coverage_pct',
      exchange,
    });
  }
}
