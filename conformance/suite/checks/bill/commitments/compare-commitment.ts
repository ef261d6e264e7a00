import { count } from '../../../../engine/count.js';
import { show } from '../../../../engine/show.js';
import { plain } from '../../../figures/comparison.js';
import { lengthOf } from '../../../figures/days.js';
import { type ExpectedFigure, hourly, monthly } from '../../../figures/formulas.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import {
  coverageIn,
  coveredBy,
  eligibleQuery,
  hasPrices,
  onlyServiceOf,
} from '../../../figures/queries/coverage-query.js';
import type { feesIn } from '../../../figures/queries/fee-query.js';
import { isValue } from '../../../figures/queries/query.js';
import { sharedFigures, trendQuery, utilizationIn } from '../../../figures/queries/utilization-query.js';
import { rowsOf } from '../../shared/exchange-data.js';
import type { BillCase } from '../bill-check.js';
import type { Measured } from '../measured-days.js';

interface ComparedRow extends Measured {
  /** What the response shows of the commitment. */
  readonly row: any;
  /** The rows of the commitment in the measured days, whose id is `id` of the group. */
  readonly from: ExpectedRow;
  /** Whether its utilization is computed from quantities. */
  readonly inUnits: boolean;
  /** What its fields begin with. */
  readonly prefix: '' | 'current_';
  /** Its utilization in other windows that the server may have measured. */
  readonly alternatives?: readonly (number | null)[];
}

/** Compares the utilization and the coverage of a commitment. */
export async function compareShares(
  billCase: BillCase,
  { row, from, inUnits, prefix, alternatives = [], ...measured }: ComparedRow,
): Promise<void> {
  const { exchange } = measured;
  const id = String(from.group.id);
  const field = `${prefix}utilization_pct`;
  const name = `\`${field}\` of ${show(id)}`;
  const utilization = utilizationIn(from, inUnits);
  const actual = row[field];
  const isActive = !billCase.inactive.has(id);
  const isRequired = actual === null && isActive;
  billCase.comparison.figure({ ...utilization, alternatives, name, actual, exchange, isRequired });
  const coverage = `${prefix}coverage_pct`;
  await compareCoverage(billCase, { ...measured, id, field: coverage, actual: row[coverage], isActive });
}

interface ComparedCoverage extends Measured {
  readonly id: string;
  readonly actual: unknown;
  readonly field: string;
  /** Whether it ran, so that null is a violation. */
  readonly isActive?: boolean;
}

/** Compares the share of its service's eligible usage that a commitment of one service covered. */
export async function compareCoverage(
  { bill, comparison }: BillCase,
  { provider, days, id, actual, field, exchange, isActive = false }: ComparedCoverage,
): Promise<void> {
  const service = await onlyServiceOf(bill, id);
  if (service === undefined) return;
  const query = eligibleQuery(provider, days);
  const from = await bill.total({
    figures: { ...query.figures, covered_by_it: coveredBy(id) },
    where: [...query.where, isValue('ServiceName', service)],
  });
  comparison.figure({
    ...coverageIn(from, 'covered_by_it'),
    name: `\`${field}\` of ${show(id)}`,
    actual,
    exchange,
    isRequired: actual === null && isActive && hasPrices(from),
    basis: 'proposed',
  });
}

/** What a slope can differ by if the utilization of each of 30 days is rounded to a decimal. */
const roundedDays = 0.15;

/** Compares the trend of a commitment with a defined utilization on each of 30 days. */
export async function compareTrend(
  { bill, comparison, inactive }: BillCase,
  { row, from, inUnits, provider, days, exchange }: Omit<ComparedRow, 'prefix'>,
): Promise<void> {
  if (lengthOf(days) !== 30) return;
  const { id } = from.group;
  const trends = await bill.expected(trendQuery(provider, days, inUnits));
  const trend = trends.find(({ group }) => group.id === id);
  if (trend?.figures.days !== 30) return;
  const actual = row.utilization_slope_pp_30d;
  comparison.figure({
    name: `\`utilization_slope_pp_30d\` of ${show(id)}`,
    actual,
    expected: trend.figures.slope ?? null,
    figures: ['slope'],
    from: trend,
    exchange,
    unit: 'measure',
    slack: roundedDays,
    isRequired: actual === null && !inactive.has(id),
    basis: 'proposed',
  });
}

/** Reports a commitment that is not saturated although the server and the bill have it used in full on each day. */
export function compareSaturation(
  { comparison, inactive }: BillCase,
  { row, from, inUnits, exchange }: Omit<ComparedRow, 'prefix'>,
): void {
  const [used, purchased] = sharedFigures(inUnits);
  const isFull = (from.figures[purchased] ?? 0) > 0 && from.figures[used] === from.figures[purchased];
  // A server with a lower utilization knows of unused hours that the bill does not have.
  if (row.saturated !== false || row.utilization_pct !== 100 || !isFull || inactive.has(row.id)) return;
  comparison.violation(
    {
      message: `\`saturated\` of ${show(row.id)} is false, although all of it was used.`,
      actual: 'false',
      exchange,
      basis: 'proposed',
    },
    from,
    `true, as ${used} = ${purchased} = ${plain(from.figures[used] ?? 0)}`,
  );
}

interface ComparedFees extends Omit<Measured, 'provider'> {
  /** What the response shows of the commitment. */
  readonly row: any;
  /** What the commitments of the provider charged in the measured days. */
  readonly fees: Awaited<ReturnType<typeof feesIn>>;
}

/** What 730 hours can differ by if the fee of an hour is rounded to four decimals. */
export const roundedHours = 0.04;

/** Fields with the fee of a month. */
const feeFields = ['monthly_commitment_usd', 'committed_monthly', 'fee_monthly_net', 'fee_monthly_list'];

/** Compares the fee of a month and of an hour, if the bill determines it and it was the same on each of the measured days. */
export function compareFees(
  { comparison, inactive }: BillCase,
  { row, fees, days, exchange }: ComparedFees,
): void {
  const fee = fees.find(({ from }) => from.group.id === row.id);
  if (!fee?.isKnown || !fee.isSteady) return;
  const compare = (field: string, expected: ExpectedFigure & { readonly slack?: number }) =>
    comparison.figure({
      ...expected,
      name: `\`${field}\` of ${show(row.id)}`,
      actual: row[field],
      // A field that another operation has is not missing.
      isRequired: row[field] === null && !inactive.has(row.id),
      exchange,
      basis: 'proposed',
    });
  for (const field of feeFields) compare(field, { ...monthly(fee.from, 'fee', days), slack: roundedHours });
  compare('hourly_commitment_usd', hourly(fee.from, 'fee', days));
}

interface Consumers extends Omit<Measured, 'provider'> {
  /** What the response shows of the commitment. */
  readonly row: any;
  /** What it covered, by account. */
  readonly consumed: readonly ExpectedRow[];
}

/** Compares what each consumer of a commitment used of it, and reports those that are not listed. */
export function compareConsumers(
  { comparison, inactive }: BillCase,
  { row, consumed, days, exchange }: Consumers,
): void {
  for (const from of consumed) {
    const account = shownValue(from.group.account_id);
    const covered = monthly(from, 'covered', days);
    const consumer = rowsOf(row.consumers).find(({ account_id }) => account_id === from.group.account_id);
    if (consumer) {
      comparison.figure({
        ...covered,
        name: `\`covered_spend_monthly\` of account ${account} of ${show(row.id)}`,
        actual: consumer.covered_spend_monthly,
        exchange,
      });
    } else if (hasAccount(from) && (covered.expected ?? 0) >= 0.01 && !inactive.has(row.id)) {
      comparison.violation(
        {
          message: `\`consumers\` of ${show(row.id)} lacks account ${account}.`,
          actual: count(rowsOf(row.consumers).length, 'account'),
          exchange,
          basis: 'proposed',
        },
        from,
        `${plain(covered.expected ?? 0)} = ${covered.formula}`,
      );
    }
  }
}

/** Whether usage has an account; without one, it may be listed under a name that the server chose. */
export function hasAccount({ group }: ExpectedRow): boolean {
  return (group.account_id ?? '') !== '';
}
