import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { show } from '../../../engine/show.js';
import { sum } from '../../expect/near.js';
import { equation, figure, percentage } from '../shared/equation.js';
import { dataOf, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';
import { dayMs, instant, isBefore, writtenDay } from '../shared/timestamps.js';

const operation = 'getCommitmentUtilization' as const;
const source = 'Commitment reads: utilization; Proposed by this contract';

/** The hours of a month by which the document spreads hourly prices. */
const monthHours = 730;

/** Checks of the parts of utilization: measures of size, fees, and periods. */
export const utilizationPartChecks: readonly Check[] = [
  equation(operation, {
    id: 'utilization.fees-follow-from-the-hour',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`committed_monthly_usd` of a service equals `committed_hourly_usd` over 730 hours.',
    source,
    formula: '`committed_hourly_usd` × 730',
    figures: (data) =>
      rowsOf(data.services).map((entry) =>
        figure(
          entry,
          'committed_monthly_usd',
          ['committed_hourly_usd'],
          (hourly) => hourly * monthHours,
          0.04,
        ),
      ),
  }),
  equation(operation, {
    id: 'utilization.dimensions-follow-from-the-hours',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The `capacity` dimension of a service has its `used_hours` and `purchased_hours`, and `utilization_pct` of a dimension equals `used` divided by `total`.',
    source,
    formula: 'the hours of the service, or `used` as a percentage of `total`',
    figures: (data) =>
      rowsOf(data.services).flatMap((entry) =>
        rowsOf(entry.dimensions).flatMap((dimension) => [
          percentage(
            dimension,
            'utilization_pct',
            ['used', 'total'],
            (used, total) => (total > 0 ? (used / total) * 100 : Number.NaN),
            0.02 + 1 / Number(dimension.total),
          ),
          ...(dimension.key === 'capacity'
            ? [
                figure(
                  { ...dimension, ...entry, used: dimension.used },
                  'used',
                  ['used_hours'],
                  (used) => used,
                ),
                figure({ ...entry, total: dimension.total }, 'total', ['purchased_hours'], (total) => total),
              ]
            : []),
        ]),
      ),
  }),
  equation(operation, {
    id: 'utilization.services-make-the-used-hours',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`used_hours` of savings plans equals the sum of `applied_to[].hourly_usd` over the hours of the window.',
    source,
    formula: 'the sum of `applied_to[].hourly_usd` × the hours of the window',
    figures: (data) => {
      const hours = ((instant(data.end) - instant(data.start)) / dayMs + 1) * 24;
      return (
        rowsOf(data.services)
          .filter(({ applied_to }) => rowsOf(applied_to).length > 0)
          // A window can contain days without measurements.
          .filter(({ days }) => data.granularity === 'daily' && rowsOf(days).length * 24 === hours)
          .map((entry) =>
            figure(
              { ...entry, hourly: sum(rowsOf(entry.applied_to).map(({ hourly_usd }) => hourly_usd)) },
              'used_hours',
              ['hourly'],
              (hourly) => hourly * hours,
              // The rate of an hour is rounded.
              0.005 * hours,
            ),
          )
      );
    },
  }),
  forEachRow(operation, {
    id: 'utilization.only-plans-promise-dollars',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`contracted_hourly_usd` of reservations is null and `applied_to` empty, and savings plans have no `dimensions`.',
    source: 'Commitment read semantics, rule 2; Proposed by this contract',
    each: (data, exchange) =>
      rowsOf(data.services).map((entry) => ({ entry, isPlan: requested(exchange, 'type') === 'sp' })),
    judge: ({ entry, isPlan }) => {
      const isFree = isPlan
        ? rowsOf(entry.dimensions).length === 0
        : typeof entry.contracted_hourly_usd !== 'number' && rowsOf(entry.applied_to).length === 0;
      return (
        isFree || {
          message: `Service ${show(entry.service)} has a figure of the other instrument.`,
          expected: isPlan ? 'dimensions []' : 'contracted_hourly_usd null and applied_to []',
          actual: show(isPlan ? entry.dimensions : [entry.contracted_hourly_usd, entry.applied_to]),
        }
      );
    },
  }),
  forEachRow(operation, {
    id: 'utilization.window-is-as-requested',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`start` and `end` of the response are the requested ones, and `end` is not before `start`.',
    source: 'Commitment reads: utilization, start and end',
    each: (data, exchange) =>
      writtenDay(data.start) !== undefined && writtenDay(data.end) !== undefined
        ? [{ data, start: requested(exchange, 'start'), end: requested(exchange, 'end') }].filter(
            // Another check reports a reversed range that is not refused.
            ({ start, end }) => start === undefined || end === undefined || start <= end,
          )
        : [],
    judge: ({ data, start = data.start, end = data.end }) =>
      (writtenDay(data.start) === writtenDay(start) &&
        writtenDay(data.end) === writtenDay(end) &&
        !isBefore(data.end, data.start)) || {
        message: '`start` or `end` is not as requested.',
        expected: `from ${start} to ${end}`,
        actual: `from ${data.start} to ${data.end}`,
      },
  }),
  forEachRow(operation, {
    id: 'utilization.periods-are-in-order',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`days` of a service are in ascending order, and lie between `start` and `end`.',
    source,
    each: (data) =>
      writtenDay(data.start) !== undefined && writtenDay(data.end) !== undefined
        ? rowsOf(data.services).map((entry) => ({ ...entry, start: data.start, end: data.end }))
        : [],
    judge: ({ service, days, start, end }) => {
      const dates = rowsOf(days).map(({ date }) => writtenDay(date) ?? String(date));
      const [first, last] = [String(writtenDay(start)), String(writtenDay(end))];
      const wrong = dates.find(
        (date, index) =>
          date.slice(0, 7) < first.slice(0, 7) ||
          date > last ||
          (index > 0 && date <= (dates[index - 1] ?? '')),
      );
      return (
        wrong === undefined || {
          message: `\`days\` of service ${show(service)} are not in ascending order from \`start\` to \`end\`.`,
          expected: `ascending dates from ${start} to ${end}`,
          actual: wrong,
        }
      );
    },
  }),
  sameFigure(operation, {
    id: 'utilization.granularity-does-not-change-the-headline',
    deviation: 'contradiction',
    requirement:
      '`used_hours` and `purchased_hours` of a service are the same with `granularity=daily` and `granularity=monthly`.',
    source: 'Commitment reads: utilization, granularity; Commitment read semantics, rule 3',
    reference: 'that with `granularity=daily`',
    pairs: async (probe) => {
      const { plan } = await probe.correct();
      const daily = dataOf(await successOf(probe, withQuery(plan, 'granularity', 'daily')));
      const exchange = await successOf(probe, withQuery(plan, 'granularity', 'monthly'));
      const monthly = dataOf(exchange);
      // The default window of a server may depend on the granularity.
      if (monthly.start !== daily.start || monthly.end !== daily.end) return [];
      return rowsOf(monthly.services).flatMap((entry) =>
        ['used_hours', 'purchased_hours'].map((name) => ({
          name: `\`${name}\` of service ${show(entry.service)} with \`granularity=monthly\``,
          here: entry[name],
          there: rowsOf(daily.services).find(({ service }) => service === entry.service)?.[name],
          exchange,
        })),
      );
    },
  }),
];
