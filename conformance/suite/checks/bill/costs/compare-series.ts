import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { show } from '../../../../engine/show.js';
import { plain } from '../../../figures/comparison.js';
import { isDay, plusDays } from '../../../figures/days.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { Group, Query } from '../../../figures/queries/query.js';
import type { SpreadOn } from '../../../figures/spread-rows.js';
import { rowsOf } from '../../shared/exchange-data.js';
import type { BillCase } from '../bill-check.js';

/** A course of costs by date, and the rows of the bill by date. */
interface Series {
  readonly name: string;
  readonly points: unknown;
  readonly query: Query;
  /** The groups other than the date. */
  readonly group: Group;
  readonly expected: readonly ExpectedRow[];
  readonly exchange: CompleteExchange;
  readonly spread: SpreadOn;
}

/** Returns the month that a server may write as its first day. */
function monthOf(date: unknown): string {
  return /^(\d{4}-\d\d)-01$/.exec(String(date))?.[1] ?? '';
}

/** Compares the value of each date, and reports dates with costs that the response does not have. */
export function compareSeries(
  { bill, comparison }: BillCase,
  { name, points, query, group, expected, exchange, spread }: Series,
  pick: (point: any) => unknown = ({ value }) => value,
): void {
  const rows = new Map(expected.map((row) => [row.group.date, row]));
  const about = Object.entries(group).map(([key, value]) => `${key} ${shownValue(value)} on `);
  const ofChange = `${name.replace('.value', '.change_percentage')} of ${about.join('')}`;
  reportUnknownChanges(comparison, { name: ofChange, points: rowsOf(points), rows, exchange });
  for (const point of rowsOf(points)) {
    const date = rows.has(monthOf(point.date)) ? monthOf(point.date) : point.date;
    const from = rows.get(date) ?? bill.none(query, { ...group, date });
    rows.delete(date);
    comparison.figure({
      name: `${name} of ${about.join('')}${show(date)}`,
      actual: pick(point),
      expected: from.figures.cost ?? 0,
      from,
      exchange,
      possibleSlack: spread(group, date),
    });
  }
  for (const [date, from] of rows) {
    if (Math.abs(from.figures.cost ?? 0) < 0.01) continue;
    comparison.violation(
      {
        message: `${name} has no entry for ${about.join('')}${show(date)}.`,
        actual: 'no entry',
        exchange,
        basis: 'proposed',
      },
      from,
      plain(from.figures.cost ?? 0),
    );
  }
}

/** A cost that a change is computed from; that from a smaller one depends on how it is rounded. */
const leastBefore = 1;

/** Reports days whose change is null although the day before has costs. Other checks compare changes that are known. */
function reportUnknownChanges(
  comparison: BillCase['comparison'],
  {
    name,
    points,
    rows,
    exchange,
  }: Pick<Series, 'name' | 'exchange'> & {
    readonly points: readonly any[];
    readonly rows: ReadonlyMap<unknown, ExpectedRow>;
  },
): void {
  for (const [i, { date, change_percentage: actual }] of points.entries()) {
    const before = points[i - 1]?.date;
    const from = rows.get(date);
    const cost = rows.get(before)?.figures.cost ?? 0;
    if (actual !== null || !from || !isDay(before) || plusDays(before, 1) !== date || cost < leastBefore)
      continue;
    comparison.figure({
      name: `${name}${show(date)}`,
      actual,
      expected: (((from.figures.cost ?? 0) - cost) / cost) * 100,
      formula: `100 × (cost - ${plain(cost)}) / ${plain(cost)}`,
      from,
      exchange,
      isRequired: true,
    });
  }
}
