import { groupBy } from '../../../../../src/group-by.js';
import type { Basis, Deviation } from '../../../../engine/claim.js';
import { plain } from '../../../figures/comparison.js';
import { isDay, plusDays } from '../../../figures/days.js';
import { amount } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { byDate, costQuery, dimensions, type Granularity } from '../../../figures/queries/cost-query.js';
import { type SpreadOn, spreadRows } from '../../../figures/spread-rows.js';
import { compareFigures, compareList, type Figure, type List, type Read } from '../../../figures/table.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import type { BillCase } from '../bill-check.js';
import type { ProviderRead } from '../measured-days.js';
import { breakdownPlan, type CostRead, readCosts, timelinePlan } from './reads.js';

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

/** Compares the total of a breakdown. */
export async function compareTotal(billCase: BillCase, costs: CostRead, basis?: Basis): Promise<void> {
  const read = await readCosts(billCase, costs, breakdownPlan(costs));
  const data = dataOf(read.exchange);
  const total: Figure = {
    ...{ field: 'total_period_cost', is: amount('cost'), required: 'known' },
    more: () => ({
      basis,
      deviation: deviationOf(costs),
      possibleTerms: Number(data.pagination?.total_items ?? 1),
    }),
  };
  const from = await read.bill.total(costQuery({ ...costs, groupBy: [] }));
  compareFigures(read, [total], { rows: [data], from });
}

/** Compares the cost of each row of a breakdown, and reports groups that only one of the two has. */
export async function compareRows(billCase: BillCase, costs: CostRead): Promise<void> {
  const read = await readCosts(billCase, costs, breakdownPlan(costs));
  const { groupBy: by = {}, ...query } = costQuery(costs);
  const isWhole = dataOf(read.exchange).pagination?.has_next === false;
  const more = () => ({ deviation: deviationOf(costs) });
  await compareList(read, {
    ...{ path: 'items', query, by, keys: fieldsOf(costs), pick: 'sum', extra: 'reported' },
    figures: [{ field: 'cost', is: amount('cost'), required: 'known', more }],
    ...(isWhole ? { missing: amount('cost') } : {}),
  });
}

/** Compares the course of the total and of each row by day or month. */
export async function compareDates(billCase: BillCase, costs: CostRead): Promise<void> {
  const { bill } = billCase;
  const { granularity = 'daily' } = costs;
  const read = await readCosts(billCase, costs, breakdownPlan(costs));
  await compareSeries(read, { ...costs, groupBy: [], granularity, path: 'totals_by_date', field: 'value' });
  const { groupBy: by = {}, ...query } = costQuery(costs);
  const series = byDate({ ...query, groupBy: by }, granularity);
  const groupOf = ({ date: _, ...group }: ExpectedRow['group']) => JSON.stringify(group);
  const expected = groupBy(await bill.expected(series), ({ group }) => groupOf(group));
  const spread = await spreadRows(bill, costs, granularity);
  await compareList(read, {
    ...{ path: 'items', query, by, keys: fieldsOf(costs), figures: [] },
    async each(items, { group }) {
      const own = {
        path: 'items[].spendings_by_date',
        field: 'value',
        expected: expected.get(groupOf(group)),
      };
      for (const { spendings_by_date } of items)
        await compareSeries(read, {
          ...costs,
          ...own,
          granularity,
          spread,
          points: rowsOf(spendings_by_date),
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
  const { bill, exchange } = read;
  const { path, field, granularity, points = rowsOf(dataOf(exchange)[path]) } = series;
  const { groupBy: by = {}, ...query } = byDate(costQuery(series), granularity);
  const { expected = await bill.expected({ ...query, groupBy: by }) } = series;
  const { spread = await spreadRows(bill, series, granularity) } = series;
  const figure: Figure = {
    ...{ field, is: amount('cost') },
    more: ({ group }) => ({ possibleSlack: spread(group) }),
  };
  await compareList(read, {
    ...{
      path,
      rows: points,
      query,
      by,
      keys: { date: 'date' },
      expected,
      missing: amount('cost'),
      extra: 'zero',
    },
    figures: [figure, unknownChange(points, expected)],
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
  const { bill } = billCase;
  const { granularity } = costs;
  const grouped = { ...costs, groupBy: [dimension] };
  const read = await readCosts(billCase, costs, timelinePlan(costs, dimension));
  const query = byDate(costQuery(grouped), granularity);
  const spread = await spreadRows(bill, grouped, granularity);
  const byDates = groupBy(await bill.expected(query), ({ group }) => group.date);
  for (const { date, parts } of rowsOf(dataOf(read.exchange).data_points)) {
    // A server may write a month as its first day.
    const expected = byDates.get(granularity === 'monthly' ? String(date).slice(0, 7) : date) ?? [];
    if (!Array.isArray(parts)) continue;
    await compareList(read, {
      ...{ path: 'data_points[].parts', rows: rowsOf(parts), query, expected, pick: 'sum', order: ['cost'] },
      ...{ by: { [dimension]: dimensions[dimension] }, keys: { [dimension]: 'value' } },
      // A part without costs may be left out.
      absent: () => true,
      figures: [
        {
          ...{ field: 'amount', is: amount('cost'), required: 'known' },
          more: ({ group }) => ({ possibleSlack: spread(group) }),
        },
      ],
    });
  }
}

/** Compares a figure of a response with the cost of what was selected. */
export async function compareCost(
  read: Omit<Read, 'provider'>,
  { field, ...selection }: Parameters<typeof costQuery>[0] & Pick<Figure, 'field'>,
  figure: Omit<Figure, 'field' | 'is'> = {},
): Promise<ExpectedRow> {
  const from = await read.bill.total(costQuery(selection));
  compareFigures(read, [{ field, is: amount('cost'), ...figure }], { rows: [dataOf(read.exchange)], from });
  return from;
}
