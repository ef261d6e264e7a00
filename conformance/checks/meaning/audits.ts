import type { Check } from '../../check.js';
import { nearMoney, numbersOf, round } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { rowsOf } from '../exchange-data.js';
import { about, addUp, areUnique } from './about.js';
import { dayMs, instant, past, span } from './moments.js';

const event = [
  'cloud_event_id',
  'cloud_event_name',
  'cloud_event_time',
  'actor_principal',
  'actor_type',
  'actor_ip',
] as const;

export const auditChecks: readonly Check[] = [
  span('getRealizedSavingsAudit', {
    id: 'audits.period-ends-after-it-starts',
    requirement: 'The billing period of an audit does not end before it starts.',
    source: 'Realized savings audit detail: billing_period_start, billing_period_end',
    ends: (data) => [
      { name: 'billing_period_start', value: data.billing_period_start },
      { name: 'billing_period_end', value: data.billing_period_end },
    ],
  }),
  about('getRealizedSavingsAudit', {
    id: 'audits.active-days-fit-the-period',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A saving is active on no more days than its billing period has.',
    source: 'Realized savings audit detail: days_active_in_period',
    each: (data) =>
      typeof data.days_active_in_period === 'number' &&
      instant(data.billing_period_end) >= instant(data.billing_period_start)
        ? [data]
        : [],
    judge: ({ days_active_in_period: active, billing_period_start: start, billing_period_end: end }) => {
      // A period may be told by its last day, which counts too.
      const days = Math.floor((instant(end) - instant(start)) / dayMs) + 1;
      return (
        (active >= 0 && active <= days) || {
          message: 'The saving was active on more days than there are.',
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
    requirement: 'The audit summary tells each provider once.',
    source: 'Savings audit summary: providers',
    what: 'A provider',
    keys: (data) => rowsOf(data.providers).map(({ provider_id }) => provider_id),
  }),
  addUp('getSavingsAuditSummary', {
    id: 'audits.total-is-the-sum-of-providers',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Total savings are the sum over the providers.',
    source: 'Savings audit summary',
    sums: ({ total_savings, providers }) =>
      rowsOf(providers).length === 0
        ? []
        : [
            {
              name: 'total_savings',
              total: total_savings,
              parts: rowsOf(providers).map((one) => one.total_savings),
            },
          ],
  }),
  about('getSavingsAuditSummary', {
    id: 'audits.annual-is-twelve-months',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Annual savings are twelve times the monthly ones.',
    source: 'Savings audit summary',
    each: (data) => (numbersOf(data, 'total_monthly_savings', 'total_annual_savings') ? [data] : []),
    judge: ({ total_monthly_savings: monthly, total_annual_savings: annual }) =>
      nearMoney(annual, 12 * monthly, 12) || {
        message: 'total_annual_savings is not twelve times total_monthly_savings.',
        expected: `${round(12 * monthly)} = 12 × ${monthly}`,
        actual: `total_annual_savings ${annual}`,
      },
  }),
  about('getRealizedSavingsAudit', {
    id: 'audits.event-matches-its-details',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The cloud event and its actor are repeated in technical_details as they stand outside.',
    source: 'Realized savings audit detail',
    each: (data) =>
      typeof data.technical_details === 'object' && data.technical_details !== null ? [data] : [],
    judge: (audit) => {
      const name = event.find((field) => audit.technical_details[field] !== audit[field]);
      return (
        name === undefined || {
          message: `${name} is another in technical_details.`,
          expected: show(audit[name]),
          actual: show(audit.technical_details[name]),
        }
      );
    },
  }),
  addUp('getRealizedSavingsAudit', {
    id: 'audits.lines-add-up',
    level: 'MUST',
    basis: 'derived',
    requirement: 'What was realized is the sum of what the lines saved.',
    source: 'Realized savings audit detail: lines',
    sums: ({ realized_savings_usd, lines }) =>
      rowsOf(lines).length === 0
        ? []
        : [
            {
              name: 'realized_savings_usd',
              total: realized_savings_usd,
              parts: rowsOf(lines).map(({ savings_usd }) => savings_usd),
            },
          ],
  }),
  about('getRealizedSavingsAudit', {
    id: 'audits.line-is-quantity-times-price',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'What a line saved is its usage quantity times its unit price.',
    source: 'Realized savings audit detail: lines',
    each: (data) =>
      rowsOf(data.lines).filter((line) => numbersOf(line, 'usage_quantity', 'unit_price_usd', 'savings_usd')),
    judge: ({ id, usage_quantity, unit_price_usd, savings_usd }) => {
      const expected = usage_quantity * unit_price_usd;
      return (
        nearMoney(savings_usd, expected, 2) || {
          message: `savings_usd of line "${id}" is not quantity times price.`,
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
    requirement: 'No two lines of an audit have the same id.',
    source: 'Realized savings audit detail: lines',
    what: 'A line',
    keys: (data) => rowsOf(data.lines).map(({ id }) => id),
  }),
  about('getRealizedSavingsAudit', {
    id: 'audits.audit-is-the-requested-one',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The audit that comes is the one whose id was asked for.',
    source: 'Other reads: audit_id',
    each: (data) => [data],
    judge: (audit, { request }) => {
      const expected = Number(request.path.split('/').at(-1));
      return (
        audit.id === expected || {
          message: 'Another audit came.',
          expected: `id ${expected}`,
          actual: `id ${show(audit.id)}`,
        }
      );
    },
  }),
  past('getRealizedSavingsAudit', {
    id: 'audits.happened-in-the-past',
    requirement: 'What an audit tells has happened, happened before it was told.',
    source: 'Realized savings audit detail: times',
    moments: (data) =>
      ['first_view_at', 'implemented_at', 'cloud_event_time', 'detected_at', 'updated_at'].map((name) => ({
        name,
        value: data[name],
      })),
  }),
  about('getRealizedSavingsAudit', {
    id: 'audits.moments-are-in-order',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'A change is made before its snapshots, that after 7 days before that after 30, and settled before it is frozen.',
    source: 'Realized savings audit detail: implemented_at, snapshots, settled_at, frozen_at',
    each: (data) =>
      [
        ['implemented_at', 'snapshot_7d_at', 'snapshot_30d_at'],
        ['implemented_at', 'settled_at', 'frozen_at'],
      ].flatMap((names) => {
        const known = names
          .map((name) => ({ name, at: instant(data[name]) }))
          .filter(({ at }) => !Number.isNaN(at));
        return known.slice(1).map((later, index) => ({ earlier: known[index], later, data }));
      }),
    judge: ({ earlier, later, data }) =>
      !earlier ||
      earlier.at <= later.at || {
        message: `${later.name} lies before ${earlier.name}.`,
        expected: `${data[earlier.name]} or later`,
        actual: String(data[later.name]),
      },
  }),
  about('getRealizedSavingsAudit', {
    id: 'audits.pending-is-not-settled',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'An audit whose verification is pending is neither settled nor frozen.',
    source: 'Realized savings audit detail: verification, settled_at, frozen_at',
    each: (data) => (data.verification === 'pending' ? [data] : []),
    judge: ({ settled_at, frozen_at }) =>
      typeof (settled_at ?? frozen_at) !== 'string' || {
        message: 'A pending audit is settled.',
        expected: 'settled_at and frozen_at null',
        actual: show({ settled_at, frozen_at }),
      },
  }),
  about('getRealizedSavingsAudit', {
    id: 'audits.snapshots-have-their-time',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'Savings of the first 7 or 30 days are known once their snapshot was taken.',
    source: 'Realized savings audit detail: snapshot_7d_at, snapshot_30d_at',
    each: (data) =>
      ['7d', '30d']
        .filter((days) => numbersOf(data, `realized_savings_${days}_usd`))
        .map((days) => ({ days, at: data[`snapshot_${days}_at`] })),
    judge: ({ days, at }) =>
      typeof at === 'string' || {
        message: `Savings after ${days} are known without a snapshot.`,
        expected: `snapshot_${days}_at, or realized_savings_${days}_usd null`,
        actual: show(at),
      },
  }),
];
