import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { numbersOf } from '../../expect/near.js';
import { isoDay } from '../../figures/days.js';
import { forEachRow } from '../shared/for-each-row.js';
import { dayMs, instant, isBefore, past, span, uncertainty } from '../shared/timestamps.js';

/** Checks of the billing period of an audit, and of its times. */
export const timeChecks: readonly Check[] = [
  span('getRealizedSavingsAudit', {
    id: 'audits.period-ends-after-it-starts',
    requirement: '`billing_period_end` of an audit is not before `billing_period_start`.',
    source: 'Realized savings audit detail: billing_period_start, billing_period_end',
    ends: (data) => [
      { name: 'billing_period_start', value: data.billing_period_start },
      { name: 'billing_period_end', value: data.billing_period_end },
    ],
  }),
  forEachRow('getRealizedSavingsAudit', {
    level: 'SHOULD',
    basis: 'derived',
    id: 'audits.period-has-its-name',
    deviation: 'preference',
    requirement: '`billing_period` of an audit is the month of `billing_period_start`.',
    source: 'Realized savings audit detail: billing_period, billing_period_start',
    each: (data) =>
      /^\d{4}-\d\d$/.test(String(data.billing_period)) && !Number.isNaN(instant(data.billing_period_start))
        ? [data]
        : [],
    judge: ({ billing_period, billing_period_start: start }) => {
      // A period may start on the day before, in another time zone.
      const months = [-1, 0, 1].map((days) => isoDay(instant(start) + days * dayMs).slice(0, 7));
      return (
        months.includes(billing_period) || {
          message: '`billing_period` is not the month of `billing_period_start`.',
          expected: `the month of ${start}`,
          actual: show(billing_period),
        }
      );
    },
  }),
  forEachRow('getRealizedSavingsAudit', {
    id: 'audits.active-days-fit-the-period',
    level: 'MUST',
    basis: 'derived',
    requirement: '`days_active_in_period` is between 0 and the number of days in the billing period.',
    source: 'Realized savings audit detail: days_active_in_period',
    each: (data) =>
      typeof data.days_active_in_period === 'number' &&
      instant(data.billing_period_end) >= instant(data.billing_period_start)
        ? [data]
        : [],
    judge: ({ days_active_in_period: active, billing_period_start: start, billing_period_end: end }) => {
      // `billing_period_end` may be the last day of the period or the day after it.
      const days = Math.floor((instant(end) - instant(start) + uncertainty(start, end)) / dayMs) + 1;
      return (
        (active >= 0 && active <= days) || {
          message: '`days_active_in_period` is not between 0 and the number of days in the billing period.',
          expected: `from 0 to ${days}, from ${start} to ${end}`,
          actual: `days_active_in_period ${active}`,
        }
      );
    },
  }),
  past('getRealizedSavingsAudit', {
    id: 'audits.happened-in-the-past',
    requirement:
      '`first_view_at`, `implemented_at`, `cloud_event_time`, `detected_at` and `updated_at` of an audit are not in the future.',
    source: 'Realized savings audit detail: times',
    moments: (data) =>
      ['first_view_at', 'implemented_at', 'cloud_event_time', 'detected_at', 'updated_at'].map((name) => ({
        name,
        value: data[name],
      })),
  }),
  forEachRow('getRealizedSavingsAudit', {
    id: 'audits.moments-are-in-order',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      '`implemented_at`, `snapshot_7d_at` and `snapshot_30d_at` are in chronological order, as are `implemented_at`, `settled_at` and `frozen_at`.',
    source: 'Realized savings audit detail: implemented_at, snapshots, settled_at, frozen_at',
    each: (data) =>
      [
        ['implemented_at', 'snapshot_7d_at', 'snapshot_30d_at'],
        ['implemented_at', 'settled_at', 'frozen_at'],
      ].flatMap((names) => {
        const known = names
          .map((name) => ({ name, at: data[name] }))
          .filter(({ at }) => !Number.isNaN(instant(at)));
        return known.slice(1).map((later, index) => ({ earlier: known[index], later, data }));
      }),
    judge: ({ earlier, later, data }) =>
      !earlier ||
      !isBefore(later.at, earlier.at) || {
        message: `\`${later.name}\` is before \`${earlier.name}\`.`,
        expected: `${data[earlier.name]} or later`,
        actual: String(data[later.name]),
      },
  }),
  forEachRow('getRealizedSavingsAudit', {
    id: 'audits.pending-is-not-settled',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`settled_at` and `frozen_at` are null while `verification` is `pending`.',
    source: 'Realized savings audit detail: verification, settled_at, frozen_at',
    each: (data) => (data.verification === 'pending' ? [data] : []),
    judge: ({ settled_at, frozen_at }) =>
      typeof (settled_at ?? frozen_at) !== 'string' || {
        message: '`settled_at` or `frozen_at` is set although `verification` is `pending`.',
        expected: 'settled_at and frozen_at null',
        actual: show({ settled_at, frozen_at }),
      },
  }),
  forEachRow('getRealizedSavingsAudit', {
    id: 'audits.snapshots-have-their-time',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      '`realized_savings_7d_usd` is null without `snapshot_7d_at`, and `realized_savings_30d_usd` without `snapshot_30d_at`.',
    source: 'Realized savings audit detail: snapshot_7d_at, snapshot_30d_at',
    each: (data) =>
      ['7d', '30d']
        .filter((days) => numbersOf(data, `realized_savings_${days}_usd`))
        .map((days) => ({ days, at: data[`snapshot_${days}_at`] })),
    judge: ({ days, at }) =>
      typeof at === 'string' || {
        message: `\`realized_savings_${days}_usd\` is set without \`snapshot_${days}_at\`.`,
        expected: `snapshot_${days}_at, or realized_savings_${days}_usd null`,
        actual: show(at),
      },
  }),
];
