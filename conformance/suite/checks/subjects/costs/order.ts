import type { Check } from '../../../../engine/check.js';
import type { CompleteExchange, RequestPlan } from '../../../../engine/http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../../../engine/judge/outcome.js';
import type { Probe } from '../../../../engine/run/probe.js';
import { proposal } from '../../../claims.js';
import { sum } from '../../../expect/near.js';
import { dataOf, requested, rowsOf } from '../../shared/exchange-data.js';
import { forEachRow } from '../../shared/for-each-row.js';
import { inOrder } from '../../shared/in-order.js';
import { successOf } from '../../shared/success-of.js';
import { costRead, providerIn } from './breakdown-table.js';

const operation = 'getCostBreakdown' as const;

const isAscending = (exchange: CompleteExchange, byDefault: 'asc' | 'desc') =>
  (requested(exchange, 'sort_order') ?? byDefault) === 'asc';

/** Returns the cost of a row on a day, or in a month; 0 without an entry. */
const costOn = (row: any, date: string): number =>
  sum(
    rowsOf(row.spendings_by_date)
      .filter((entry) => String(entry.date).startsWith(date))
      .map(({ value }) => value),
  );

/** A day or month on which the rows of a breakdown cost in another order than over the whole range. */
interface OtherOrder {
  readonly date: string;
  readonly granularity: 'daily' | 'monthly';
  readonly range: readonly (readonly [string, string])[];
}

function otherOrder(exchange: CompleteExchange, length: 7 | 10): string | undefined {
  const rows = rowsOf(dataOf(exchange).items);
  const dates = rowsOf(dataOf(exchange).totals_by_date).map(({ date }) => String(date).slice(0, length));
  return [...new Set(dates)].find((date) => {
    const costs = rows.map((row) => costOn(row, date));
    return costs.some((cost, index) => cost > (costs[index - 1] ?? cost));
  });
}

/** Finds a day and a month in which the orders by date and by cost differ, in as short a range as possible. */
async function otherOrders(probe: Probe, plan: RequestPlan): Promise<OtherOrder[]> {
  const ranges = [[], [['preset', '6M']], [['preset', '12M']]] as const;
  const found = new Map<string, OtherOrder>();
  for (const range of ranges) {
    const exchange = await successOf(probe, costRead(operation, providerIn(plan), range));
    for (const [granularity, length] of [
      ['daily', 10],
      ['monthly', 7],
    ] as const) {
      const date = otherOrder(exchange, length);
      if (date !== undefined && !found.has(granularity)) found.set(granularity, { date, granularity, range });
    }
    if (found.size === 2) break;
  }
  return [...found.values()];
}

/** Checks of the order of the rows of a breakdown. */
export const orderChecks: readonly Check[] = [
  forEachRow(operation, {
    id: 'costs.breakdown-is-sorted-by-the-column',
    ...proposal,
    requirement: 'A breakdown is sorted by the column in `sort_by`, in the order of `sort_order`.',
    each: (data, exchange) => {
      const column = requested(exchange, 'sort_by');
      // Another check judges the order by `cost`.
      return column === undefined || column === 'cost' || requested(exchange, 'sort_by_date') !== undefined
        ? []
        : [{ column, values: rowsOf(data.items).map((row) => row[column]) }].filter(
            ({ values }) => values.filter((value) => (value ?? null) !== null).length > 1,
          );
    },
    judge: ({ column, values }, exchange) => inOrder(column, values, isAscending(exchange, 'desc')),
  }),
  {
    id: 'costs.breakdown-is-sorted-by-its-groups',
    ...proposal,
    requirement: 'A breakdown by account or region is sorted by that column if `sort_by` names it.',
    operations: [operation],
    anyKey: true,
    requests: 2,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey({ withSameData: true });
      await eachCase(['account_id', 'region'] as const, async (column) => {
        const query = [
          ['group_by', column],
          ['sort_by', column],
          ['sort_order', 'asc'],
        ] as const;
        const exchange = await successOf(probe, costRead(operation, providerIn(plan), query));
        const values = rowsOf(dataOf(exchange).items).map((row) => row[column]);
        if (new Set(values).size < 2)
          throw new NotApplicable(`the costs have fewer than two values of ${column}`);
        const judgment = inOrder(column, values, true);
        if (judgment !== true) fail({ ...judgment, exchange });
      });
    },
  },
  {
    id: 'costs.breakdown-is-sorted-by-a-date',
    ...proposal,
    requirement:
      'A breakdown with `sort_by_date` is sorted by what its rows cost on that day, or in that month with `granularity=monthly`, in either order.',
    source: 'Other reads: breakdown, sort_by_date; Proposed by this contract',
    operations: [operation],
    anyKey: true,
    requests: 6,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey({ withSameData: true });
      const dates = await otherOrders(probe, plan);
      if (dates.length === 0) {
        throw new NotApplicable('the rows cost in the same order on every day and month as over the range');
      }
      const orders = dates.flatMap((one) => (['asc', 'desc'] as const).map((order) => ({ ...one, order })));
      await eachCase(orders, async ({ date: on, granularity, range, order }) => {
        const query = [...range, ...Object.entries({ sort_by_date: on, sort_order: order, granularity })];
        const exchange = await probe.send(costRead(operation, providerIn(plan), query));
        // The service does not state the format of the date; another check reports what is refused.
        if (exchange.response.status >= 300)
          throw new NotApplicable('the target has another format of the date');
        const rows = rowsOf(dataOf(exchange).items);
        const values = rows.map((row) => costOn(row, on));
        if (new Set(values).size < 2) throw new NotApplicable('the rows cost the same on the date');
        const judgment = inOrder(`spendings_by_date on ${on}`, values, order === 'asc');
        if (judgment !== true) fail({ ...judgment, exchange });
      });
    },
  },
];
