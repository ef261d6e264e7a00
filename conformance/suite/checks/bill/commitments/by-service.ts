import type { Check } from '../../../../engine/check.js';
import { show } from '../../../../engine/show.js';
import { proposal } from '../../../claims.js';
import { instruments, isOf, isUsage } from '../../../figures/commitment-rows.js';
import { isoDay, lengthOf, plusDays } from '../../../figures/days.js';
import { amount, monthly } from '../../../figures/formulas.js';
import { namesOf } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import {
  byCommitment,
  knownUnits,
  startsBefore,
  utilization,
} from '../../../figures/queries/commitment-query.js';
import {
  coverage,
  eligibleQuery,
  knownWithPrices,
  shownWithPrices,
} from '../../../figures/queries/coverage-query.js';
import { isValue, narrow, type Query } from '../../../figures/queries/query.js';
import { aboutOf, compareTable, type Figure } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { type BillCase, ofBill, type ProviderRead } from '../bill-check.js';
import { pagesOf } from './list.js';

/** Most pages of the list of commitments. */
const mostPages = 20;

const groupBy = { service: 'ServiceName' };

/** The rows by which a commitment is of a service: its usage, else its purchases. */
const ofCommitment = `CommitmentDiscountId IS NOT NULL AND (${isUsage} OR CommitmentDiscountId NOT IN (SELECT CommitmentDiscountId FROM charges WHERE ${isUsage} AND CommitmentDiscountId IS NOT NULL))`;

/** What the commitments of an instrument covered of a service, and what they did not. */
const coverageFigures = instruments.flatMap((instrument): Figure[] => [
  { field: `${instrument}.coverage_pct`, is: coverage(`covered_by_${instrument}`), ...shownWithPrices },
  { field: `${instrument}.uncovered_monthly`, is: monthly('on_demand'), ...knownWithPrices },
]);

export const byServiceChecks: readonly Check[] = [
  ofBill('getCommitmentsByService', {
    id: 'bill.services-show-unused-and-uncovered-rows',
    ...proposal,
    requirement:
      'A cell of the grid shows utilization, coverage, the cost of unused rows and the on-demand remainder of its service in the measured days.',
    requests: 1 + mostPages,
    of: (billCase) => [billCase.seller],
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
async function otherServices(billCase: BillCase, provider: ProviderBill): Promise<Set<unknown>> {
  const billed = await billCase.bill.values('CommitmentDiscountId', [provider.where]);
  const services = new Set<unknown>();
  for await (const { data } of pagesOf(billCase, provider, mostPages))
    for (const row of rowsOf(data.items)) if (!billed.includes(row.id)) services.add(row.service);
  return services;
}

async function compareServices(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill } = billCase;
  const read = await billCase.readMeasured('getCommitmentsByService', provider);
  const own = await ownServices(billCase, provider);
  const others = await otherServices(billCase, provider);
  const listed = rowsOf(read.data.services);
  const shown = listed.map(({ service }) => service).filter((name) => !others.has(name));
  const names = await namesOf(bill, 'ServiceName', provider, shown);
  const rows = listed.map((row) => ({ ...row, name: names.of(row.service) }));
  const services = await compareWhich(read, rows, own, others);
  const query = { ...eligibleQuery(provider, read.days), groupBy };
  const eligible = await bill.expected(query);
  const table = { path: 'services[]', query, rows, figures: coverageFigures, keys: { service: 'name' } };
  await compareTable(
    { ...read, provider: null },
    {
      ...table,
      expected: eligible.filter(({ group: { service } }) => service !== null && services.has(service)),
      async each([row], { group }) {
        if (!own.has(group.service)) return;
        for (const instrument of instruments) {
          const cell = {
            ...{ path: `services[].${instrument}`, rows: [row[instrument]], about: aboutOf(group) },
            where: [isOf(instrument), isValue('ServiceName', group.service)],
          };
          await compareCell(read, cell);
          if (others.has(row.service)) continue;
          const figures = { commitments: 'count(DISTINCT CommitmentDiscountId)' };
          await compareTable(read, {
            ...{ ...cell, figures: [{ field: 'commitment_count', is: amount('commitments') }] },
            query: { figures, where: [provider.where, ofCommitment, ...cell.where] },
          });
        }
      },
    },
  );
}

/** Reports services without a commitment, and those whose commitments ran and have no row. Returns the right ones. */
async function compareWhich(
  { bill, comparison, provider, days, exchange }: ProviderRead,
  rows: readonly any[],
  own: ReadonlySet<unknown>,
  others: ReadonlySet<unknown>,
): Promise<ReadonlySet<unknown>> {
  const committed: Query = { figures: {}, where: [provider.where, ofCommitment], groupBy };
  const services = new Set((await bill.expected(committed)).map(({ group }) => group.service));
  for (const { service } of rows.filter(({ service, name }) => !services.has(name) && !others.has(service))) {
    const message = `The grid has a row for service ${show(service)}, which has no commitment.`;
    const from = bill.none(committed, { service: String(service) });
    comparison.violation({ message, actual: show(service), expected: 'no such row', from, exchange });
  }
  // One of neither instrument has no column in the grid.
  const ran = [...byCommitment(provider, days).where, 'CommitmentDiscountCategory IS NOT NULL'];
  for (const from of await bill.expected({ figures: {}, where: ran, groupBy })) {
    const { service } = from.group;
    if (!own.has(service)) continue;
    const message = `The grid has no row for service ${show(service)}, which has a commitment.`;
    if (rows.some(({ name }) => name === service)) comparison.passed();
    else comparison.violation({ message, actual: 'no such row', expected: show(service), from, exchange });
  }
  return services;
}

/** What the response shows of the commitments of an instrument of a service, and the condition of their rows. */
interface Cell {
  readonly path: string;
  readonly rows: readonly any[];
  readonly about: string;
  readonly where: readonly string[];
}

/** Compares how the commitments of a service were used; figures of commitments that did not run are reported. */
async function compareCell(read: ProviderRead, { where, ...cell }: Cell): Promise<void> {
  const { bill, comparison, provider, days, exchange } = read;
  if (await startsBefore(bill, [provider.where, ...where], days)) return;
  const ofEach = narrow(byCommitment(provider, days), ...where);
  const ran = await bill.expected(ofEach);
  const query = { ...ofEach, groupBy: {} };
  const from = await bill.total(query);
  if (ran.length === 0) {
    for (const field of ['utilization_pct', 'unused_monthly']) {
      const actual = cell.rows[0]?.[field];
      if (typeof actual !== 'number') continue;
      const name = `\`${cell.path}.${field}\`${cell.about}`;
      const message = `${name} is a number, although no such commitment ran.`;
      comparison.violation({ message, actual: String(actual), expected: 'null', from, exchange });
    }
    return;
  }
  if (await anyEnded(read, ran)) return;
  const hasUnits = await knownUnits(bill, byCommitment(provider));
  // Quantities in several units cannot be added.
  const inUnits = (from.figures.units ?? 0) < 2 && ran.every((one) => hasUnits(one.group));
  const figures: Figure[] = [
    { field: 'utilization_pct', is: utilization(() => inUnits), required: 'shown' },
    {
      ...{ field: 'unused_monthly', is: monthly('cost - used_cost'), required: 'shown' },
      // A month of a commitment that ran for a part of the days can be projected from that part, or from all days.
      when: () => ran.every((one) => one.figures.days === lengthOf(days)),
    },
  ];
  await compareTable(read, { ...cell, query, figures });
}

/** Whether any commitment ended in the days: it is not a current one, and may count or not. */
async function anyEnded({ bill, provider, days, inactive }: ProviderRead, ran: readonly ExpectedRow[]) {
  const isTerm = ["ChargeCategory = 'Purchase'", "ChargeFrequency = 'One-Time'"];
  const isOver = `ChargePeriodEnd <= DATE '${plusDays(days.last, 1)}'`;
  // Some are used a little longer than their purchased term.
  const ended = await bill.values('CommitmentDiscountId', [provider.where, ...isTerm, isOver]);
  return ran.some(
    ({ group: { id = null }, figures: { last } }) =>
      isoDay(last ?? 0) < days.last || ended.includes(id ?? '') || inactive.has(id),
  );
}
