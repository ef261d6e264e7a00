import { show } from '../../../../engine/show.js';
import { isUsage, isUsed } from '../../../figures/commitment-rows.js';
import { plain } from '../../../figures/comparison.js';
import { lengthOf } from '../../../figures/days.js';
import { type Formula, hourly, monthly, positive, quantity } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import {
  byCommitment,
  byId,
  type KnownCommitments,
  knownCommitments,
  knownUnits,
  sharedFigures,
  trendQuery,
  utilization,
} from '../../../figures/queries/commitment-query.js';
import { coverage, hasPrices, usageOfServices } from '../../../figures/queries/coverage-query.js';
import { chargedIn, type Query } from '../../../figures/queries/query.js';
import { aboutOf, compareFigures, compareTable, type Figure, type Table } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import type { ProviderRead } from '../bill-check.js';

/** Commitments in a response. */
interface Commitments extends Pick<Table, 'path' | 'rows' | 'keys'> {
  /** What the fields begin with. */
  readonly prefix: '' | 'current_';
  /** Utilization in other windows that the server may have measured. */
  readonly otherWindows?: (from: ExpectedRow, formula: Formula) => (number | null)[];
  readonly each?: (row: any, from: ExpectedRow, inUnits: boolean) => unknown;
}

/** Compares the fees and the utilization of commitments, the coverage of their services, and their trend. */
export async function compareCommitments(
  read: ProviderRead,
  { prefix, otherWindows = () => [], each, ...table }: Commitments,
): Promise<void> {
  const { bill, provider, days } = read;
  const hasUnits = await knownUnits(bill, byCommitment(provider));
  const usageOf = await usageOfServices(bill, provider, days);
  const is = utilization(hasUnits);
  const more: Figure['more'] = (from) => ({ alternatives: otherWindows(from, is) });
  await compareTable(read, {
    ...{ ...table, query: byCommitment(provider, days) },
    figures: [
      { field: `${prefix}utilization_pct`, is, required: 'known', more },
      ...feeFigures(await knownCommitments(bill, provider, days)),
    ],
    async each([row], from) {
      const { id } = from.group;
      const field = `${prefix}coverage_pct`;
      compareCoverage(read, usageOf(id), { path: table.path, row, field, id, required: 'known' });
      await each?.(row, from, hasUnits(from.group));
    },
  });
  if (lengthOf(days) !== 30) return;
  for (const inUnits of [true, false]) {
    const when = ({ group, figures }: ExpectedRow) => figures.days === 30 && hasUnits(group) === inUnits;
    const query = trendQuery(provider, days, inUnits);
    await compareTable(read, { ...table, query, figures: [{ ...slope, when }] });
  }
}

/** It can differ by the rounding of the utilization of each of 30 days to a decimal. */
const slope: Figure = {
  ...{ field: 'utilization_slope_pp_30d', is: quantity('slope'), required: 'known', basis: 'proposed' },
  slack: 0.15,
};

/** Compares the share of its service's eligible usage that a commitment of one service covered. */
export function compareCoverage(
  read: ProviderRead,
  from: ExpectedRow | null,
  { id, row, path, ...figure }: Covered,
): void {
  if (!from) return;
  const requiredIf = () => !read.inactive.has(id) && hasPrices(from);
  const share: Figure = { ...figure, is: coverage('covered_by_it'), requiredIf, basis: 'proposed' };
  compareFigures(read, [share], { rows: [row], from, path, about: aboutOf({ id: id ?? null }) });
}

/** A commitment in a response, and the field of its coverage. */
interface Covered extends Pick<Table, 'path'>, Pick<Figure, 'field' | 'required'> {
  readonly row: any;
  readonly id: string | null | undefined;
}

/** What 730 hours can differ by if the fee of an hour is rounded to four decimals. */
export const roundedHours = 0.04;

/** The fee of a month and of an hour, if the bill determines it and it was the same on each of the measured days. */
export function feeFigures({ priced, steady }: KnownCommitments): Figure[] {
  const when = ({ group: { id } }: ExpectedRow) => priced.has(id) && steady.has(id);
  const fee = { required: 'known', basis: 'proposed', when } as const;
  const fields = ['monthly_commitment_usd', 'committed_monthly', 'fee_monthly_net', 'fee_monthly_list'];
  return [
    ...fields.map((field) => ({ field, is: monthly('cost', roundedHours), ...fee })),
    { field: 'hourly_commitment_usd', is: hourly('cost'), ...fee },
  ];
}

/** Reports a commitment that is not saturated although the server and the bill have it used in full on each day. */
export function compareSaturation(
  { comparison, inactive, exchange }: ProviderRead,
  { row, from, inUnits }: { readonly row: any; readonly from: ExpectedRow; readonly inUnits: boolean },
): void {
  const [used, purchased] = sharedFigures(inUnits);
  const isFull = (from.figures[purchased] ?? 0) > 0 && from.figures[used] === from.figures[purchased];
  // A server with a lower utilization knows of unused hours that the bill does not have.
  if (row.saturated !== false || row.utilization_pct !== 100 || !isFull || inactive.has(row.id)) return;
  const message = `\`saturated\` of ${show(row.id)} is false, although all of it was used.`;
  const expected = `true, as ${used} = ${purchased} = ${plain(from.figures[used] ?? 0)}`;
  comparison.violation({ message, actual: 'false', expected, from, exchange });
}

/** Returns the query for the usage that each commitment covered in some days. */
export function coveredUsage({ provider, days }: ProviderRead, price: string): Query {
  return {
    figures: { covered: `sum(${price})` },
    where: [provider.where, ...chargedIn(days), isUsage, isUsed],
    groupBy: byId,
  };
}

/** Compares what each account used of a commitment; one with at least a cent of a month must be listed. */
export async function compareConsumers(read: ProviderRead, row: any, usage: Query): Promise<void> {
  const query = { ...usage, groupBy: { ...byId, account_id: 'SubAccountId' } };
  const all = await read.bill.expected(query);
  await compareTable(read, {
    ...{ path: 'consumers[]', rows: rowsOf(row.consumers), query, keys: { account_id: 'account_id' } },
    expected: all.filter(({ group }) => group.id === row.id),
    figures: [{ field: 'covered_spend_monthly', is: monthly('covered') }],
    missing: positive(monthly('covered')),
    // Usage without an account may be listed under a name that the server chose.
    mayLack: ({ account_id }) => !account_id || read.inactive.has(row.id),
  });
}
