import { groupBy } from '../../../../../src/group-by.js';
import type { Basis, Deviation } from '../../../../engine/claim.js';
import { count } from '../../../../engine/count.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { plain } from '../../../figures/comparison.js';
import { earlier, isDay, lengthOf, plusDays } from '../../../figures/days.js';
import { amount, eitherOf } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import {
  byDate,
  type CostSelection,
  costQuery,
  type Granularity,
  type SpreadOn,
  spreadRows,
} from '../../../figures/queries/cost-query.js';
import { compareTable, type Figure, type Table } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { todaysOf } from '../../shared/timestamps.js';
import { type BillCase, dayOf, type Parameter, type ProviderRead } from '../bill-check.js';

/** A read of costs and what it selects. */
export interface CostRead extends CostSelection {
  readonly provider: ProviderBill;
  /** Default: a breakdown. The group of a timeline is the dimension of its parts. */
  readonly operation?: 'getCostTimeline';
  readonly granularity?: Granularity;
  /** The name of a range, which the request has instead of days. */
  readonly preset?: string;
  readonly search?: string;
}

/** A response with costs. */
export interface Costs extends ProviderRead {
  /** What it selects: for a preset, the days that the response states. */
  readonly selection: CostRead;
}

/** Most rows of a page, so that a table usually needs only one. */
const pageSize = 100;

function parametersOf(read: CostRead): Parameter[] {
  const { operation, days, groupBy = [], filters = [], preset } = read;
  return [
    ...Object.entries(preset === undefined ? { start: days.first, end: days.last } : { preset }),
    ['granularity', read.granularity],
    ['show_cost_as', read.view],
    ['credits', read.credits],
    ['tag_key', read.tagKey],
    ...groupBy.map((name): Parameter => [operation ? 'dimension' : 'group_by', name]),
    ...filters.flatMap(({ name, values, mode }): Parameter[] => [
      ...values.map((value): Parameter => [name, value]),
      [`${name}_mode`, mode === 'exclude' ? mode : undefined],
    ]),
    ['page_size', operation ? undefined : String(pageSize)],
    ['search', read.search],
  ];
}

/** Reads a timeline, or the first page of a breakdown. */
export async function readCosts(billCase: BillCase, costs: CostRead): Promise<Costs> {
  const { operation = 'getCostBreakdown', provider, days: all } = costs;
  const read = await billCase.read(operation, provider, { query: parametersOf(costs), days: all });
  if (costs.preset === undefined) return { ...read, selection: costs };
  const { start_date: first, end_date: last } = read.data;
  if (!isDay(first) || !isDay(last)) throw new NotApplicable('the response does not state its range');
  return { ...read, days: { first, last }, selection: { ...costs, days: { first, last } } };
}

/**
 * Billed and amortized cost are columns of a bill. A server can know blended rates and costs after negotiated discounts
 * that a bill does not have.
 */
function deviationOf({ view = 'unblended' }: CostRead): Deviation | undefined {
  return ['unblended', 'amortized'].includes(view) ? undefined : 'preference';
}

/** The field of a row of a breakdown that has a group. */
const fieldsOf = ({ groupBy: groups = [] }: CostRead) =>
  Object.fromEntries(groups.map((name) => [name, name === 'tag' ? 'tag_value' : name]));

/** Compares the total of a breakdown or of a timeline. */
export async function compareTotal(billCase: BillCase, costs: CostRead, basis?: Basis): Promise<void> {
  const read = await readCosts(billCase, costs);
  const { pagination, data_points: points } = read.data;
  const isTimeline = costs.operation === 'getCostTimeline';
  const possibleTerms = isTimeline ? rowsOf(points).length : Number(pagination?.total_items ?? 1);
  const total: Figure = {
    ...{ field: isTimeline ? 'total' : 'total_period_cost', is: amount('cost') },
    ...{ basis, deviation: deviationOf(costs), possibleTerms },
  };
  if (costs.preset !== undefined) return compareTotalOfPreset(read, total);
  const query = costQuery({ ...costs, groupBy: [] });
  await compareTable(read, { query, figures: [{ ...total, required: 'known' }] });
}

/** Compares the total of a preset; rows of a day that is still running may be in it, or not. */
async function compareTotalOfPreset(read: Costs, total: Figure): Promise<void> {
  const { bill, comparison, provider, days, exchange, selection } = read;
  const { first, last } = days;
  const queryTo = (end: string) => costQuery({ ...selection, groupBy: [], days: { first, last: end } });
  const length = lengthOf(days);
  if (selection.preset === '30D' && length !== 30) {
    const message = 'The range of `preset=30D` does not have 30 days.';
    const from = await bill.total(queryTo(last));
    comparison.violation({ message, actual: count(length, 'day'), expected: '30 days', from, exchange });
  }
  const running = [dayOf(exchange), ...todaysOf(exchange)];
  // Rows after the last complete day of usage may be in it or not, too.
  const complete = [provider.days.last, ...running.map((today) => plusDays(today, -1))];
  const [end = last, ...ends] = new Set([...complete.map((one) => earlier(last, one)), last]);
  const others = await Promise.all(ends.map((one) => bill.total(queryTo(one))));
  const is = eitherOf(amount('cost'), ...others.map((one) => () => amount('cost')(one, days)));
  const about = ` of \`preset=${selection.preset}\``;
  await compareTable(read, { query: queryTo(end), figures: [{ ...total, is }], about });
}

/** Compares the cost of each row of a breakdown, and reports groups that only one of the two has. */
export async function compareRows(billCase: BillCase, costs: CostRead): Promise<void> {
  const read = await readCosts(billCase, costs);
  const isWhole = read.data.pagination?.has_next === false;
  await compareTable(read, {
    ...{ path: 'items[]', query: costQuery(costs), keys: fieldsOf(costs), pick: 'sum', extra: 'reported' },
    figures: [{ field: 'cost', is: amount('cost'), required: 'known', deviation: deviationOf(costs) }],
    ...(isWhole ? { missing: amount('cost') } : {}),
  });
}

/** Compares the course of the total and of each row of a breakdown by day or month. */
export async function compareDates(billCase: BillCase, costs: CostRead): Promise<void> {
  const { bill } = billCase;
  const { granularity = 'daily' } = costs;
  const read = await readCosts(billCase, costs);
  await compareSeries(read, { path: 'totals_by_date[]', field: 'value' });
  const groupOf = ({ date: _, ...group }: ExpectedRow['group']) => JSON.stringify(group);
  const all = await bill.expected(byDate(costQuery(costs), granularity));
  const expected = groupBy(all, ({ group }) => groupOf(group));
  const spread = await spreadRows(bill, costs, granularity);
  await compareTable(read, {
    ...{ path: 'items[]', query: costQuery(costs), keys: fieldsOf(costs), figures: [] },
    async each(items, { group }) {
      const own = { selection: costs, spread, expected: expected.get(groupOf(group)) };
      for (const { spendings_by_date: points } of items) {
        const series = { path: 'items[].spendings_by_date[]', field: 'value', rows: rowsOf(points) };
        await compareSeries(read, { ...series, ...own });
      }
    },
  });
}

/** Compares the points of a timeline, of a preset those of complete days. */
export async function comparePoints(billCase: BillCase, costs: CostRead): Promise<void> {
  const read = await readCosts(billCase, costs);
  const series = { path: 'data_points[]', field: 'amount' };
  if (costs.preset === undefined) return compareSeries(read, series);
  const { selection, provider } = read;
  // Rows of a day that is still running may be shown or not.
  const running = plusDays(provider.days.last, 1);
  const isComplete = (date: unknown) => String(date) < running.slice(0, String(date).length);
  const expected = await read.bill.expected(byDate(costQuery(selection), selection.granularity ?? 'daily'));
  await compareSeries(read, {
    ...series,
    rows: rowsOf(read.data.data_points).filter(({ date }) => isComplete(date)),
    expected: expected.filter(({ group }) => isComplete(group.date)),
  });
}

interface Series extends Pick<Table, 'rows'> {
  readonly path: string;
  /** The field of a point with its cost. */
  readonly field: string;
  /** What it is of; default: all groups of the read. */
  readonly selection?: CostRead;
  readonly expected?: readonly ExpectedRow[] | undefined;
  readonly spread?: SpreadOn;
}

/** Compares the cost of each date, and reports dates with costs that the response does not have. */
async function compareSeries(read: Costs, { path, field, ...series }: Series): Promise<void> {
  const { selection = { ...read.selection, groupBy: [] } } = series;
  const { granularity = 'daily' } = selection;
  const query = byDate(costQuery(selection), granularity);
  const rows = series.rows ?? rowsOf(read.data[path.replace('[]', '')]);
  const expected = series.expected ?? (await read.bill.expected(query));
  const more = series.spread ?? (await spreadRows(read.bill, selection, granularity));
  await compareTable(read, {
    ...{ path, rows, query, keys: { date: 'date' }, expected, missing: amount('cost'), extra: 'zero' },
    figures: [{ field, is: amount('cost'), more }, unknownChange(rows, expected)],
  });
}

/** A cost that a change is computed from; that from a smaller one depends on how it is rounded. */
const leastBefore = 1;

/** A change that is null although the day before has costs. Other checks compare changes that are known. */
function unknownChange(points: readonly any[], expected: readonly ExpectedRow[]): Figure {
  const dayBefore = (date: unknown) => (isDay(date) ? plusDays(date, -1) : undefined);
  const costBefore = ({ group }: ExpectedRow) =>
    expected.find((row) => row.group.date === dayBefore(group.date))?.figures.cost ?? 0;
  return {
    ...{ field: 'change_percentage', required: 'known' },
    when: (from, row) =>
      row.change_percentage === null &&
      costBefore(from) >= leastBefore &&
      points[points.indexOf(row) - 1]?.date === dayBefore(row.date),
    is(from) {
      const cost = costBefore(from);
      const formula = `100 × (cost - ${plain(cost)}) / ${plain(cost)}`;
      return { from, expected: (((from.figures.cost ?? 0) - cost) / cost) * 100, formula };
    },
  };
}

/** Compares the parts of each point of a timeline, and their order. */
export async function compareParts(billCase: BillCase, costs: CostRead): Promise<void> {
  const { granularity = 'daily', groupBy: [dimension = ''] = [] } = costs;
  const read = await readCosts(billCase, costs);
  const query = byDate(costQuery(costs), granularity);
  const more = await spreadRows(read.bill, costs, granularity);
  const byDates = groupBy(await read.bill.expected(query), ({ group }) => group.date);
  for (const { date, parts } of rowsOf(read.data.data_points)) {
    if (!Array.isArray(parts)) continue;
    await compareTable(read, {
      ...{ path: 'data_points[].parts[]', rows: rowsOf(parts), query, keys: { [dimension]: 'value' } },
      // A server may write a month as its first day.
      expected: byDates.get(granularity === 'monthly' ? String(date).slice(0, 7) : date) ?? [],
      // A part without costs may be left out.
      isZeroIfAbsent: true,
      ...{ pick: 'sum', order: ['cost'] },
      figures: [{ field: 'amount', is: amount('cost'), required: 'known', more }],
    });
  }
}
