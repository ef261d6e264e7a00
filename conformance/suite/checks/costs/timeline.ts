import { groupBy } from '../../../../src/group-by.js';
import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { nearMoney, sum } from '../../expect/near.js';
import { dataOf, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { type Pair, sameFigure } from '../shared/same-figure.js';
import { successesOf } from '../shared/success-of.js';
import { totalIsSum } from '../shared/total-is-sum.js';
import { providerIn, tableOf } from './breakdown-table.js';

/** Checks of the timeline, and of the breakdown of the same days. */
export const timelineChecks: readonly Check[] = [
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
  sameFigure('getCostTimeline', {
    id: 'costs.dimension-does-not-change-the-timeline',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement: '`total` of a timeline is the same with every `dimension` and `granularity`.',
    source: 'Other reads: timeline; Proposed by this contract',
    reference: '`total` of the timeline without `dimension`',
    pairs: async (probe) => {
      const { exchange: baseline } = await probe.correct();
      const others = [
        ...(await successesOf(probe, 'dimension', ['service', 'account_id', 'region'])),
        ...(await successesOf(probe, 'granularity', ['monthly'])),
      ];
      return others.map((exchange) => ({
        name: `\`total\` with \`${exchange.request.query.at(-1)?.join('=')}\``,
        here: dataOf(exchange).total,
        there: dataOf(baseline).total,
        terms: 30,
        exchange,
      }));
    },
  }),
  sameFigure('getCostTimeline', {
    id: 'costs.timeline-and-breakdown-agree',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement: '`total` of a timeline equals `total_period_cost` of a breakdown of the same days.',
    source: 'Other reads: breakdown, timeline; Proposed by this contract',
    reference: '`total_period_cost` of the breakdown',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const timeline = dataOf(exchange);
      const table = dataOf((await probe.correct('getCostBreakdown')).exchange);
      return ['provider_id', 'start_date', 'end_date', 'credits'].every(
        (name) => timeline[name] === table[name],
      )
        ? [
            {
              name: '`total`',
              here: timeline.total,
              there: table.total_period_cost,
              terms: rowsOf(timeline.data_points).length,
              exchange,
            },
          ]
        : [];
    },
  }),
  sameFigure('getCostTimeline', {
    id: 'costs.timeline-parts-are-the-rows-of-the-breakdown',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      'The parts of a timeline with `dimension` add up, for each value, to its row in a breakdown by that dimension.',
    source: 'Other reads: timeline, breakdown; Proposed by this contract',
    reference: 'the cost of the row in the breakdown',
    pairs: async (probe) => {
      const { plan, exchange: baseline } = await probe.correct();
      await probe.correct('getCostBreakdown');
      const lines = await successesOf(probe, 'dimension', ['service', 'account_id', 'region']);
      const pairs = lines.map(async (exchange): Promise<Pair[]> => {
        const dimension = requested(exchange, 'dimension') ?? '';
        const table = await tableOf(probe, providerIn(plan), [['group_by', dimension]]);
        if (dataOf(table.exchange).start_date !== dataOf(baseline).start_date) return [];
        const parts = groupBy(
          rowsOf(dataOf(exchange).data_points).flatMap((point) => rowsOf(point.parts)),
          ({ value }) => value,
        );
        return table.rows.map((row) => {
          const own = parts.get(row[dimension]) ?? [];
          return {
            name: `The parts of ${dimension} ${show(row[dimension])}`,
            here: own.length > 0 ? sum(own.map(({ amount }) => amount ?? Number.NaN)) : undefined,
            there: row.cost,
            terms: own.length,
            exchange,
          };
        });
      });
      return (await Promise.all(pairs)).flat();
    },
  }),
];
