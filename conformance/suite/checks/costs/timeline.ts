import { groupBy } from '../../../../src/group-by.js';
import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { sum } from '../../expect/near.js';
import { dataOf, requested, rowsOf } from '../shared/exchange-data.js';
import { type Pair, sameFigure } from '../shared/same-figure.js';
import { successesOf } from '../shared/success-of.js';
import { providerIn, tableOf } from './breakdown-table.js';

/** Checks of the timeline, and of the breakdown of the same days. */
export const timelineChecks: readonly Check[] = [
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
