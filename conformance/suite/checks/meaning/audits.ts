import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { nearMoney, numbersOf, round, sum } from '../../expect/near.js';
import { rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { dayMs, instant, isBefore, past, span, uncertainty } from '../shared/timestamps.js';
import { totalIsSum } from '../shared/total-is-sum.js';

const event = [
  'cloud_event_id',
  'cloud_event_name',
  'cloud_event_time',
  'actor_principal',
  'actor_type',
  'actor_ip',
] as const;

/** Whether two values are the same, or the same moment; a server may omit an unknown value. */
const isSame = (one: unknown, other: unknown) =>
  (one ?? null) === (other ?? null) || Math.abs(instant(one) - instant(other)) <= uncertainty(one, other);

const isNear = (total: unknown, parts: readonly number[]) =>
  typeof total === 'number' && nearMoney(total, sum(parts), parts.length + 1);

export const auditChecks: readonly Check[] = [
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
  areUnique('getSavingsAuditSummary', {
    id: 'audits.providers-are-unique',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The audit summary lists each provider once.',
    source: 'Savings audit summary: providers',
    message: 'Two entries of `providers` have the same `provider_id`.',
    keys: (data) => rowsOf(data.providers).map(({ provider_id }) => provider_id),
  }),
  totalIsSum('getSavingsAuditSummary', {
    id: 'audits.total-is-the-sum-of-providers',
    level: 'MUST',
    basis: 'derived',
    requirement: '`total_savings` of the audit summary equals the sum of `providers[].total_savings`.',
    source: 'Savings audit summary',
    sums: ({ total_savings, providers }) =>
      rowsOf(providers).length === 0
        ? []
        : [
            {
              name: 'total_savings',
              definition: 'the sum of `providers[].total_savings`',
              total: total_savings,
              parts: rowsOf(providers).map((one) => one.total_savings),
            },
          ],
  }),
  forEachRow('getSavingsAuditSummary', {
    id: 'audits.annual-is-twelve-months',
    deviation: 'preference',
    // The service does not state whether annual savings are twelve months of the same or the last twelve.
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`total_annual_savings` equals twelve times `total_monthly_savings`.',
    source: 'Savings audit summary',
    each: (data) => (numbersOf(data, 'total_monthly_savings', 'total_annual_savings') ? [data] : []),
    judge: ({ total_monthly_savings: monthly, total_annual_savings: annual }) =>
      nearMoney(annual, 12 * monthly, 12) || {
        message: '`total_annual_savings` is not twelve times `total_monthly_savings`.',
        expected: `${round(12 * monthly)} = 12 × ${monthly}`,
        actual: `total_annual_savings ${annual}`,
      },
  }),
  forEachRow('getRealizedSavingsAudit', {
    id: 'audits.event-matches-its-details',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The cloud event and its actor are the same in `technical_details` as in the audit.',
    source: 'Realized savings audit detail',
    each: (data) =>
      typeof data.technical_details === 'object' && data.technical_details !== null ? [data] : [],
    judge: (audit) => {
      const name = event.find((field) => !isSame(audit.technical_details[field], audit[field]));
      return (
        name === undefined || {
          message: `\`technical_details.${name}\` differs from \`${name}\` of the audit.`,
          expected: show(audit[name]),
          actual: show(audit.technical_details[name]),
        }
      );
    },
  }),
  totalIsSum('getRealizedSavingsAudit', {
    id: 'audits.lines-add-up',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`realized_savings_usd` or `realized_savings_in_progress_usd` of an audit equals the sum of `lines[].savings_usd`.',
    source: 'Realized savings audit detail: lines',
    sums: ({ realized_savings_usd: realized, realized_savings_in_progress_usd: inProgress, lines }) => {
      const parts = rowsOf(lines).map(({ savings_usd }) => savings_usd);
      if (parts.length === 0) return [];
      // The service does not state which of the two the lines make up before the audit is settled.
      const total = isNear(inProgress, parts) ? inProgress : realized;
      return [{ name: 'realized_savings_usd', definition: 'the sum of `lines[].savings_usd`', total, parts }];
    },
  }),
  forEachRow('getRealizedSavingsAudit', {
    id: 'audits.line-is-quantity-times-price',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`savings_usd` of a line equals `usage_quantity` times `unit_price_usd`.',
    source: 'Realized savings audit detail: lines',
    each: (data) =>
      rowsOf(data.lines).filter((line) => numbersOf(line, 'usage_quantity', 'unit_price_usd', 'savings_usd')),
    judge: ({ id, usage_quantity, unit_price_usd, savings_usd }) => {
      const expected = usage_quantity * unit_price_usd;
      return (
        nearMoney(savings_usd, expected, 2) || {
          message: `\`savings_usd\` of line "${id}" is not \`usage_quantity\` times \`unit_price_usd\`.`,
          expected: `${round(expected)} = ${usage_quantity} × ${unit_price_usd}`,
          actual: String(savings_usd),
        }
      );
    },
  }),
  areUnique('getRealizedSavingsAudit', {
    id: 'audits.lines-are-unique',
    level: 'MUST',
    basis: 'derived',
    requirement: '`id` is unique among the lines of an audit.',
    source: 'Realized savings audit detail: lines',
    message: 'Two lines of an audit have the same `id`.',
    keys: (data) => rowsOf(data.lines).map(({ id }) => id),
  }),
  forEachRow('getRealizedSavingsAudit', {
    id: 'audits.audit-is-the-requested-one',
    level: 'MUST',
    basis: 'derived',
    requirement: '`id` of the audit is the `audit_id` in the path.',
    source: 'Other reads: audit_id',
    each: (data) => [data],
    judge: (audit, { request }) => {
      const expected = Number(request.path.split('/').at(-1));
      return (
        audit.id === expected || {
          message: '`id` of the audit is not the requested `audit_id`.',
          expected: `id ${expected}`,
          actual: `id ${show(audit.id)}`,
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
