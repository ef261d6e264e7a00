import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { nearMoney, numbersOf, sum } from '../../expect/near.js';
import { equation, figure, percentage, rateOf } from '../shared/equation.js';
import { requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { monthHours } from '../shared/month-hours.js';
import { dayMs, instant } from '../shared/timestamps.js';

const operation = 'getCommitmentUtilization' as const;
const source = 'Commitment reads: utilization; Proposed by this contract';

/** Checks of what was used and purchased. */
export const figureChecks: readonly Check[] = [
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
  equation('getCommitmentUtilization', {
    id: 'utilization.rates-of-periods-follow-from-hours',
    level: 'SHOULD',
    basis: 'proposed',
    deviation: 'contradiction',
    requirement:
      '`capacity_pct` of a day or month equals `capacity_used` divided by `capacity_total`, and `commitment_pct` equals `commitment_used_usd` divided by `commitment_total_usd`, as percentages.',
    source: 'Proposed by this contract',
    formula: 'the used amount divided by the total, as a percentage',
    figures: (data) =>
      rowsOf(data.services)
        .flatMap(({ days }) => rowsOf(days))
        .flatMap((day) => [
          rateOf(day, 'capacity_pct', 'capacity_used', 'capacity_total'),
          rateOf(day, 'commitment_pct', 'commitment_used_usd', 'commitment_total_usd'),
        ]),
  }),
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
];
