import type { Check } from '../../../../engine/check.js';
import { show } from '../../../../engine/show.js';
import { isOf, isUsage } from '../../../figures/commitment-rows.js';
import { isoDay, lengthOf, plusDays } from '../../../figures/days.js';
import { amount, monthly } from '../../../figures/formulas.js';
import { namesOf } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { knownUnits } from '../../../figures/known-units.js';
import { startsBefore } from '../../../figures/long-periods.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { coverage, eligibleQuery, hasPrices } from '../../../figures/queries/coverage-query.js';
import { isValue, type Query } from '../../../figures/queries/query.js';
import { byCommitment, utilization, utilizationFigures } from '../../../figures/queries/utilization-query.js';
import { compareFigures, compareList, type Figure } from '../../../figures/table.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { type BillCase, ofBill, preference, sellerIn } from '../bill-check.js';
import { measured, type ProviderRead } from '../measured-days.js';

/** Most pages of the list of commitments. */
const mostPages = 20;

const instruments = ['ri', 'sp'] as const;
const by = { service: 'ServiceName' };

/** The rows by which a commitment is of a service: its usage, else its purchases. */
const ofCommitment = `CommitmentDiscountId IS NOT NULL AND (${isUsage} OR CommitmentDiscountId NOT IN (SELECT CommitmentDiscountId FROM charges WHERE ${isUsage} AND CommitmentDiscountId IS NOT NULL))`;

/** What the commitments of an instrument covered of a service, and what they did not. */
const coverageFigures = instruments.flatMap((instrument): Figure[] => [
  {
    ...{ field: `${instrument}.coverage_pct`, is: coverage(`covered_by_${instrument}`) },
    ...{ required: 'shown', requiredIf: hasPrices },
  },
  {
    ...{ field: `${instrument}.uncovered_monthly`, is: monthly('on_demand') },
    ...{ required: 'known', requiredIf: hasPrices },
  },
]);

export const byServiceChecks: readonly Check[] = [
  ofBill('getCommitmentsByService', {
    id: 'bill.services-show-unused-and-uncovered-rows',
    ...preference,
    requirement:
      'A cell of the grid shows utilization, coverage, the cost of unused rows and the on-demand remainder of its service in the measured days.',
    requests: 1 + mostPages,
    of: (billCase) => [sellerIn(billCase)],
    compare: compareServices,
  }),
];

/** Services of which every commitment is of no other service. */
async function ownServices({ bill }: BillCase, { where }: ProviderBill): Promise<ReadonlySet<unknown>> {
  const shared = `SELECT CommitmentDiscountId FROM charges WHERE ${where} AND ${ofCommitment} GROUP BY CommitmentDiscountId HAVING count(DISTINCT coalesce(ServiceName, '')) > 1`;
  return new Set(
    await bill.column(
      `SELECT ServiceName FROM charges WHERE ${where} AND ${ofCommitment} GROUP BY ServiceName HAVING NOT bool_or(CommitmentDiscountId IN (${shared}))`,
    ),
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

async function compareServices(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const { days } = await measured(billCase, provider);
  const sent = { provider: provider.id };
  const exchange = await successOf(probe, requestTo('getCommitmentsByService', { query: sent }));
  const read = { ...billCase, provider, days, exchange };
  const own = await ownServices(billCase, provider);
  const others = await otherServices(billCase, provider);
  const listed = rowsOf(dataOf(exchange).services);
  const shown = listed.map(({ service }) => service).filter((name) => !others.has(name));
  const names = await namesOf(bill, 'ServiceName', provider, shown);
  const rows = listed.map((row) => ({ ...row, name: names.of(row.service) }));
  const committed: Query = { figures: {}, where: [provider.where, ofCommitment], groupBy: by };
  const services = new Set((await bill.expected(committed)).map(({ group }) => group.service));
  for (const { service, name } of rows) {
    if (services.has(name) || others.has(service)) continue;
    const message = `The grid has a row for service ${show(service)}, which has no commitment.`;
    const from = bill.none(committed, { service: String(service) });
    comparison.violation({ message, actual: show(service), exchange }, from, 'no such row');
  }
  await compareListed(read, new Set(rows.map(({ name }) => name)), own);
  const query = eligibleQuery(provider, days);
  const eligible = await bill.expected({ ...query, groupBy: by });
  await compareList(
    { ...read, provider: null },
    {
      ...{ path: 'services', query, by, rows, figures: coverageFigures, keys: { service: 'name' } },
      expected: eligible.filter(({ group: { service } }) => service !== null && services.has(service)),
      async each([row], { group }) {
        if (!own.has(group.service)) return;
        for (const instrument of instruments) {
          await compareCell(read, { row, instrument, group });
          if (!others.has(row.service)) await compareCount(read, { row, instrument, group });
        }
      },
    },
  );
}

/** Reports services whose commitments ran in the measured days, and that have no row. */
async function compareListed(
  { bill, comparison, provider, days, exchange }: ProviderRead,
  listed: ReadonlySet<unknown>,
  own: ReadonlySet<unknown>,
): Promise<void> {
  const { where } = byCommitment(provider, days);
  // One of neither instrument has no column in the grid.
  const ran = [...where, 'CommitmentDiscountCategory IS NOT NULL'];
  for (const from of await bill.expected({ figures: {}, where: ran, groupBy: by })) {
    const { service } = from.group;
    if (!own.has(service)) continue;
    const message = `The grid has no row for service ${show(service)}, which has a commitment.`;
    if (listed.has(service)) comparison.passed();
    else comparison.violation({ message, actual: 'no such row', exchange }, from, show(service));
  }
}

interface Cell {
  /** What the response shows of the service. */
  readonly row: any;
  readonly instrument: (typeof instruments)[number];
  readonly group: ExpectedRow['group'];
}

/** Compares how the commitments of a service were used; figures of commitments that did not run are reported. */
async function compareCell(read: ProviderRead, { row, instrument, group }: Cell): Promise<void> {
  const { bill, comparison, provider, days, exchange, inactive } = read;
  const ofService = isValue('ServiceName', group.service);
  if (await startsBefore(bill, [provider.where, isOf(instrument), ofService], days)) return;
  const where = [...byCommitment(provider, days).where, isOf(instrument), ofService];
  const figures = {
    ...utilizationFigures,
    commitments: 'count(DISTINCT CommitmentDiscountId)',
    commitment_days: 'count(DISTINCT (CommitmentDiscountId, CAST(ChargePeriodStart AS DATE)))',
    units: 'count(DISTINCT lower(CommitmentDiscountUnit))',
  };
  const [from] = await bill.expected({ figures, where, groupBy: by });
  if (!from) {
    const none = bill.none(
      { figures: {}, where: [provider.where, isUsage, isOf(instrument)], groupBy: by },
      group,
    );
    for (const field of ['utilization_pct', 'unused_monthly']) {
      const value = row[instrument]?.[field];
      if (typeof value !== 'number') continue;
      const message = `\`services[].${instrument}.${field}\` of service ${show(group.service)} is a number, although no such commitment ran.`;
      comparison.violation({ message, actual: String(value), exchange }, none, 'null');
    }
    return;
  }
  const last = { last: 'epoch_ms(max(ChargePeriodStart))' };
  const ran = await bill.expected({ ...byCommitment(provider, days), figures: last, where });
  const ended = await endedTerms(read);
  const hasEnded = ({ group: { id = null }, figures: one }: ExpectedRow) =>
    isoDay(one.last ?? 0) < days.last || ended.includes(id ?? '') || inactive.has(id);
  // A commitment that ended in the days is not a current one, and may count or not.
  if (ran.some(hasEnded)) return;
  const hasUnits = await knownUnits(bill, byCommitment(provider));
  // Quantities in several units cannot be added.
  const inUnits = (from.figures.units ?? 0) < 2 && ran.every((one) => hasUnits(one.group));
  const use: Figure[] = [
    { field: 'utilization_pct', is: utilization(() => inUnits), required: 'shown' },
    {
      ...{ field: 'unused_monthly', is: monthly('cost - used_cost'), required: 'shown' },
      // A month of a commitment that ran for a part of the days can be projected from that part, or from all days.
      when: ({ figures: { commitments, commitment_days } }) =>
        commitment_days === (commitments ?? 0) * lengthOf(days),
    },
  ];
  compareFigures(read, use, { rows: [row[instrument]], from, path: `services[].${instrument}.` });
}

/** Compares the number of commitments of a service. */
async function compareCount(read: ProviderRead, { row, instrument, group }: Cell): Promise<void> {
  const where = [read.provider.where, ofCommitment, isOf(instrument)];
  const query: Query = { figures: { commitments: 'count(DISTINCT CommitmentDiscountId)' }, where };
  const from = await read.bill.total({ ...query, where: [...where, isValue('ServiceName', group.service)] });
  const number: Figure = { field: 'commitment_count', is: amount('commitments') };
  const about = ` of service ${show(group.service)}`;
  compareFigures(read, [number], { rows: [row[instrument]], from, path: `services[].${instrument}.`, about });
}

/** Commitments whose purchased term is over; some are used a little longer. */
function endedTerms({ bill, provider, days }: ProviderRead): Promise<readonly string[]> {
  const isTerm = ["ChargeCategory = 'Purchase'", "ChargeFrequency = 'One-Time'"];
  const isOver = `ChargePeriodEnd <= DATE '${plusDays(days.last, 1)}'`;
  return bill.values('CommitmentDiscountId', [provider.where, ...isTerm, isOver]);
}
