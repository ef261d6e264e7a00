import { show } from '../../../../engine/show.js';
import { isUsage, isUsed } from '../../../figures/commitment-rows.js';
import { plain } from '../../../figures/comparison.js';
import { lengthOf } from '../../../figures/days.js';
import { hourly, monthly, positive, quantity } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { knownUnits } from '../../../figures/known-units.js';
import {
  coverage,
  coveredBy,
  eligibleQuery,
  hasPrices,
  onlyServiceOf,
} from '../../../figures/queries/coverage-query.js';
import { byId, type Fees } from '../../../figures/queries/fee-query.js';
import { chargedIn, isValue, type Query } from '../../../figures/queries/query.js';
import {
  byCommitment,
  sharedFigures,
  trendQuery,
  utilization,
} from '../../../figures/queries/utilization-query.js';
import { aboutOf, compareFigures, compareList, type Figure, type List } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import type { ProviderRead } from '../bill-check.js';

/** Where commitments are in a response. */
type Listed = Pick<List, 'path' | 'rows' | 'keys'>;

interface Shares extends Listed {
  /** What the fields begin with. */
  readonly prefix: '' | 'current_';
  /** Utilization in other windows that the server may have measured. */
  readonly otherWindows?: (from: ExpectedRow, formula: ReturnType<typeof utilization>) => (number | null)[];
  readonly each?: (row: any, from: ExpectedRow, inUnits: boolean) => unknown;
}

/** Compares the utilization of commitments, the coverage of their services, and their trend. */
export async function compareShares(
  read: ProviderRead,
  { prefix, otherWindows = () => [], each, ...listed }: Shares,
): Promise<void> {
  const { bill, provider, days, inactive } = read;
  const hasUnits = await knownUnits(bill, byCommitment(provider));
  const is = utilization(hasUnits);
  await compareList(read, {
    ...{ ...listed, query: byCommitment(provider, days) },
    figures: [
      {
        field: `${prefix}utilization_pct`,
        is,
        required: 'known',
        more: (from) => ({ alternatives: otherWindows(from, is) }),
      },
    ],
    async each([row], from) {
      const id = String(from.group.id);
      const isActive = !inactive.has(id);
      await compareCoverage(read, {
        row,
        id,
        field: `${prefix}coverage_pct`,
        path: `${listed.path}[].`,
        isActive,
      });
      each?.(row, from, hasUnits(from.group));
    },
  });
  if (lengthOf(days) !== 30) return;
  for (const inUnits of [true, false]) {
    const when = ({ group, figures }: ExpectedRow) => figures.days === 30 && hasUnits(group) === inUnits;
    const trend = trendQuery(provider, days, inUnits);
    await compareList(read, { ...listed, query: trend, figures: [{ ...slope, when }] });
  }
}

/** It can differ by the rounding of the utilization of each of 30 days to a decimal. */
const slope: Figure = {
  field: 'utilization_slope_pp_30d',
  is: quantity('slope'),
  required: 'known',
  basis: 'proposed',
  more: () => ({ slack: 0.15 }),
};

interface Covered {
  readonly row: any;
  readonly id: string;
  readonly field: string;
  readonly path: string;
  /** Whether it ran, so that null is a violation. */
  readonly isActive: boolean;
}

/** Compares the share of its service's eligible usage that a commitment of one service covered. */
export async function compareCoverage(
  read: ProviderRead,
  { row, id, field, path, isActive }: Covered,
): Promise<void> {
  const { bill, provider, days } = read;
  const service = await onlyServiceOf(bill, id);
  if (service === undefined) return;
  const { figures, where } = eligibleQuery(provider, days);
  const from = await bill.total({
    figures: { ...figures, covered_by_it: coveredBy(id) },
    where: [...where, isValue('ServiceName', service)],
  });
  const requiredIf = (one: ExpectedRow) => isActive && hasPrices(one);
  const is = coverage('covered_by_it');
  const figure: Figure = { field, is, required: 'known', requiredIf, basis: 'proposed' };
  compareFigures(read, [figure], { rows: [row], from, path, about: aboutOf({ id }) });
}

/** What 730 hours can differ by if the fee of an hour is rounded to four decimals. */
export const roundedHours = 0.04;

/** The fee of a month and of an hour, if the bill determines it and it was the same on each of the measured days. */
export function feeFigures({ known, steady }: Fees): Figure[] {
  const when = ({ group: { id } }: ExpectedRow) => known.has(id) && steady.has(id);
  const fee = { required: 'known', basis: 'proposed', when } as const;
  const fields = ['monthly_commitment_usd', 'committed_monthly', 'fee_monthly_net', 'fee_monthly_list'];
  return [
    ...fields.map((field) => ({ field, is: monthly('fee', roundedHours), ...fee })),
    { field: 'hourly_commitment_usd', is: hourly('fee'), ...fee },
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
  comparison.violation({ message, actual: 'false', exchange, basis: 'proposed' }, from, expected);
}

/** Returns the query for the usage that commitments covered in some days. */
export function coveredUsage(
  { provider, days }: Pick<ProviderRead, 'provider' | 'days'>,
  price: string,
): Query {
  return {
    figures: { covered: `sum(${price})` },
    where: [provider.where, ...chargedIn(days), isUsage, isUsed],
  };
}

/** Compares what each account used of a commitment; one with at least a cent of a month must be listed. */
export async function compareConsumers(read: ProviderRead, row: any, query: Query): Promise<void> {
  const byAccount = { ...query, groupBy: { ...byId, account_id: 'SubAccountId' } };
  const all = await read.bill.expected(byAccount);
  await compareList(read, {
    ...{ path: 'consumers', rows: rowsOf(row.consumers), query: byAccount },
    keys: { account_id: 'account_id' },
    expected: all.filter(({ group }) => group.id === row.id),
    figures: [{ field: 'covered_spend_monthly', is: monthly('covered') }],
    missing: positive(monthly('covered')),
    // Usage without an account may be listed under a name that the server chose.
    mayLack: ({ account_id }) => !account_id || read.inactive.has(row.id),
  });
}
