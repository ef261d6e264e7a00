import type { Check } from '../../check.js';
import { nearMoney, numbersOf, round, sum } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { twiceIn } from '../../expect/twice.js';
import { about, rowsOf } from './claim.js';
import { dayMs, instant, span } from './moments.js';

const event = [
  'cloud_event_id',
  'cloud_event_name',
  'cloud_event_time',
  'actor_principal',
  'actor_type',
  'actor_ip',
] as const;

export const auditChecks: readonly Check[] = [
  span(
    'getRealizedSavingsAudit',
    'audits.period-ends-after-it-starts',
    'The billing period of an audit does not end before it starts.',
    'Realized savings audit detail: billing_period_start, billing_period_end',
    (data) => [
      { name: 'billing_period_start', value: data.billing_period_start },
      { name: 'billing_period_end', value: data.billing_period_end },
    ],
  ),
  about(
    'getRealizedSavingsAudit',
    {
      id: 'audits.active-days-fit-the-period',
      level: 'MUST',
      basis: 'derived',
      requirement: 'A saving is active on no more days than its billing period has.',
      source: 'Realized savings audit detail: days_active_in_period',
    },
    (data) =>
      typeof data.days_active_in_period === 'number' &&
      instant(data.billing_period_end) >= instant(data.billing_period_start)
        ? [data]
        : [],
    ({ days_active_in_period: active, billing_period_start: start, billing_period_end: end }) => {
      // A period may be told by its last day, which counts too.
      const days = Math.floor((instant(end) - instant(start)) / dayMs) + 1;
      return active >= 0 && active <= days
        ? undefined
        : {
            message: 'The saving was active on more days than there are.',
            expected: `from 0 to ${days}, from ${start} to ${end}`,
            actual: `days_active_in_period ${active}`,
          };
    },
  ),
  about(
    'getSavingsAuditSummary',
    {
      id: 'audits.providers-are-told-once',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The audit summary tells each provider once.',
      source: 'Savings audit summary: providers',
    },
    (data) => [rowsOf(data.providers).map(({ provider_id }) => provider_id)],
    (ids) => {
      const twice = twiceIn(ids);
      return twice === undefined
        ? undefined
        : {
            message: 'A provider stands there twice.',
            expected: 'each once',
            actual: `${show(twice)} twice`,
          };
    },
  ),
  about(
    'getSavingsAuditSummary',
    {
      id: 'audits.total-is-the-sum-of-providers',
      level: 'MUST',
      basis: 'derived',
      requirement: 'Total savings are the sum over the providers.',
      source: 'Savings audit summary',
    },
    (data) =>
      typeof data.total_savings === 'number' && rowsOf(data.providers).length > 0
        ? [{ total: data.total_savings as number, providers: rowsOf(data.providers) }]
        : [],
    ({ total, providers }) => {
      const expected = sum(providers.map(({ total_savings }) => total_savings));
      return nearMoney(total, expected, providers.length + 1)
        ? undefined
        : {
            message: 'total_savings is not the sum over the providers.',
            expected: `${round(expected)} over ${providers.length} providers`,
            actual: `total_savings ${total}`,
          };
    },
  ),
  about(
    'getSavingsAuditSummary',
    {
      id: 'audits.annual-is-twelve-months',
      level: 'MUST',
      basis: 'derived',
      requirement: 'Annual savings are twelve times the monthly ones.',
      source: 'Savings audit summary',
    },
    (data) => (numbersOf(data, 'total_monthly_savings', 'total_annual_savings') ? [data] : []),
    ({ total_monthly_savings: monthly, total_annual_savings: annual }) =>
      nearMoney(annual, 12 * monthly, 12)
        ? undefined
        : {
            message: 'total_annual_savings is not twelve times total_monthly_savings.',
            expected: `${round(12 * monthly)} = 12 × ${monthly}`,
            actual: `total_annual_savings ${annual}`,
          },
  ),
  about(
    'getRealizedSavingsAudit',
    {
      id: 'audits.event-is-told-twice-alike',
      level: 'MUST',
      basis: 'stated',
      requirement: 'The cloud event and its actor are repeated in technical_details as they stand outside.',
      source: 'Realized savings audit detail',
    },
    (data) => (typeof data.technical_details === 'object' && data.technical_details !== null ? [data] : []),
    (audit) => {
      const name = event.find((field) => audit.technical_details[field] !== audit[field]);
      return name === undefined
        ? undefined
        : {
            message: `${name} is another in technical_details.`,
            expected: show(audit[name]),
            actual: show(audit.technical_details[name]),
          };
    },
  ),
  about(
    'getRealizedSavingsAudit',
    {
      id: 'audits.lines-add-up',
      level: 'MUST',
      basis: 'derived',
      requirement: 'What was realized is the sum of what the lines saved.',
      source: 'Realized savings audit detail: lines',
    },
    (data) => (typeof data.realized_savings_usd === 'number' && rowsOf(data.lines).length > 0 ? [data] : []),
    ({ realized_savings_usd, lines }) => {
      const expected = sum(lines.map(({ savings_usd }: { savings_usd: number }) => savings_usd));
      return nearMoney(realized_savings_usd, expected, lines.length + 1)
        ? undefined
        : {
            message: 'realized_savings_usd is not the sum of its lines.',
            expected: `${round(expected)} over ${lines.length} lines`,
            actual: `realized_savings_usd ${realized_savings_usd}`,
          };
    },
  ),
  about(
    'getRealizedSavingsAudit',
    {
      id: 'audits.line-is-quantity-times-price',
      level: 'SHOULD',
      basis: 'derived',
      requirement: 'What a line saved is its usage quantity times its unit price.',
      source: 'Realized savings audit detail: lines',
    },
    (data) =>
      rowsOf(data.lines).filter((line) => numbersOf(line, 'usage_quantity', 'unit_price_usd', 'savings_usd')),
    ({ id, usage_quantity, unit_price_usd, savings_usd }) => {
      const expected = usage_quantity * unit_price_usd;
      return nearMoney(savings_usd, expected, 2)
        ? undefined
        : {
            message: `savings_usd of line "${id}" is not quantity times price.`,
            expected: `${round(expected)} = ${usage_quantity} × ${unit_price_usd}`,
            actual: String(savings_usd),
          };
    },
  ),
  about(
    'getRealizedSavingsAudit',
    {
      id: 'audits.lines-are-told-once',
      level: 'MUST',
      basis: 'derived',
      requirement: 'No two lines of an audit have the same id.',
      source: 'Realized savings audit detail: lines',
    },
    (data) => (rowsOf(data.lines).length > 1 ? [rowsOf(data.lines).map(({ id }) => id)] : []),
    (ids) => {
      const same = twiceIn(ids);
      return same === undefined
        ? undefined
        : { message: 'Two lines have the same id.', expected: 'each id once', actual: `${show(same)} twice` };
    },
  ),
  about(
    'getRealizedSavingsAudit',
    {
      id: 'audits.audit-is-the-one-asked-for',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The audit that comes is the one whose id was asked for.',
      source: 'Other reads: audit_id',
    },
    (data) => [data],
    (audit, { request }) => {
      const expected = Number(request.path.split('/').at(-1));
      return audit.id === expected
        ? undefined
        : { message: 'Another audit came.', expected: `id ${expected}`, actual: `id ${show(audit.id)}` };
    },
  ),
];
