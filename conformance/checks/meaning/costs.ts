import type { Check } from '../../check.js';
import { nearMoney } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { twiceIn } from '../../expect/twice.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../outcome.js';
import { withQuery } from '../../requests.js';
import { asked, rowsOf } from '../exchange-data.js';
import type { Judgement } from '../on-response.js';
import { about, addUp, rowsAddUp } from './about.js';
import { successOf } from './success-of.js';

/** The days, or months, that rows with a date are about. */
const periodsOf = (rows: unknown, exchange: CompleteExchange): string[] =>
  rowsOf(rows).flatMap(({ date }) =>
    typeof date === 'string' ? [date.slice(0, asked(exchange, 'granularity') === 'monthly' ? 7 : 10)] : [],
  );

function eachOnce(what: string, periods: readonly string[]): Judgement {
  const again = twiceIn(periods);
  return (
    again === undefined || {
      message: `${what} tells a period twice.`,
      expected: 'each once',
      actual: `${again} twice`,
    }
  );
}

export const costChecks: readonly Check[] = [
  addUp('getCostTimeline', {
    id: 'costs.timeline-total-is-its-sum',
    level: 'MUST',
    basis: 'proposed',
    requirement: 'The total of a timeline is the sum of its points.',
    source: 'Proposed by this contract',
    sums: ({ total, data_points }) => [
      { name: 'total', total, parts: rowsOf(data_points).map(({ amount }) => amount) },
    ],
  }),
  about('getCostTimeline', {
    id: 'costs.timeline-periods-are-unique',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A timeline by day has each day once, and by month each month.',
    source: 'Other reads: timeline; Proposed by this contract',
    each: (data, exchange) => [periodsOf(data.data_points, exchange)].filter(({ length }) => length > 1),
    judge: (periods) => eachOnce('The timeline', periods),
  }),
  about('getCostBreakdown', {
    id: 'costs.breakdown-periods-are-unique',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A row of the breakdown by day has each day once, and by month each month.',
    source: 'Other reads: breakdown, granularity',
    each: (data, exchange) =>
      rowsOf(data.items)
        .map(({ spendings_by_date }) => periodsOf(spendings_by_date, exchange))
        .filter(({ length }) => length > 1),
    judge: (periods) => eachOnce('A row of the breakdown', periods),
  }),
  rowsAddUp('getCostBreakdown', {
    id: 'costs.breakdown-total-is-its-sum',
    level: 'MUST',
    basis: 'proposed',
    requirement: 'The rows of a breakdown that stand on one page add up to its total.',
    source: 'Proposed by this contract',
    total: 'total_period_cost',
    part: 'cost',
  }),
  {
    kind: 'probe',
    id: 'costs.breakdown-is-grouped-as-requested',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A breakdown has the dimension that it is grouped by, and the same total whichever that is.',
    source: 'Other reads: breakdown, group_by',
    operations: ['getCostBreakdown'],
    cost: 3,
    async run(probe) {
      const { plan, exchange: usual } = await probe.correct();
      const total = usual.response.json?.data?.total_period_cost;
      await eachCase(['service', 'account_id', 'region'], async (dimension) => {
        const exchange = await successOf(probe, withQuery(plan, 'group_by', dimension));
        const { items, total_period_cost } = exchange.response.json?.data ?? {};
        const rows = rowsOf(items).filter((row) => dimension in row);
        if (rows.length === 0) throw new NotApplicable('the breakdown does not tell what it is grouped by');
        if (rows.every((row) => row[dimension] === null)) {
          fail({
            message: `Grouped by ${dimension}, no row tells it.`,
            expected: `rows with ${dimension}`,
            actual: show(rows[0]),
            exchange,
          });
        }
        if (typeof total !== 'number' || nearMoney(total_period_cost, total)) return;
        fail({
          message: `Grouped by ${dimension}, the total is another.`,
          expected: `total_period_cost ${total}`,
          actual: show(total_period_cost),
          exchange,
        });
      });
    },
  },
  {
    kind: 'probe',
    id: 'costs.breakdown-filter-returns-only-matches',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A breakdown filtered by a service tells the costs of that service alone.',
    source: 'Other reads: breakdown, filterable',
    operations: ['getCostBreakdown'],
    async run(probe) {
      const { plan, exchange: usual } = await probe.correct();
      const [first, second] = rowsOf(usual.response.json?.data?.items)
        .map(({ service }) => service)
        .filter((service) => typeof service === 'string');
      if (first === undefined || second === undefined) {
        throw new NotApplicable('the breakdown does not tell two services');
      }
      const exchange = await successOf(probe, withQuery(plan, 'service', first));
      const stray = rowsOf(exchange.response.json?.data?.items).find(({ service }) => service !== first);
      if (stray === undefined) return;
      fail({
        message: 'A breakdown filtered by a service holds another.',
        expected: `only rows of service ${show(first)}`,
        actual: `a row of service ${show(stray.service)}`,
        exchange,
      });
    },
  },
  about('getCostBreakdown', {
    id: 'costs.breakdown-is-sorted-as-requested',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A breakdown is sorted by cost, the highest first unless sort_order is asc.',
    source: 'Proposed by this contract',
    each: (data, exchange) => {
      const costs = rowsOf(data.items).map(({ cost }) => cost);
      const byCost =
        asked(exchange, 'sort_by_date') === undefined && (asked(exchange, 'sort_by') ?? 'cost') === 'cost';
      return byCost && costs.length > 1 && costs.every((cost) => typeof cost === 'number')
        ? [{ costs, rises: asked(exchange, 'sort_order') === 'asc' }]
        : [];
    },
    judge: ({ costs, rises }) => {
      const at = costs.findIndex(
        (cost, index) => index > 0 && Math.sign(cost - (costs[index - 1] ?? cost)) === (rises ? -1 : 1),
      );
      return (
        at < 0 || {
          message: 'The rows of the breakdown are not in the order that was asked for.',
          expected: `at ${rises ? 'least' : 'most'} ${costs[at - 1]}, sorted by cost`,
          actual: String(costs[at]),
        }
      );
    },
  }),
];
