import type { Check } from '../../check.js';
import { nearMoney, nearPercent, numbersOf, round } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { twiceIn } from '../../expect/twice.js';
import { asked, rowsOf } from '../exchange-data.js';
import { about, addUp } from './about.js';

/** The days, or months, that rows with a date are about. */
const periodsOf = (rows: readonly any[], granularity: string): string[] =>
  rows.flatMap(({ date }) =>
    typeof date === 'string' ? [date.slice(0, granularity === 'monthly' ? 7 : 10)] : [],
  );

export const utilizationChecks: readonly Check[] = [
  about('getCommitmentUtilization', {
    id: 'commitments.utilization-is-used-over-purchased',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Utilization is used hours divided by purchased hours.',
    source: 'Commitment read semantics, rule 3',
    each: (data) =>
      rowsOf(data.services).filter(
        (entry) =>
          numbersOf(entry, 'used_hours', 'purchased_hours', 'utilization_pct') && entry.purchased_hours > 0,
      ),
    judge: ({ service, used_hours, purchased_hours, utilization_pct }) => {
      const expected = (used_hours / purchased_hours) * 100;
      // Hours may be told rounded, so that a short window is less exact.
      if (
        nearPercent(utilization_pct, expected) ||
        Math.abs(utilization_pct - expected) < 100 / purchased_hours
      ) {
        return true;
      }
      return {
        message: `Utilization of ${show(service)} is not used over purchased hours.`,
        expected: `${round(expected)} = ${used_hours} / ${purchased_hours} × 100`,
        actual: `utilization_pct ${utilization_pct}`,
      };
    },
  }),
  about('getCommitmentUtilization', {
    id: 'utilization.used-fits-in-purchased',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'No more hours are used of commitments than were purchased.',
    source: 'Commitment read semantics, rule 3',
    each: (data) =>
      rowsOf(data.services).filter((entry) => numbersOf(entry, 'used_hours', 'purchased_hours')),
    judge: ({ service, used_hours, purchased_hours }) =>
      used_hours <= purchased_hours ||
      nearMoney(used_hours, purchased_hours) || {
        message: `More of ${show(service)} is used than was purchased.`,
        expected: `used_hours at most ${purchased_hours}`,
        actual: String(used_hours),
      },
  }),
  about('getCommitmentUtilization', {
    id: 'commitments.utilization-is-never-merged',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Utilization has one entry per service or plan type, and none that averages them.',
    source: 'Commitment reads: utilization',
    each: (data) =>
      rowsOf(data.services).length > 0 ? [rowsOf(data.services).map(({ service }) => service)] : [],
    judge: (services) => {
      const same =
        twiceIn(services) ?? services.find((name) => /^(all|total|overall|combined)$/i.test(String(name)));
      return (
        same === undefined || {
          message: 'Utilization has an entry that is no single service.',
          expected: 'one entry per service or plan type',
          actual: `${show(same)} among ${services.map(show).join(', ')}`,
        }
      );
    },
  }),
  about('getCommitmentUtilization', {
    id: 'utilization.periods-are-unique',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'Utilization by day has each day once, and by month each month.',
    source: 'Commitment reads: utilization, granularity',
    each: (data, exchange) =>
      rowsOf(data.services).map(({ service, days }) => ({
        service,
        periods: periodsOf(rowsOf(days), asked(exchange, 'granularity') ?? 'daily'),
      })),
    judge: ({ service, periods }) => {
      const again = twiceIn(periods);
      return (
        again === undefined || {
          message: `Utilization of ${show(service)} tells a period twice.`,
          expected: 'each once',
          actual: `${again} twice`,
        }
      );
    },
  }),
  about('getCommitmentUtilization', {
    id: 'utilization.days-lie-in-the-window',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'Utilization is told of the days from start to end that were asked for.',
    source: 'Commitment reads: utilization, start and end',
    each: (data, exchange) => {
      const [start, end] = [asked(exchange, 'start'), asked(exchange, 'end')];
      if (!start || !end || (asked(exchange, 'granularity') ?? 'daily') !== 'daily') return [];
      return rowsOf(data.services).flatMap(({ days }) =>
        periodsOf(rowsOf(days), 'daily').map((day) => ({ day, start, end })),
      );
    },
    judge: ({ day, start, end }) =>
      (day >= start && day <= end) || {
        message: 'A day outside the window is told.',
        expected: `from ${start} to ${end}`,
        actual: day,
      },
  }),
  addUp('getCommitmentUtilization', {
    id: 'utilization.periods-make-the-headline',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'Used and purchased hours are those of all days, or months, together.',
    source: 'Proposed by this contract; Commitment read semantics, rule 3',
    sums: (data) =>
      rowsOf(data.services).flatMap((entry) =>
        ['used', 'total'].map((part) => ({
          name: part === 'used' ? 'used_hours' : 'purchased_hours',
          total: part === 'used' ? entry.used_hours : entry.purchased_hours,
          parts: rowsOf(entry.days).map((day) => day[`capacity_${part}`] ?? day[`commitment_${part}_usd`]),
        })),
      ),
  }),
  about('getCommitmentUtilization', {
    id: 'utilization.what-does-not-apply-is-null',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'Reservations have no commitment in dollars, and plans no capacity: both are null, not zero.',
    source: 'Commitment read semantics, rule 2',
    each: (data, exchange) => {
      const other = asked(exchange, 'type') === 'sp' ? /^capacity_/ : /^commitment_/;
      return rowsOf(data.services).flatMap(({ days }) =>
        rowsOf(days).map((day) => ({ day, names: Object.keys(day).filter((name) => other.test(name)) })),
      );
    },
    judge: ({ day, names }) => {
      const name = names.find((one) => typeof day[one] === 'number');
      return (
        name === undefined || {
          message: `${name} has a figure where it does not apply.`,
          expected: 'null',
          actual: String(day[name]),
        }
      );
    },
  }),
];
