import { isOf, isUsage, perMonth, utilizationFigures } from '../../bill/commitment-query.js';
import { type Days, lengthOf } from '../../bill/days.js';
import { Names } from '../../bill/groups.js';
import type { ProviderBill } from '../../bill/provider-bills.js';
import { literal } from '../../bill/query.js';
import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { NotApplicable } from '../../outcome.js';
import { requestTo } from '../../requests.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, ofBill } from './bill-check.js';
import { coverageIn, eligibleQuery, measuredDays, monthly } from './coverage.js';
import { utilizationIn, utilizationQuery } from './utilization.js';

export const byServiceChecks: readonly Check[] = [
  ofBill('getCommitmentsByService', {
    id: 'bill.services-show-unused-and-uncovered-rows',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A cell of the grid shows utilization, coverage, the cost of unused rows and the on-demand remainder of its service in the measured days.',
    cost: 1,
    async compare(billCase) {
      const provider = billCase.providers.find(({ id }) => id === 'provider_a');
      if (!provider) throw new NotApplicable('only provider_a sells reservations and savings plans');
      await compareServices(billCase, provider);
    },
  }),
];

/** Services of which every commitment covers no other service. */
async function ownServices(billCase: BillCase, { where }: ProviderBill): Promise<readonly string[]> {
  const shared = `SELECT CommitmentDiscountId FROM charges WHERE ${where} AND ${isUsage} AND CommitmentDiscountId IS NOT NULL GROUP BY CommitmentDiscountId HAVING count(DISTINCT ServiceName) > 1`;
  return billCase.bill.column(
    `SELECT ServiceName FROM charges WHERE ${where} AND ${isUsage} AND CommitmentDiscountId IS NOT NULL GROUP BY ServiceName HAVING NOT bool_or(CommitmentDiscountId IN (${shared}))`,
  );
}

/** Selects rows that show the service of a commitment: its usage or, while it has none, its purchase. */
const showsService = `(CommitmentDiscountId IS NOT NULL AND (${isUsage} OR CommitmentDiscountId NOT IN (SELECT CommitmentDiscountId FROM charges WHERE ${isUsage} AND CommitmentDiscountId IS NOT NULL)))`;

function extraService(
  { bill, comparison }: BillCase,
  { service, provider, exchange }: { service: unknown; provider: ProviderBill; exchange: CompleteExchange },
): void {
  const query = {
    figures: {},
    where: [provider.where, showsService],
    groupBy: { service: 'ServiceName' },
  };
  comparison.violation(
    {
      message: `The grid has a row for service ${show(service)}, which has no commitment.`,
      actual: show(service),
      exchange,
    },
    bill.none(query, { service: String(service) }),
    'no such row',
  );
}

async function compareServices(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const { days } = await measuredDays(billCase, provider);
  const exchange = await successOf(
    probe,
    requestTo('getCommitmentsByService', { query: { provider: provider.id } }),
  );
  const coverage = await bill.expected({
    ...eligibleQuery(provider, days),
    groupBy: { service: 'ServiceName' },
  });
  const own = new Set(await ownServices(billCase, provider));
  const committed = await bill.values('ServiceName', [provider.where, showsService]);
  const names = new Names(committed);
  for (const row of rowsOf(dataOf(exchange).services)) {
    const service = names.of(row.service);
    const from = coverage.find(({ group }) => group.service === service);
    if (service === null || !committed.includes(service)) {
      extraService(billCase, { service: row.service, provider, exchange });
      continue;
    }
    if (!from) continue;
    for (const instrument of ['ri', 'sp'] as const) {
      const cell = row[instrument];
      const name = `of ${instrument} of ${show(service)}`;
      comparison.figure({
        ...coverageIn(from, `covered_by_${instrument}`),
        name: `\`coverage_pct\` ${name}`,
        actual: cell?.coverage_pct,
        exchange,
      });
      comparison.figure({
        ...monthly(from, 'on_demand', days),
        name: `\`uncovered_monthly\` ${name}`,
        actual: cell?.uncovered_monthly,
        exchange,
      });
      if (own.has(service))
        await compareCell(billCase, { cell, instrument, service, provider, days, exchange });
    }
  }
}

interface Cell {
  readonly cell: any;
  readonly instrument: 'ri' | 'sp';
  readonly service: string;
  readonly provider: ProviderBill;
  readonly days: Days;
  readonly exchange: CompleteExchange;
}

async function compareCell(
  { bill, comparison }: BillCase,
  { cell, instrument, service, provider, days, exchange }: Cell,
): Promise<void> {
  const rows = await bill.expected({
    ...utilizationQuery({ provider, days, instrument }),
    figures: {
      ...utilizationFigures,
      commitments: 'count(DISTINCT CommitmentDiscountId)',
      commitment_days: 'count(DISTINCT (CommitmentDiscountId, CAST(ChargePeriodStart AS DATE)))',
      running: `count(DISTINCT CommitmentDiscountId) FILTER (WHERE ChargePeriodEnd > DATE ${literal(days.last)})`,
    },
    groupBy: { service: 'ServiceName' },
  });
  const from = rows.find(({ group }) => group.service === service);
  const name = `of ${instrument} of ${show(service)}`;
  await compareCount({ bill, comparison }, { cell, instrument, service, provider, name, exchange });
  if (!from) {
    const query = {
      figures: {},
      where: [provider.where, isUsage, isOf(instrument)],
      groupBy: { service: 'ServiceName' },
    };
    for (const field of ['utilization_pct', 'unused_monthly']) {
      if (typeof cell?.[field] !== 'number') continue;
      const message = `\`${field}\` ${name} is a number, although no such commitment ran.`;
      comparison.violation(
        { message, actual: String(cell[field]), exchange },
        bill.none(query, { service }),
        'null',
      );
    }
    return;
  }
  // The cell shows only commitments that still run.
  if (from.figures.running !== from.figures.commitments) return;
  comparison.figure({
    ...utilizationIn(from),
    isKnown: true,
    name: `\`utilization_pct\` ${name}`,
    actual: cell?.utilization_pct,
    exchange,
  });
  // A month of a commitment that ran for a part of the days can be projected from that part, or from all days.
  if (from.figures.commitment_days !== (from.figures.commitments ?? 0) * lengthOf(days)) return;
  const unused = (from.figures.cost ?? 0) - (from.figures.used_cost ?? 0);
  comparison.figure({
    isKnown: true,
    name: `\`unused_monthly\` ${name}`,
    actual: cell?.unused_monthly,
    expected: perMonth(unused, days),
    figures: ['cost', 'used_cost'],
    formula: `(cost - used_cost) × 730 / ${24 * lengthOf(days)}`,
    from,
    exchange,
  });
}

/** Compares the number of commitments of the service. */
async function compareCount(
  { bill, comparison }: Pick<BillCase, 'bill' | 'comparison'>,
  { cell, instrument, service, provider, name, exchange }: Omit<Cell, 'days'> & { readonly name: string },
): Promise<void> {
  const from = await bill.total({
    figures: { commitments: 'count(DISTINCT CommitmentDiscountId)' },
    where: [provider.where, showsService, isOf(instrument), `ServiceName = ${literal(service)}`],
  });
  const expected = from.figures.commitments ?? 0;
  comparison.figure({
    name: `\`commitment_count\` ${name}`,
    actual: cell?.commitment_count,
    expected,
    from,
    exchange,
  });
}
