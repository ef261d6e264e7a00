import { groupBy } from '../../../../src/group-by.js';
import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { sum } from '../../expect/near.js';
import { isDay, plusMonths } from '../../figures/days.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { type Pair, sameFigure } from '../shared/same-figure.js';
import { successesOf, successOf } from '../shared/success-of.js';

const operation = 'getCommitmentUtilization' as const;

const types = ['ri', 'sp'] as const;

/** The figures of a day or month that add up, of reservations and of savings plans. */
const amounts = ['capacity_used', 'capacity_total', 'commitment_used_usd', 'commitment_total_usd'];

/** How far the longer window reaches back, so that it covers several months. */
const monthsBack = 2;

/** Returns the services with one entry: a server can list each of several plan types as an entry of one service. */
function servicesOf(exchange: CompleteExchange): any[] {
  const entries = groupBy(rowsOf(dataOf(exchange).services), ({ service }) => service);
  return [...entries.values()].flatMap((ofService) => (ofService.length === 1 ? ofService : []));
}

const monthOf = ({ date }: any) => String(date).slice(0, 7);

/**
 * Reads a window of several months that ends with the default one.
 *
 * @throws {NotApplicable} if the response does not contain its window
 */
async function longWindow(
  probe: Probe,
  type: (typeof types)[number],
  granularity: 'daily' | 'monthly',
): Promise<CompleteExchange> {
  const { plan } = await probe.correctOfAnyKey({ withSameData: true });
  const { exchange } = await probe.correct();
  const { end } = dataOf(exchange);
  if (!isDay(end)) throw new NotApplicable('the response does not contain the days of its window');
  const query = { type, start: `${plusMonths(end.slice(0, 7), -monthsBack)}-01`, end, granularity };
  return successOf(
    probe,
    Object.entries(query).reduce((next, [name, value]) => withQuery(next, name, value), plan),
  );
}

/** Pairs the figures of each month with the sums over its days. */
function monthsOf(monthly: CompleteExchange, daily: CompleteExchange): Pair[] {
  const services = servicesOf(daily);
  return servicesOf(monthly).flatMap(({ service, days: months }) => {
    const entry = services.find((one) => one.service === service);
    const days = groupBy(rowsOf(entry?.days), monthOf);
    return rowsOf(months).flatMap((month) =>
      amounts.map((name) => {
        const own = days.get(monthOf(month)) ?? [];
        return {
          name: `\`${name}\` of service ${show(service)} in the month ${show(monthOf(month))}`,
          here: month[name],
          there: own.length > 0 ? sum(own.map((day) => day[name] ?? Number.NaN)) : undefined,
          terms: own.length,
          exchange: monthly,
        };
      }),
    );
  });
}

/** Pairs the days of a window with the same days of a longer one. */
function daysOf(short: CompleteExchange, long: CompleteExchange): Pair[] {
  const services = servicesOf(long);
  return servicesOf(short).flatMap(({ service, days }) => {
    const other = rowsOf(services.find((one) => one.service === service)?.days);
    return rowsOf(days).flatMap((day) =>
      amounts.map((name) => ({
        name: `\`${name}\` of service ${show(service)} on the day ${show(day.date)}`,
        here: day[name],
        there: other.find(({ date }) => date === day.date)?.[name],
        exchange: short,
      })),
    );
  });
}

/** Checks that windows of different lengths have the same figures. */
export const windowChecks: readonly Check[] = [
  sameFigure(operation, {
    id: 'utilization.months-are-the-sums-of-their-days',
    deviation: 'contradiction',
    requirement:
      'Each month of utilization with `granularity=monthly` is the sum of its days with `granularity=daily`.',
    source: 'Commitment reads: utilization, granularity: daily (default) or monthly',
    reference: 'the sum over its days',
    cost: 4,
    anyKey: true,
    pairs: async (probe) =>
      (
        await Promise.all(
          types.map(async (type) =>
            monthsOf(await longWindow(probe, type, 'monthly'), await longWindow(probe, type, 'daily')),
          ),
        )
      ).flat(),
  }),
  sameFigure(operation, {
    id: 'utilization.days-are-the-same-in-a-longer-window',
    deviation: 'contradiction',
    requirement: 'A day of utilization has the same figures in a window with another `start`.',
    source: 'Commitment reads: utilization, start, end',
    reference: 'that in a window of several months',
    anyKey: true,
    pairs: async (probe) => {
      const short = await successesOf(probe, 'type', types);
      const long = await Promise.all(types.map((type) => longWindow(probe, type, 'daily')));
      return short.flatMap((exchange, index) => daysOf(exchange, long[index] as CompleteExchange));
    },
  }),
];
