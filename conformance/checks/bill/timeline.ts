import { byDate, costQuery, type Dimension, dimensions } from '../../bill/cost-query.js';
import type { Days } from '../../bill/days.js';
import { Names, shownValue } from '../../bill/groups.js';
import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange, RequestPlan } from '../../http/exchange.js';
import { requestTo } from '../../requests.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, ofBill } from './bill-check.js';
import { compareSeries } from './breakdown.js';
import type { CostRead } from './cost-reads.js';
import { monthsOf } from './costs.js';

function timelinePlan(read: CostRead, dimension?: Dimension): RequestPlan {
  const { provider, days, granularity, credits } = read;
  const query = { start: days.first, end: days.last, granularity, credits, dimension };
  const sent = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
  return requestTo('getCostTimeline', {
    path: { provider_id: provider.id },
    query: Object.fromEntries(sent),
  });
}

/** Checks of timelines against the bill that the server was loaded with. */
export const timelineChecks: readonly Check[] = [
  ofBill('getCostTimeline', {
    id: 'bill.timeline-total-is-the-sum-of-rows',
    level: 'MUST',
    basis: 'derived',
    requirement: '`total` of a timeline is the sum of `BilledCost` over the rows charged in its range.',
    source: 'Other reads: timeline',
    cost: 6,
    async compare(billCase) {
      for (const provider of billCase.providers.slice(0, 2)) {
        for (const days of [provider.days, ...monthsOf(provider, 1), provider.around]) {
          await billCase.comparison.part(() =>
            compareTotal(billCase, { provider, days, granularity: 'daily' }),
          );
        }
      }
    },
  }),
  ofBill('getCostTimeline', {
    id: 'bill.timeline-points-are-those-of-the-charge-period',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A point of a timeline, and each of its parts, is the sum over the rows whose charge period starts on its date.',
    cost: 5,
    async compare(billCase) {
      for (const provider of billCase.providers.slice(0, 2)) {
        const [days] = monthsOf(provider, 1) as [Days];
        for (const granularity of ['daily', 'monthly'] as const) {
          await billCase.comparison.part(() =>
            comparePoints(billCase, { provider, days: provider.days, granularity }),
          );
        }
        for (const dimension of ['service', 'account_id', 'region'] as const) {
          await billCase.comparison.part(() =>
            compareParts(billCase, { provider, days, granularity: 'daily' }, dimension),
          );
        }
      }
    },
  }),
  ofBill('getCostTimeline', {
    id: 'bill.timeline-credits-are-left-out-before',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A timeline with `credits=before` leaves out the `Credit` rows of provider_b only.',
    cost: 2,
    async compare(billCase) {
      for (const provider of billCase.providers.slice(0, 2)) {
        await billCase.comparison.part(() =>
          compareTotal(billCase, {
            provider,
            days: provider.days,
            granularity: 'monthly',
            credits: 'before',
          }),
        );
      }
    },
  }),
];

async function compareTotal({ probe, bill, comparison }: BillCase, read: CostRead): Promise<void> {
  const from = await bill.total(costQuery(read));
  const exchange = await successOf(probe, timelinePlan(read));
  const { total, data_points: points } = dataOf(exchange);
  comparison.figure({
    ...{ name: '`total`', actual: total, expected: from.figures.cost ?? 0, from, exchange },
    parts: rowsOf(points).length,
  });
}

async function comparePoints(billCase: BillCase, read: CostRead): Promise<void> {
  const query = byDate(costQuery(read), read.granularity ?? 'daily');
  const expected = await billCase.bill.expected(query);
  const exchange = await successOf(billCase.probe, timelinePlan(read));
  const points = dataOf(exchange).data_points;
  const name = '`data_points[].amount`';
  compareSeries(billCase, { name, points, query, group: {}, expected, exchange }, ({ amount }) => amount);
}

async function compareParts(
  billCase: BillCase,
  read: CostRead,
  dimension: 'service' | 'account_id' | 'region',
): Promise<void> {
  const { bill, probe } = billCase;
  const names = new Names(await bill.values(dimensions[dimension], [read.provider.where]));
  const query = byDate(costQuery({ ...read, groupBy: [dimension] }), 'daily');
  const exchange = await successOf(probe, timelinePlan(read, dimension));
  const parts = partsOf(exchange, names);
  for (const from of await bill.expected(query)) {
    const value = from.group[dimension] ?? null;
    const key = JSON.stringify([from.group.date, value]);
    billCase.comparison.figure({
      name: `\`parts[].amount\` of ${dimension} ${shownValue(value)} on ${show(from.group.date)}`,
      // A part without costs may be left out.
      actual: parts.get(key) ?? (parts.has(`${from.group.date}`) ? 0 : undefined),
      expected: from.figures.cost ?? 0,
      from,
      exchange,
    });
  }
}

/** Returns amounts by date and value; a date itself is a key if it has parts. */
function partsOf(exchange: CompleteExchange, names: Names): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { date, parts } of rowsOf(dataOf(exchange).data_points)) {
    for (const { value, amount } of rowsOf(parts)) {
      const key = JSON.stringify([date, names.of(value)]);
      amounts.set(key, (amounts.get(key) ?? 0) + Number(amount));
      amounts.set(String(date), 0);
    }
  }
  return amounts;
}
