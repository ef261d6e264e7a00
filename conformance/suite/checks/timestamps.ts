import type { PassiveCheck } from '../../engine/check.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import { show } from '../../engine/show.js';
import { proposal, stated } from '../claims.js';
import { type DateTime, readDateTime } from '../date-time.js';
import { envelope, inEnvelope } from './shared/in-envelope.js';

/** The `timestamp` of a response; undefined on provider budgets, where any string is valid. */
function timeOf(exchange: CompleteExchange): DateTime | undefined {
  if (exchange.operationId === 'listProviderBudgets') return undefined;
  return readDateTime(envelope(exchange).timestamp);
}

/** Checks of the `timestamp` of the envelope. */
export const timestampChecks: readonly PassiveCheck[] = [
  inEnvelope({
    id: 'envelope.timestamp-is-present',
    ...stated,
    requirement: 'The envelope has `timestamp`, a string.',
    judge: ({ timestamp }) =>
      (typeof timestamp === 'string' && timestamp !== '') || {
        message: '`timestamp` is not a string.',
        expected: 'a string such as "2026-06-15T12:00:00Z"',
        actual: show(timestamp),
      },
  }),
  inEnvelope({
    id: 'envelope.timestamp-is-iso-8601',
    ...stated,
    requirement:
      '`timestamp` is an ISO 8601 date-time, except on provider budgets, where any string is valid.',
    when: (exchange) =>
      typeof envelope(exchange).timestamp === 'string' && exchange.operationId !== 'listProviderBudgets',
    judge: ({ timestamp }) =>
      readDateTime(timestamp)?.hasTime === true || {
        message: '`timestamp` is not an ISO 8601 date-time.',
        expected: 'a date-time such as 2026-06-15T12:00:00Z',
        actual: show(timestamp),
      },
  }),
  inEnvelope({
    id: 'envelope.timestamp-has-a-zone',
    ...proposal,
    requirement: '`timestamp` has a time zone, Z or an offset.',
    source: 'RFC 3339, section 5.6',
    when: (exchange) => timeOf(exchange)?.hasTime === true,
    judge: ({ timestamp }) =>
      readDateTime(timestamp)?.hasZone === true || {
        message: '`timestamp` has no time zone.',
        expected: 'Z or an offset at the end',
        actual: show(timestamp),
      },
  }),
  inEnvelope({
    id: 'envelope.timestamp-is-rfc-3339',
    ...proposal,
    requirement:
      '`timestamp` has the form of RFC 3339, which every library reads, and not another one of ISO 8601.',
    source: 'RFC 3339, section 5.6',
    // Another check reports a missing time zone.
    when: (exchange) => timeOf(exchange)?.hasZone === true,
    judge: ({ timestamp }) =>
      readDateTime(timestamp)?.isRfc3339 === true || {
        message: '`timestamp` has a form of ISO 8601 that RFC 3339 does not have.',
        expected: 'a date-time such as 2026-06-15T12:00:00Z',
        actual: show(timestamp),
      },
  }),
];
