import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { nearMoney, numbersOf, round, sum } from '../../expect/near.js';
import { rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { instant, uncertainty } from '../shared/timestamps.js';
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

/** Checks of one audit. */
export const detailChecks: readonly Check[] = [
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
];
