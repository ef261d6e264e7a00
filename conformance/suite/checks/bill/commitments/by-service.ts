import type { Check } from '../../../../engine/check.js';
import { show } from '../../../../engine/show.js';
import { type Instrument, isOf, isUsage } from '../../../figures/commitment-rows.js';
import { isoDay, lengthOf, plusDays } from '../../../figures/days.js';
import { monthly, perMonth } from '../../../figures/formulas.js';
import { namesOf } from '../../../figures/groups.js';
import type { ExpectedRow, KnownBill } from '../../../figures/known-bill.js';
import { knownUnits } from '../../../figures/known-units.js';
import { startsBefore } from '../../../figures/long-periods.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { coverageIn, eligibleQuery, hasPrices } from '../../../figures/queries/coverage-query.js';
import { isValue, type Query } from '../../../figures/queries/query.js';
import {
  byCommitment,
  utilizationFigures,
  utilizationIn,
  utilizationQuery,
} from '../../../figures/queries/utilization-query.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { type BillCase, ofBill, sellerIn } from '../bill-check.js';
import { type Measured, measuredDays } from '../measured-days.js';

/** Most pages of the list of commitments. */
const mostPages = 20;

export const byServiceChecks: readonly Check[] = [
  ofBill('getCommitmentsByService', {
    id: 'bill.services-show-unused-and-uncovered-rows',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A cell of the grid shows utilization, coverage, the cost of unused rows and the on-demand remainder of its service in the measured days.',
    requests: 1 + mostPages,
    async compare(billCase) {
      await compareServices(billCase, sellerIn(billCase));
    },
  }),
];

/** The rows by which a commitment is of a service: its usage, else its purchases. */
const ofCommitment = `CommitmentDiscountId IS NOT NULL AND (${isUsage} OR CommitmentDiscountId NOT IN (SELECT CommitmentDiscountId FROM charges WHERE ${isUsage} AND CommitmentDiscountId IS NOT NULL))`;

/** Returns the query for the services that have commitments. */
function committedServices({ where }: ProviderBill): Query {
  return { figures: {}, where: [where, ofCommitment], groupBy: { service: 'ServiceName' } };
}

/** Services of which every commitment is of no other service. */
async function ownServices(billCase: BillCase, { where }: ProviderBill): Promise<readonly string[]> {
  const shared = `SELECT CommitmentDiscountId FROM charges WHERE ${where} AND ${ofCommitment} GROUP BY CommitmentDiscountId HAVING count(DISTINCT coalesce(ServiceName, '')) > 1`;
  return billCase.bill.column(
    `SELECT ServiceName FROM charges WHERE ${where} AND ${ofCommitment} GROUP BY ServiceName HAVING NOT bool_or(CommitmentDiscountId IN (${shared}))`,
  );
}

/** Services of the commitments that the server has and the bill does not, such as queued ones. */
async function otherServices({ probe, bill }: BillCase, { id, where }: ProviderBill): Promise<Set<unknown>> {
  const billed = await bill.values('CommitmentDiscountId', [where]);
  const services = new Set<unknown>();
  for (let page = 1, hasNext = true; hasNext; page++) {
    const query = { provider: id, page_size: '100', ...(page === 1 ? {} : { page: String(page) }) };
    const { items, pagination } = dataOf(await successOf(probe, requestTo('listCommitments', { query })));
    for (const row of rowsOf(items)) if (!billed.includes(row.id)) services.add(row.service);
    hasNext = pagination?.has_next === true && page < mostPages;
  }
  return services;
}

function extraService(
  { bill, comparison }: BillCase,
  { service, provider, exchange }: Omit<Measured, 'days'> & { service: unknown },
): void {
  comparison.violation(
    {
      message: `The grid has a row for service ${show(service)}, which has no commitment.`,
      actual: show(service),
      exchange,
    },
    bill.none(committedServices(provider), { service: String(service) }),
    'no such row',
  );
}

interface Listed {
  readonly listed: readonly (string | null | undefined)[];
  /** Services of which every commitment is of no other service. */
  readonly own: ReadonlySet<string>;
}

/** Reports services whose commitments ran in the measured days, and that have no row. */
async function compareListed(
  { bill, comparison }: BillCase,
  { provider, days, exchange }: Measured,
  { listed, own }: Listed,
): Promise<void> {
  const { where } = byCommitment(provider, days);
  const ran = await bill.expected({
    figures: {},
    // One of neither instrument has no column in the grid.
    where: [...where, 'CommitmentDiscountCategory IS NOT NULL'],
    groupBy: { service: 'ServiceName' },
  });
  for (const from of ran) {
    const { service = null } = from.group;
    if (service === null || !own.has(service)) continue;
    if (listed.includes(service)) {
      comparison.passed();
      continue;
    }
    const message = `The grid has no row for service ${show(service)}, which has a commitment.`;
    comparison.violation({ message, actual: 'no such row', exchange }, from, show(service));
  }
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
  const committed = await bill.expected(committedServices(provider));
  const others = await otherServices(billCase, provider);
  const rows = rowsOf(dataOf(exchange).services);
  const shown = rows.map((row) => row.service).filter((name) => !others.has(name));
  const names = await namesOf(bill, 'ServiceName', provider, shown);
  const listed = rows.map((row) => names.of(row.service));
  await compareListed(billCase, { provider, days, exchange }, { listed, own });
  for (const row of rows) {
    const service = names.of(row.service);
    if (!committed.some(({ group }) => group.service === service)) {
      if (!others.has(row.service)) extraService(billCase, { service: row.service, provider, exchange });
      continue;
    }
    const from = coverage.find(({ group }) => group.service === service);
    if (!from || typeof service !== 'string') continue;
    for (const instrument of ['ri', 'sp'] as const) {
      const compared = { cell: row[instrument], instrument, service, provider, days, exchange };
      compareCoverage(comparison, compared, from);
      if (own.has(service)) await compareCell(billCase, compared);
      if (own.has(service) && !others.has(row.service)) await compareCount(billCase, compared);
    }
  }
}

interface Cell extends Measured {
  readonly cell: any;
  readonly instrument: Instrument;
  readonly service: string;
}

const nameOf = ({ instrument, service }: Cell) => `of ${instrument} of ${show(service)}`;

/** Compares what the commitments covered of the service, and what they did not. */
function compareCoverage(comparison: BillCase['comparison'], compared: Cell, from: ExpectedRow): void {
  const { cell, instrument, days, exchange } = compared;
  comparison.figure({
    ...coverageIn(from, `covered_by_${instrument}`),
    name: `\`coverage_pct\` ${nameOf(compared)}`,
    actual: cell?.coverage_pct,
    isRequired: hasPrices(from),
    exchange,
  });
  comparison.figure({
    ...monthly(from, 'on_demand', days),
    name: `\`uncovered_monthly\` ${nameOf(compared)}`,
    actual: cell?.uncovered_monthly,
    isRequired: cell?.uncovered_monthly === null && hasPrices(from),
    exchange,
  });
}

/** Compares how the commitments of the service were used, if any ran. */
async function compareCell(billCase: BillCase, compared: Cell): Promise<void> {
  const { bill } = billCase;
  const { instrument, service, provider, days } = compared;
  const ofCell = [provider.where, isOf(instrument), isValue('ServiceName', service)];
  if (await startsBefore(bill, ofCell, days)) return;
  const rows = await bill.expected({
    ...utilizationQuery({ provider, days, instrument }),
    figures: {
      ...utilizationFigures,
      commitments: 'count(DISTINCT CommitmentDiscountId)',
      commitment_days: 'count(DISTINCT (CommitmentDiscountId, CAST(ChargePeriodStart AS DATE)))',
      units: 'count(DISTINCT lower(CommitmentDiscountUnit))',
    },
    groupBy: { service: 'ServiceName' },
  });
  const from = rows.find(({ group }) => group.service === service);
  if (from) await compareUse(billCase, compared, from);
  else reportUse(billCase, compared);
}

/** Reports figures of commitments that did not run. */
function reportUse({ bill, comparison }: BillCase, compared: Cell): void {
  const { cell, instrument, service, provider, exchange } = compared;
  const query = {
    figures: {},
    where: [provider.where, isUsage, isOf(instrument)],
    groupBy: { service: 'ServiceName' },
  };
  for (const field of ['utilization_pct', 'unused_monthly']) {
    if (typeof cell?.[field] !== 'number') continue;
    const message = `\`${field}\` ${nameOf(compared)} is a number, although no such commitment ran.`;
    const actual = String(cell[field]);
    comparison.violation({ message, actual, exchange }, bill.none(query, { service }), 'null');
  }
}

/** Compares the use of commitments that all ran to the end of the measured days. */
async function compareUse(
  { bill, comparison, inactive }: BillCase,
  compared: Cell,
  from: ExpectedRow,
): Promise<void> {
  const { cell, provider, days, exchange } = compared;
  const ran = await ranIn(bill, compared);
  const ended = await endedTerms(bill, compared);
  const hasEnded = ({ group: { id = null }, figures: { last } }: ExpectedRow) =>
    isoDay(last ?? 0) < days.last || ended.includes(id ?? '') || inactive.has(id);
  // A commitment that ended in the days is not a current one, and may count or not.
  if (ran.some(hasEnded)) return;
  const hasUnits = await knownUnits(bill, byCommitment(provider));
  // Quantities in several units cannot be added.
  const inUnits = (from.figures.units ?? 0) < 2 && ran.every(({ group }) => hasUnits(group));
  comparison.figure({
    ...utilizationIn(from, inUnits),
    isRequired: true,
    name: `\`utilization_pct\` ${nameOf(compared)}`,
    actual: cell?.utilization_pct,
    exchange,
  });
  // A month of a commitment that ran for a part of the days can be projected from that part, or from all days.
  if (from.figures.commitment_days !== (from.figures.commitments ?? 0) * lengthOf(days)) return;
  const unused = (from.figures.cost ?? 0) - (from.figures.used_cost ?? 0);
  comparison.figure({
    isRequired: true,
    name: `\`unused_monthly\` ${nameOf(compared)}`,
    actual: cell?.unused_monthly,
    expected: perMonth(unused, days),
    figures: ['cost', 'used_cost'],
    formula: `(cost - used_cost) × 730 / ${24 * lengthOf(days)}`,
    from,
    exchange,
  });
}

/** Compares the number of commitments of the service. */
async function compareCount({ bill, comparison }: BillCase, compared: Cell): Promise<void> {
  const { cell, instrument, service, provider, exchange } = compared;
  const from = await bill.total({
    figures: { commitments: 'count(DISTINCT CommitmentDiscountId)' },
    where: [provider.where, ofCommitment, isOf(instrument), isValue('ServiceName', service)],
  });
  const expected = from.figures.commitments ?? 0;
  comparison.figure({
    name: `\`commitment_count\` ${nameOf(compared)}`,
    actual: cell?.commitment_count,
    expected,
    from,
    exchange,
  });
}

/** Commitments whose purchased term is over; some are used a little longer. */
function endedTerms(
  bill: KnownBill,
  { provider, days }: Pick<Cell, 'provider' | 'days'>,
): Promise<readonly string[]> {
  const isTerm = ["ChargeCategory = 'Purchase'", "ChargeFrequency = 'One-Time'"];
  const isOver = `ChargePeriodEnd <= DATE '${plusDays(days.last, 1)}'`;
  return bill.values('CommitmentDiscountId', [provider.where, ...isTerm, isOver]);
}

/** The commitments of a service that ran, each with the start of its last row. */
function ranIn(
  bill: KnownBill,
  { instrument, service, provider, days }: Omit<Cell, 'cell' | 'exchange'>,
): Promise<readonly ExpectedRow[]> {
  const { where, groupBy = {} } = byCommitment(provider, days);
  return bill.expected({
    figures: { last: 'epoch_ms(max(ChargePeriodStart))' },
    where: [...where, isOf(instrument), isValue('ServiceName', service)],
    groupBy,
  });
}
