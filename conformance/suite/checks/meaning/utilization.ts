import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { nearMoney, nearPercent, numbersOf, round } from '../../expect/near.js';
import { twiceIn } from '../../expect/twice.js';
import { requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { totalIsSum } from '../shared/total-is-sum.js';

/** Returns the day of each row with a date, or the month if `granularity` is monthly. */
const periodsOf = (rows: readonly any[], granularity: string): string[] =>
  rows.flatMap(({ date }) =>
    typeof date === 'string' ? [date.slice(0, granularity === 'monthly' ? 7 : 10)] : [],
  );

const textsOf = (entry: any): string =>
  Object.values(entry)
    .filter((value) => typeof value === 'string')
    .join(' ');

export const utilizationChecks: readonly Check[] = [
  forEachRow('getCommitmentUtilization', {
    id: 'commitments.utilization-is-used-over-purchased',
    level: 'MUST',
    basis: 'stated',
    requirement: '`utilization_pct` equals `used_hours` divided by `purchased_hours`, as a percentage.',
    source: 'Commitment read semantics, rule 3',
    each: (data) =>
      rowsOf(data.services).filter(
        (entry) =>
          numbersOf(entry, 'used_hours', 'purchased_hours', 'utilization_pct') && entry.purchased_hours > 0,
      ),
    judge: ({ service, used_hours, purchased_hours, utilization_pct }) => {
      const expected = (used_hours / purchased_hours) * 100;
      // Hours may be rounded, which makes the rate of a short window less exact.
      if (
        nearPercent(utilization_pct, expected) ||
        Math.abs(utilization_pct - expected) < 100 / purchased_hours
      ) {
        return true;
      }
      return {
        message: `\`utilization_pct\` of service ${show(service)} is not \`used_hours\` as a percentage of \`purchased_hours\`.`,
        expected: `${round(expected)} = ${used_hours} / ${purchased_hours} × 100`,
        actual: `utilization_pct ${utilization_pct}`,
      };
    },
  }),
  forEachRow('getCommitmentUtilization', {
    id: 'utilization.used-fits-in-purchased',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`used_hours` is not greater than `purchased_hours`.',
    source: 'Commitment read semantics, rule 3',
    each: (data) =>
      rowsOf(data.services).filter(
        // Corrections of what was purchased can exceed it.
        (entry) => numbersOf(entry, 'used_hours', 'purchased_hours') && entry.purchased_hours >= 0,
      ),
    judge: ({ service, used_hours, purchased_hours }) =>
      used_hours <= purchased_hours ||
      nearMoney(used_hours, purchased_hours) || {
        message: `\`used_hours\` of service ${show(service)} is greater than \`purchased_hours\`.`,
        expected: `used_hours at most ${purchased_hours}`,
        actual: String(used_hours),
      },
  }),
  forEachRow('getCommitmentUtilization', {
    id: 'commitments.utilization-is-never-merged',
    level: 'MUST',
    basis: 'stated',
    requirement: '`services` has one entry per service or plan type and no entry for several of them.',
    source: 'Commitment reads: utilization',
    each: (data, exchange) => {
      const entries = rowsOf(data.services).filter(({ service }) => typeof service === 'string');
      return entries.length > 0 ? [{ entries, isPlan: requested(exchange, 'type') === 'sp' }] : [];
    },
    judge: ({ entries, isPlan }) => {
      const services = entries.map(({ service }) => service);
      const same =
        // Entries of plan types may share a service. The service does not state which field is the plan type.
        twiceIn(isPlan ? entries.map(textsOf) : services) ??
        services.find((name) => /^(all|total|overall|combined)$/i.test(name));
      return (
        same === undefined || {
          message: '`services` contains a duplicate entry or an entry for several services.',
          expected: 'one entry per service or plan type',
          actual: `${show(same)} among ${services.map(show).join(', ')}`,
        }
      );
    },
  }),
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
  forEachRow('getCommitmentUtilization', {
    id: 'utilization.what-does-not-apply-is-null',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'Fields that do not apply are null, not zero: `commitment_*` of reservations and `capacity_*` of savings plans.',
    source: 'Commitment read semantics, rule 2',
    each: (data, exchange) => {
      const other = requested(exchange, 'type') === 'sp' ? /^capacity_/ : /^commitment_/;
      return rowsOf(data.services).flatMap(({ days }) =>
        rowsOf(days).map((day) => ({ day, names: Object.keys(day).filter((name) => other.test(name)) })),
      );
    },
    judge: ({ day, names }) => {
      const name = names.find((one) => typeof day[one] === 'number');
      return (
        name === undefined || {
          message: `\`${name}\` is a number although it does not apply to the instrument.`,
          expected: 'null',
          actual: String(day[name]),
        }
      );
    },
  }),
];
