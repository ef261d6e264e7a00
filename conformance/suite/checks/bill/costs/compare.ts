import { groupBy } from '../../../../../src/group-by.js';
import type { Basis, Deviation } from '../../../../engine/claim.js';
import { plain } from '../../../figures/comparison.js';
import { isDay, plusDays } from '../../../figures/days.js';
import { amount } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import {
  byDate,
  type CostSelection,
  costQuery,
  type Granularity,
} from '../../../figures/queries/cost-query.js';
import { type SpreadOn, spreadRows } from '../../../figures/spread-rows.js';
import { compareFigures, compareList, type Figure, type List, type Read } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { type BillCase, type ProviderRead, readOf } from '../bill-check.js';
import { breakdownPlan, type CostRead, timelinePlan } from './reads.js';

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

const breakdownOf = (billCase: BillCase, costs: CostRead) =>
  readOf(billCase, breakdownPlan(costs), costs.provider, costs.days);

/** Compares the total of a breakdown. */
export async function compareTotal(billCase: BillCase, costs: CostRead, basis?: Basis): Promise<void> {
  const read = await breakdownOf(billCase, costs);
  const possibleTerms = Number(read.data.pagination?.total_items ?? 1);
  const more = () => ({ basis, deviation: deviationOf(costs), possibleTerms });
  const selection = { ...costs, groupBy: [], field: 'total_period_cost' };
  await compareCost(read, selection, { required: 'known', more });
}

/** Compares the cost of each row of a breakdown, and reports groups that only one of the two has. */
export async function compareRows(billCase: BillCase, costs: CostRead): Promise<void> {
  const read = await breakdownOf(billCase, costs);
  const isWhole = read.data.pagination?.has_next === false;
  const more = () => ({ deviation: deviationOf(costs) });
  await compareList(read, {
    ...{ path: 'items', query: costQuery(costs), keys: fieldsOf(costs), pick: 'sum', extra: 'reported' },
    figures: [{ field: 'cost', is: amount('cost'), required: 'known', more }],
    ...(isWhole ? { missing: amount('cost') } : {}),
  });
}

/** Compares the course of the total and of each row by day or month. */
export async function compareDates(billCase: BillCase, costs: CostRead): Promise<void> {
  const { granularity = 'daily' } = costs;
  const read = await breakdownOf(billCase, costs);
  await compareSeries(read, { ...costs, groupBy: [], granularity, path: 'totals_by_date', field: 'value' });
  const groupOf = ({ date: _, ...group }: ExpectedRow['group']) => JSON.stringify(group);
  const all = await billCase.bill.expected(byDate(costQuery(costs), granularity));
  const expected = groupBy(all, ({ group }) => groupOf(group));
  const spread = await spreadRows(billCase.bill, costs, granularity);
  const series = { ...costs, granularity, spread, path: 'items[].spendings_by_date', field: 'value' };
  await compareList(read, {
    ...{ path: 'items', query: costQuery(costs), keys: fieldsOf(costs), figures: [] },
    async each(items, { group }) {
      for (const { spendings_by_date: points } of items)
        await compareSeries(read, {
          ...series,
          points: rowsOf(points),
          expected: expected.get(groupOf(group)),
        });
    },
  });
}

interface Series extends CostRead, Pick<List, 'path'> {
  readonly granularity: Granularity;
  /** The field of a point with its cost. */
  readonly field: string;
  readonly points?: readonly any[];
  readonly expected?: readonly ExpectedRow[] | undefined;
  readonly spread?: SpreadOn;
}

/** Compares the cost of each date, and reports dates with costs that the response does not have. */
export async function compareSeries(read: ProviderRead, series: Series): Promise<void> {
  const { path, field, granularity, points = rowsOf(read.data[path]) } = series;
  const query = byDate(costQuery(series), granularity);
  const { expected = await read.bill.expected(query) } = series;
  const { spread = await spreadRows(read.bill, series, granularity) } = series;
  const more = ({ group }: ExpectedRow) => ({ possibleSlack: spread(group) });
  await compareList(read, {
    ...{
      path,
      rows: points,
      query,
      keys: { date: 'date' },
      expected,
      missing: amount('cost'),
      extra: 'zero',
    },
    figures: [{ field, is: amount('cost'), more }, unknownChange(points, expected)],
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
export async function compareParts(
  billCase: BillCase,
  costs: CostRead & { readonly granularity: Granularity },
  dimension: 'service' | 'account_id' | 'region',
): Promise<void> {
  const { granularity } = costs;
  const grouped = { ...costs, groupBy: [dimension] };
  const read = await readOf(billCase, timelinePlan(costs, dimension), costs.provider, costs.days);
  const query = byDate(costQuery(grouped), granularity);
  const spread = await spreadRows(read.bill, grouped, granularity);
  const more = ({ group }: ExpectedRow) => ({ possibleSlack: spread(group) });
  const byDates = groupBy(await read.bill.expected(query), ({ group }) => group.date);
  for (const { date, parts } of rowsOf(read.data.data_points)) {
    if (!Array.isArray(parts)) continue;
    await compareList(read, {
      ...{
        path: 'data_points[].parts',
        rows: rowsOf(parts),
        query,
        keys: { [dimension]: 'value' },
        pick: 'sum',
      },
      // A server may write a month as its first day.
      expected: byDates.get(granularity === 'monthly' ? String(date).slice(0, 7) : date) ?? [],
      // A part without costs may be left out.
      absent: () => true,
      order: ['cost'],
      figures: [{ field: 'amount', is: amount('cost'), required: 'known', more }],
    });
  }
}

/** Compares a figure of a response with the cost of what was selected. */
export async function compareCost(
  read: Omit<Read, 'provider'>,
  { field, ...selection }: CostSelection & Pick<Figure, 'field'>,
  figure: Omit<Figure, 'field' | 'is'> = {},
): Promise<ExpectedRow> {
  const from = await read.bill.total(costQuery(selection));
  compareFigures(read, [{ field, is: amount('cost'), ...figure }], { rows: [read.data], from });
  return from;
}
