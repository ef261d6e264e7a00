import type { Check } from '../../../engine/check.js';
import { type CompleteExchange, isSuccess } from '../../../engine/http/exchange.js';
import { withoutQuery, withQuery } from '../../../engine/http/requests.js';
import { Blocked, eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { nearMoney } from '../../expect/near.js';
import { twiceIn } from '../../expect/twice.js';
import { dataOf, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import type { Judgment } from '../shared/on-response.js';
import { successOf } from '../shared/success-of.js';
import { listTotalIsSum, totalIsSum } from '../shared/total-is-sum.js';

/** Returns the day of each row with a date, or the month if `granularity` is monthly. */
const periodsOf = (rows: unknown, exchange: CompleteExchange): string[] =>
  rowsOf(rows).flatMap(({ date }) =>
    typeof date === 'string'
      ? [date.slice(0, requested(exchange, 'granularity') === 'monthly' ? 7 : 10)]
      : [],
  );

function areDistinct(name: string, periods: readonly string[]): Judgment {
  const duplicate = twiceIn(periods);
  return (
    duplicate === undefined || {
      message: `\`${name}\` contains a day or month twice.`,
      expected: 'no duplicates',
      actual: `${duplicate} twice`,
    }
  );
}

const listOf = { service: 'services', account_id: 'accounts', region: 'regions' } as const;

/** Whether any cost may have a value of a dimension; the costs of some vendors have no account or region. */
async function hasValues(probe: Probe, dimension: keyof typeof listOf): Promise<boolean> {
  try {
    const options = await optionsOf(probe, dimension);
    return !Array.isArray(options) || options.length > 0;
  } catch (error) {
    // Servers that are partly built have no filter options.
    if (error instanceof Blocked || error instanceof NotApplicable) return true;
    throw error;
  }
}

async function optionsOf(probe: Probe, dimension: keyof typeof listOf): Promise<unknown> {
  const { plan } = await probe.correct('getCostFilterOptions');
  return dataOf(await successOf(probe, withQuery(plan, 'dimension', dimension)))[listOf[dimension]];
}

export const costChecks: readonly Check[] = [
  totalIsSum('getCostTimeline', {
    id: 'costs.timeline-total-is-its-sum',
    deviation: 'contradiction',
    level: 'MUST',
    basis: 'proposed',
    requirement: '`total` of a timeline equals the sum of `data_points[].amount`.',
    source: 'Proposed by this contract',
    sums: ({ total, data_points }) => [
      {
        name: 'total',
        definition: 'the sum of `data_points[].amount`',
        total,
        parts: rowsOf(data_points).map(({ amount }) => amount),
      },
    ],
  }),
  forEachRow('getCostTimeline', {
    id: 'costs.timeline-periods-are-unique',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`data_points` of a timeline contains each day or month once.',
    source: 'Other reads: timeline; Proposed by this contract',
    each: (data, exchange) => [periodsOf(data.data_points, exchange)].filter(({ length }) => length > 1),
    judge: (periods) => areDistinct('data_points', periods),
  }),
  forEachRow('getCostTimeline', {
    id: 'costs.timeline-periods-are-in-order',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`data_points` of a timeline is in ascending order of its dates.',
    source: 'Other reads: timeline; Proposed by this contract',
    each: (data, exchange) => [periodsOf(data.data_points, exchange)].filter(({ length }) => length > 1),
    judge: (periods) => {
      const wrong = periods.findIndex((period, index) => index > 0 && period < (periods[index - 1] ?? ''));
      return (
        wrong < 0 || {
          message: '`data_points` is not in ascending order of its dates.',
          expected: `a date from ${periods[wrong - 1]} on`,
          actual: `${periods[wrong]}`,
        }
      );
    },
  }),
  forEachRow('getCostBreakdown', {
    id: 'costs.breakdown-periods-are-unique',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`spendings_by_date` of a breakdown row contains each day or month once.',
    source: 'Other reads: breakdown, granularity',
    each: (data, exchange) =>
      rowsOf(data.items)
        .map(({ spendings_by_date }) => periodsOf(spendings_by_date, exchange))
        .filter(({ length }) => length > 1),
    judge: (periods) => areDistinct('spendings_by_date', periods),
  }),
  listTotalIsSum('getCostBreakdown', {
    id: 'costs.breakdown-total-is-its-sum',
    deviation: 'contradiction',
    level: 'MUST',
    basis: 'proposed',
    requirement: '`total_period_cost` of a breakdown of one page equals the sum of `items[].cost`.',
    source: 'Proposed by this contract',
    total: 'total_period_cost',
    part: 'cost',
  }),
  {
    kind: 'active',
    id: 'costs.breakdown-is-grouped-as-requested',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A breakdown contains the dimension in `group_by`, and `total_period_cost` is the same for every dimension.',
    source: 'Other reads: breakdown, group_by',
    operations: ['getCostBreakdown'],
    requests: 3,
    async run(probe) {
      const { plan, exchange: baseline } = await probe.correct();
      const total = baseline.response.json?.data?.total_period_cost;
      await eachCase(['service', 'account_id', 'region'] as const, async (dimension) => {
        const exchange = await successOf(probe, withQuery(plan, 'group_by', dimension));
        const { items, total_period_cost } = exchange.response.json?.data ?? {};
        const rows = rowsOf(items).filter((row) => dimension in row);
        if (rows.length === 0) {
          throw new NotApplicable('the rows of the breakdown do not contain the requested dimension');
        }
        if (rows.every((row) => row[dimension] === null) && (await hasValues(probe, dimension))) {
          fail({
            message: `\`${dimension}\` is null in every row of a breakdown with \`group_by=${dimension}\`.`,
            expected: `rows with ${dimension}`,
            actual: show(rows[0]),
            exchange,
          });
        }
        if (typeof total !== 'number' || nearMoney(total_period_cost, total)) return;
        fail({
          message: `\`total_period_cost\` changes with \`group_by=${dimension}\`.`,
          expected: `total_period_cost ${total}`,
          actual: show(total_period_cost),
          exchange,
        });
      });
    },
  },
  {
    kind: 'active',
    id: 'costs.breakdown-is-grouped-by-each-dimension',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A breakdown with `group_by` twice has rows for each combination of both dimensions.',
    source: 'Other reads: breakdown, multi-group',
    operations: ['getCostBreakdown'],
    async run(probe) {
      const { plan } = await probe.correct();
      const dimensions = ['service', 'region'] as const;
      const query = dimensions.map((dimension) => ['group_by', dimension] as const);
      const exchange = await probe.send({
        ...plan,
        query: [...withoutQuery(plan, 'group_by').query, ...query],
      });
      // The description does not state how several groups are sent.
      if (!isSuccess(exchange)) throw new NotApplicable('the target does not accept `group_by` twice');
      const rows = rowsOf(exchange.response.json?.data?.items).filter((row) =>
        dimensions.every((dimension) => dimension in row),
      );
      if (rows.length === 0) {
        throw new NotApplicable('the rows of the breakdown do not contain the requested dimensions');
      }
      const missing = dimensions.find((dimension) => rows.every((row) => row[dimension] === null));
      if (missing === undefined) return;
      if (!(await hasValues(probe, missing))) throw new NotApplicable(`no cost has a ${missing}`);
      fail({
        message: `\`${missing}\` is null in every row of a breakdown with \`group_by=service&group_by=region\`.`,
        expected: 'rows with service and region',
        actual: show(rows[0]),
        exchange,
      });
    },
  },
  {
    kind: 'active',
    id: 'costs.breakdown-filter-returns-only-matches',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A breakdown filtered by `service` contains only rows of that service.',
    source: 'Other reads: breakdown, filterable',
    operations: ['getCostBreakdown'],
    async run(probe) {
      const { plan, exchange: baseline } = await probe.correct();
      const [first, second] = rowsOf(baseline.response.json?.data?.items)
        .map(({ service }) => service)
        .filter((service) => typeof service === 'string');
      if (first === undefined || second === undefined) {
        throw new NotApplicable('the breakdown has fewer than two services');
      }
      const exchange = await successOf(probe, withQuery(plan, 'service', first));
      const stray = rowsOf(exchange.response.json?.data?.items).find(({ service }) => service !== first);
      if (stray === undefined) return;
      fail({
        message: 'A breakdown filtered by `service` contains a row of another service.',
        expected: `only rows of service ${show(first)}`,
        actual: `a row of service ${show(stray.service)}`,
        exchange,
      });
    },
  },
  forEachRow('getCostBreakdown', {
    id: 'costs.breakdown-is-sorted-as-requested',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A breakdown is sorted by `cost`, in descending order unless `sort_order` is `asc`.',
    source: 'Proposed by this contract',
    each: (data, exchange) => {
      const costs = rowsOf(data.items).map(({ cost }) => cost);
      const byCost =
        requested(exchange, 'sort_by_date') === undefined &&
        (requested(exchange, 'sort_by') ?? 'cost') === 'cost';
      return byCost && costs.length > 1 && costs.every((cost) => typeof cost === 'number')
        ? [{ costs, isAscending: requested(exchange, 'sort_order') === 'asc' }]
        : [];
    },
    judge: ({ costs, isAscending }) => {
      const at = costs.findIndex(
        (cost, index) => index > 0 && Math.sign(cost - (costs[index - 1] ?? cost)) === (isAscending ? -1 : 1),
      );
      return (
        at < 0 || {
          message: `The rows of the breakdown are not in ${isAscending ? 'ascending' : 'descending'} order of \`cost\`.`,
          expected: `a cost of at ${isAscending ? 'least' : 'most'} ${costs[at - 1]}`,
          actual: `cost ${costs[at]}`,
        }
      );
    },
  }),
];
