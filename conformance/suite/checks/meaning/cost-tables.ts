import { groupBy } from '../../../../src/group-by.js';
import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { nearMoney, sum } from '../../expect/near.js';
import { twiceIn } from '../../expect/twice.js';
import { equation, type Figure, percentage } from '../shared/equation.js';
import { allRequested, list, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { totalIsSum } from '../shared/total-is-sum.js';

const breakdown = 'getCostBreakdown' as const;
const source = 'Other reads: breakdown; Proposed by this contract';

/** The columns of a breakdown row that group it. */
const groups = ['service', 'account_id', 'region', 'tag_key', 'virtual_tag_key'] as const;

/** The column that needs a group. */
const valueColumn: Readonly<Record<string, string>> = {
  account_id: 'account_name',
  tag_key: 'tag_value',
  virtual_tag_key: 'virtual_tag_value',
};

const columns = [...groups, 'tag_value', 'virtual_tag_value'];

/** The rows, if they are those of the whole table and not of one page. */
const wholeTable = (data: any) =>
  data.pagination?.total_items === rowsOf(data.items).length ? rowsOf(data.items) : [];

/** Returns a change in percent as a figure of its two costs, rounded to cents. */
function change(row: any, cost: string, before: number): Figure {
  return percentage(
    { ...row, before },
    'change_percentage',
    [cost, 'before'],
    // A change from 0 or less can have either sign.
    (now, then) => (then <= 0 ? Number.NaN : ((now - then) / then) * 100),
    0.02 + (0.01 * (Math.abs(row[cost]) + Math.abs(before))) / before ** 2 / 0.01,
  );
}

/** The changes from each entry of a series to the next. */
const steps = (series: readonly any[]) =>
  series.slice(1).map((entry, index) => change(entry, 'value', series[index]?.value));

/** The first entry of each series, which has nothing before it. */
const firstEntries = (data: any) =>
  [data.totals_by_date, ...rowsOf(data.items).map((row) => row.spendings_by_date)].flatMap((series) =>
    rowsOf(series)
      .slice(0, 1)
      .map((entry) => ({ ...entry, previous_cost: null })),
  );

/** Checks of the tables of costs: breakdown rows, their dates, and the points of a timeline. */
export const costTableChecks: readonly Check[] = [
  equation(breakdown, {
    id: 'costs.change-follows-from-costs',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`change_percentage` of a breakdown row is the change from `previous_cost` to `cost`, as a percentage.',
    source,
    formula: 'the change from `previous_cost` to `cost`, as a percentage',
    figures: (data) => rowsOf(data.items).map((row) => change(row, 'cost', row.previous_cost)),
  }),
  forEachRow(breakdown, {
    id: 'costs.change-is-known-with-previous-cost',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`change_percentage` of a breakdown row is null if `previous_cost` is null or 0, and a number otherwise; that of the first date is null.',
    source,
    each: (data) =>
      [...rowsOf(data.items), ...firstEntries(data)].filter(
        ({ previous_cost: before, change_percentage }) =>
          change_percentage !== undefined && (before === null || typeof before === 'number'),
      ),
    judge: ({ previous_cost, change_percentage }) => {
      const isKnown = previous_cost !== null && previous_cost !== 0;
      return (
        (change_percentage !== null) === isKnown ||
        // A small cost may be rounded to 0.
        Math.abs(previous_cost ?? 1) < 0.01 || {
          message: '`change_percentage` does not match `previous_cost`.',
          expected: isKnown ? `a number, as previous_cost is ${previous_cost}` : 'null',
          actual: `change_percentage ${change_percentage}`,
        }
      );
    },
  }),
  equation(breakdown, {
    id: 'costs.change-of-dates-follows-from-values',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`change_percentage` of a day in a breakdown is the change from the day before, as a percentage.',
    source,
    formula: 'the change from the entry before, as a percentage',
    figures: (data, exchange) =>
      // The first or last month may be incomplete.
      (requested(exchange, 'granularity') ?? 'daily') === 'daily'
        ? [data.totals_by_date, ...rowsOf(data.items).map((row) => row.spendings_by_date)].flatMap((series) =>
            steps(rowsOf(series)),
          )
        : [],
  }),
  totalIsSum(breakdown, {
    id: 'costs.rows-make-the-totals-by-date',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`value` of each entry in `totals_by_date` equals the sum over the rows of a breakdown of one page.',
    source,
    sums: (data) => {
      const rows = wholeTable(data).map((row) => groupBy(rowsOf(row.spendings_by_date), ({ date }) => date));
      if (rows.length === 0) return [];
      return rowsOf(data.totals_by_date).map(({ date, value: total }) => ({
        name: 'totals_by_date[].value',
        definition: 'the sum over the rows on its date',
        total,
        parts: rows.map((days) => sum((days.get(date) ?? []).map(({ value }) => value))),
      }));
    },
  }),
  forEachRow(breakdown, {
    id: 'costs.dates-are-in-the-range',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The dates of a breakdown are in ascending order, from `start_date` to `end_date`, and all rows have the same.',
    source,
    each: (data) =>
      typeof data.start_date === 'string' && typeof data.end_date === 'string' && list(data.items).length > 0
        ? [data]
        : [],
    judge: ({ start_date, end_date, totals_by_date, items }) => {
      const datesOf = (series: unknown) => rowsOf(series).map(({ date }) => String(date));
      const dates = datesOf(totals_by_date);
      const isInside = (date: string) =>
        date >= start_date.slice(0, date.length) && date <= end_date.slice(0, date.length);
      const wrong = dates.find(
        (date, index) => !isInside(date) || (index > 0 && date <= (dates[index - 1] ?? '')),
      );
      const other = rowsOf(items).find((row) => String(datesOf(row.spendings_by_date)) !== String(dates));
      return (
        (wrong === undefined && other === undefined) || {
          message: wrong
            ? 'A date of `totals_by_date` is out of order or range.'
            : 'A row has other dates than `totals_by_date`.',
          expected: wrong ? `ascending dates from ${start_date} to ${end_date}` : show(dates),
          actual: wrong ?? show(datesOf(other.spendings_by_date)),
        }
      );
    },
  }),
  forEachRow(breakdown, {
    id: 'costs.rows-have-different-groups',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'The rows of a breakdown differ in the values of their groups.',
    source,
    each: (data) =>
      [rowsOf(data.items)].filter(
        (rows) =>
          rows.length > 1 && rows.every((row) => groups.some((name) => typeof row[name] === 'string')),
      ),
    judge: (rows) => {
      const twice = twiceIn(rows.map((row) => JSON.stringify(columns.map((column) => row[column] ?? null))));
      return (
        twice === undefined || {
          message: 'Two rows of a breakdown have the same groups.',
          expected: 'one row for each combination',
          actual: `${show(JSON.parse(twice))} twice`,
        }
      );
    },
  }),
  forEachRow(breakdown, {
    id: 'costs.other-groups-are-null',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A group that `group_by` does not request is null in every row of a breakdown, and so is a name or value without its group.',
    source,
    each: (data, exchange) => [{ requested: allRequested(exchange, 'group_by'), rows: rowsOf(data.items) }],
    judge: ({ requested: own, rows }) => {
      const isSet = (row: any, name: string) => (row[name] ?? null) !== null;
      const isStray = (row: any, name: string) =>
        (own.length > 0 && !own.some((group) => name.startsWith(group)) && isSet(row, name)) ||
        (isSet(row, valueColumn[name] ?? '') && !isSet(row, name));
      const column = groups.find((name) => rows.some((row) => isStray(row, name)));
      return (
        column === undefined || {
          message: `\`${column}\` of a breakdown does not fit \`group_by\`, or its value has no key.`,
          expected: 'null unless the rows are grouped by it',
          actual: show(rows.find((row) => isStray(row, column))),
        }
      );
    },
  }),
  totalIsSum('getCostTimeline', {
    id: 'costs.parts-make-the-point',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`amount` of a point in a timeline with `dimension` equals the sum of its `parts`.',
    source: 'Other reads: timeline; Proposed by this contract',
    sums: (data) =>
      rowsOf(data.data_points)
        .filter(({ parts }) => rowsOf(parts).length > 0)
        .map(({ amount, parts }) => ({
          name: 'amount',
          definition: 'the sum of `parts[].amount`',
          total: amount,
          parts: rowsOf(parts).map((part) => part.amount),
        })),
  }),
  forEachRow('getCostTimeline', {
    id: 'costs.parts-are-those-of-the-dimension',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A point of a timeline has `parts` if `dimension` is sent and null otherwise; `dimension` of the response is the requested one.',
    source: 'Other reads: timeline; Proposed by this contract',
    each: (data, exchange) =>
      data.dimension === undefined || rowsOf(data.data_points).length === 0
        ? []
        : [{ data, dimension: requested(exchange, 'dimension') ?? null }],
    judge: ({ data, dimension }) => {
      const points = rowsOf(data.data_points).filter(({ amount }) => !nearMoney(amount, 0));
      const wrong = points.find(({ parts }) => rowsOf(parts).length > 0 !== (dimension !== null));
      return (
        (data.dimension === dimension && wrong === undefined) || {
          message: '`dimension` or `parts` of a timeline does not match the request.',
          expected: `dimension ${show(dimension)} and ${dimension === null ? 'no parts' : 'parts'}`,
          actual: `dimension ${show(data.dimension)}, parts ${show(wrong?.parts)}`,
        }
      );
    },
  }),
];
