import { groupBy } from '../../../../src/group-by.js';
import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withoutQuery, withQuery } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { sum } from '../../expect/near.js';
import { isDay, isoDay, plusDays, plusMonths } from '../../figures/days.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { type Pair, sameFigure } from '../shared/same-figure.js';
import { successesOf, successOf } from '../shared/success-of.js';
import { nowOf, todaysOf } from '../shared/timestamps.js';

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

/** The first day of each preset that ends on a day. */
const firstDays: Readonly<Record<string, (today: string) => string>> = {
  '30D': (today) => plusDays(today, -29),
  '6M': (today) => `${plusMonths(today.slice(0, 7), -5)}-01`,
  '12M': (today) => `${plusMonths(today.slice(0, 7), -11)}-01`,
};

/** How long before its `timestamp` a response may have been computed, so that it can be of the day before. */
const computingMs = 60_000;

/** Checks that a range, a preset and a granularity select the same costs in every read. */
export const rangeChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'costs.presets-end-today',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A preset range ends today: `30D` is 30 days, `6M` and `12M` are as many calendar months, the running one among them.',
    source: 'Proposed by this contract',
    operations: ['getCostBreakdown', 'getCostTimeline'],
    requests: 3,
    async run(probe) {
      const { plan } = await probe.correct();
      const withoutDays = withoutQuery(withoutQuery(plan, 'start'), 'end');
      await eachCase(Object.entries(firstDays), async ([preset, firstDayOf]) => {
        const exchange = await successOf(probe, withQuery(withoutDays, 'preset', preset));
        const { start_date: first, end_date: last } = dataOf(exchange);
        const now = nowOf(exchange);
        if (!isDay(first) || !isDay(last) || Number.isNaN(now)) {
          throw new NotApplicable('the response does not contain its range and its moment with a zone');
        }
        const todays = [isoDay(now - computingMs), ...todaysOf(exchange)];
        const ranges = todays.map((today) => `${firstDayOf(today)} to ${today}`);
        if (ranges.includes(`${first} to ${last}`)) return;
        fail({
          message: `The range of \`preset=${preset}\` differs from the documented one.`,
          expected: [...new Set(ranges)].join(' or '),
          actual: `${first} to ${last}`,
          exchange,
        });
      });
    },
  },
  ...ofRange('getCostBreakdown', 'breakdown'),
  ...ofRange('getCostTimeline', 'timeline'),
  sameFigure('getCostBreakdown', {
    id: 'costs.granularity-does-not-change-the-total',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement: '`total_period_cost` of a breakdown is the same with every `granularity` and `sort_order`.',
    source: 'Other reads: breakdown, granularity; Proposed by this contract',
    reference: '`total_period_cost` of the breakdown without the parameter',
    pairs: async (probe) => {
      const { exchange: baseline } = await probe.correct();
      const others = [
        ...(await successesOf(probe, 'granularity', ['monthly'])),
        ...(await successesOf(probe, 'sort_order', ['asc'])),
      ];
      return others.map((exchange) => ({
        name: `\`total_period_cost\` with \`${exchange.request.query.at(-1)?.join('=')}\``,
        here: dataOf(exchange).total_period_cost,
        there: dataOf(baseline).total_period_cost,
        terms: 30,
        exchange,
      }));
    },
  }),
];
