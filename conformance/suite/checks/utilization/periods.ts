import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { show } from '../../../engine/show.js';
import { twiceIn } from '../../expect/twice.js';
import { dataOf, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';
import { isBefore, writtenDay } from '../shared/timestamps.js';
import { totalIsSum } from '../shared/total-is-sum.js';

const operation = 'getCommitmentUtilization' as const;

/** Returns the day of each row with a date, or the month if `granularity` is monthly. */
const periodsOf = (rows: readonly any[], granularity: string): string[] =>
  rows.flatMap(({ date }) =>
    typeof date === 'string' ? [date.slice(0, granularity === 'monthly' ? 7 : 10)] : [],
  );

/** Checks of days and months, and of the window. */
export const periodChecks: readonly Check[] = [
  forEachRow('getCommitmentUtilization', {
    id: 'utilization.periods-are-unique',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`days` of a service contains each day or month once.',
    source: 'Commitment reads: utilization, granularity',
    each: (data, exchange) =>
      rowsOf(data.services).map(({ service, days }) => ({
        service,
        periods: periodsOf(rowsOf(days), requested(exchange, 'granularity') ?? 'daily'),
      })),
    judge: ({ service, periods }) => {
      const duplicate = twiceIn(periods);
      return (
        duplicate === undefined || {
          message: `\`days\` of service ${show(service)} contains a day or month twice.`,
          expected: 'no duplicates',
          actual: `${duplicate} twice`,
        }
      );
    },
  }),
  forEachRow('getCommitmentUtilization', {
    id: 'utilization.days-lie-in-the-window',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`days` contains only days from the requested `start` to the requested `end`.',
    source: 'Commitment reads: utilization, start and end',
    each: (data, exchange) => {
      const [start, end] = [requested(exchange, 'start'), requested(exchange, 'end')];
      if (!start || !end || (requested(exchange, 'granularity') ?? 'daily') !== 'daily') return [];
      return rowsOf(data.services).flatMap(({ days }) =>
        periodsOf(rowsOf(days), 'daily').map((day) => ({ day, start, end })),
      );
    },
    judge: ({ day, start, end }) =>
      (day >= start && day <= end) || {
        message: '`days` contains a day outside the requested `start` and `end`.',
        expected: `from ${start} to ${end}`,
        actual: day,
      },
  }),
  totalIsSum('getCommitmentUtilization', {
    id: 'utilization.periods-make-the-headline',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`used_hours` and `purchased_hours` of a service equal the sums over its `days`.',
    source: 'Proposed by this contract; Commitment read semantics, rule 3',
    sums: (data) =>
      rowsOf(data.services).flatMap((entry) =>
        ['used', 'total'].map((part) => ({
          name: part === 'used' ? 'used_hours' : 'purchased_hours',
          definition: 'the sum over `days`',
          total: part === 'used' ? entry.used_hours : entry.purchased_hours,
          parts: rowsOf(entry.days).map((day) => day[`capacity_${part}`] ?? day[`commitment_${part}_usd`]),
        })),
      ),
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
    source: 'Commitment reads: utilization; Proposed by this contract',
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
