import { groupBy } from '../../../../src/group-by.js';
import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withoutQuery, withQuery } from '../../../engine/http/requests.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { sum } from '../../expect/near.js';
import { dataOf, requested, rowsOf } from '../shared/exchange-data.js';
import { type Pair, sameFigure } from '../shared/same-figure.js';
import { successesOf, successOf } from '../shared/success-of.js';
import { providerIn, tableOf } from './breakdown-table.js';

const presets = ['30D', '6M', '12M'] as const;

/** The total of a read over a range, and the field of its course. */
const totals = { getCostBreakdown: 'total_period_cost', getCostTimeline: 'total' } as const;

/** The service states the range and the granularity of a breakdown; a timeline may ignore them. */
const ofParameters = { getCostBreakdown: 'contradiction', getCostTimeline: 'preference' } as const;

type Ranged = keyof typeof totals;

/** A range by its name and by day, and the same one by its days and by month. */
interface Reads {
  readonly preset: string;
  readonly daily: CompleteExchange;
  readonly monthly: CompleteExchange;
}

/** Reads each preset, and the range that its response names. */
async function readsOf(probe: Probe): Promise<Reads[]> {
  const { plan } = await probe.correctOfAnyKey({ withSameData: true });
  const whole = withoutQuery(withoutQuery(plan, 'start'), 'end');
  const reads = presets.map(async (preset): Promise<Reads[]> => {
    const daily = await successOf(probe, withQuery(whole, 'preset', preset));
    const { start_date: start, end_date: end } = dataOf(daily);
    if (typeof start !== 'string' || typeof end !== 'string') return [];
    const query = Object.entries({ start, end, granularity: 'monthly' });
    const monthly = await successOf(
      probe,
      query.reduce((next, [name, value]) => withQuery(next, name, value), whole),
    );
    return [{ preset, daily, monthly }];
  });
  return (await Promise.all(reads)).flat();
}

/** Returns the costs of a response by month, in total and for each service. */
function months({
  response,
}: CompleteExchange): Map<string, { readonly cost: number; readonly terms: number }> {
  const { data_points, totals_by_date, items } = response.json?.data ?? {};
  const series = [
    { name: 'all services', entries: rowsOf(data_points ?? totals_by_date) },
    ...rowsOf(items).map((row) => ({
      name: `service ${show(row.service)}`,
      entries: rowsOf(row.spendings_by_date),
    })),
  ];
  return new Map(
    series.flatMap(({ name, entries }) =>
      [...groupBy(entries, ({ date }) => String(date).slice(0, 7))].map(
        ([month, own]) =>
          [
            `${name} in the month ${show(month)}`,
            { cost: sum(own.map(({ value, amount }) => value ?? amount ?? Number.NaN)), terms: own.length },
          ] as const,
      ),
    ),
  );
}

const monthPairs = ({ daily, monthly }: Reads): Pair[] => {
  const days = months(daily);
  return [...months(monthly)].map(([name, { cost }]) => ({
    name: `The cost of ${name}`,
    here: cost,
    there: days.get(name)?.cost,
    terms: days.get(name)?.terms ?? 1,
    exchange: monthly,
  }));
};

const ofRange = (operation: Ranged, id: 'breakdown' | 'timeline'): Check[] => [
  sameFigure(operation, {
    id: `costs.${id}-preset-is-its-range`,
    deviation: ofParameters[operation],
    basis: 'proposed',
    requirement: `The total of a ${id} with \`preset\` equals that with \`start\` and \`end\` of the same days.`,
    source:
      'Other reads: breakdown, date presets 30D, 6M, 12M or explicit start and end; Proposed by this contract',
    reference: 'that with `preset`',
    cost: 6,
    anyKey: true,
    pairs: async (probe) =>
      (await readsOf(probe)).map(({ preset, daily, monthly }) => ({
        name: `\`${totals[operation]}\` with the days of \`preset=${preset}\``,
        here: dataOf(monthly)[totals[operation]],
        there: dataOf(daily)[totals[operation]],
        terms: 30,
        exchange: monthly,
      })),
  }),
  sameFigure(operation, {
    id: `costs.months-of-the-${id}-are-the-sums-of-their-days`,
    deviation: ofParameters[operation],
    basis: 'proposed',
    requirement: `Each month of a ${id} with \`granularity=monthly\` is the sum of its days with \`granularity=daily\`.`,
    source: 'Other reads: breakdown, timeline, granularity; Proposed by this contract',
    reference: 'the sum over its days',
    anyKey: true,
    pairs: async (probe) => (await readsOf(probe)).flatMap(monthPairs),
  }),
];

/** Checks that ranges, periods, and dimensions select the same costs in every read. */
export const costPeriodChecks: readonly Check[] = [
  ...ofRange('getCostBreakdown', 'breakdown'),
  ...ofRange('getCostTimeline', 'timeline'),
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
