import type { ExchangeCheck } from '../check.js';
import { show } from '../expect/show.js';
import type { AnsweredExchange } from '../http/exchange.js';
import { fail } from '../outcome.js';

const source = 'Response envelope';

function envelope(exchange: AnsweredExchange): Record<string, any> {
  const { json } = exchange.response;
  // A body that is no object breaks the first claim; every other one says the same of its part.
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
}

const isObject = (exchange: AnsweredExchange) => Object.keys(envelope(exchange)).length > 0;
const hasError = (exchange: AnsweredExchange) =>
  typeof envelope(exchange).error === 'object' && envelope(exchange).error !== null;

export const envelopeChecks: readonly ExchangeCheck[] = [
  {
    kind: 'exchange',
    id: 'envelope.body-is-a-json-object',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Every answer, success or failure, is one JSON object, the envelope.',
    source,
    on: 'answer',
    run(exchange) {
      const { json, body } = exchange.response;
      if (typeof json === 'object' && json !== null && !Array.isArray(json)) return;
      fail({
        message: 'The body is not a JSON object.',
        expected: 'a JSON object with success, timestamp and data or error',
        actual: body === '' ? 'an empty body' : show(json ?? body),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.media-type-is-json',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Every answer says that it is JSON: Content-Type application/json.',
    source: 'What the service does: an API over HTTP and JSON',
    on: 'answer',
    run(exchange) {
      const type = exchange.response.headers['content-type'];
      if (type !== undefined && /^application\/json\s*(;|$)/i.test(type)) return;
      fail({
        message: 'The answer is not sent as application/json.',
        expected: 'Content-Type: application/json',
        actual: type === undefined ? 'no Content-Type' : `Content-Type: ${type}`,
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.success-is-boolean',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The envelope has `success`, a boolean.',
    source,
    on: 'answer',
    when: isObject,
    run(exchange) {
      const { success } = envelope(exchange);
      if (typeof success === 'boolean') return;
      fail({
        message: '`success` is not a boolean.',
        expected: 'true or false',
        actual: show(success),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.success-tells-the-status',
    level: 'MUST',
    basis: 'stated',
    requirement: '`success` is true on a 2xx answer and false on every failure.',
    source,
    on: 'answer',
    when: (exchange) => typeof envelope(exchange).success === 'boolean',
    run(exchange) {
      const { status } = exchange.response;
      const expected = status < 300;
      if (envelope(exchange).success === expected) return;
      fail({
        message: `\`success\` is ${!expected} on status ${status}.`,
        expected: `success ${expected}`,
        actual: `success ${!expected}`,
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.timestamp-is-present',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The envelope has `timestamp`, a string.',
    source,
    on: 'answer',
    when: isObject,
    run(exchange) {
      const { timestamp } = envelope(exchange);
      if (typeof timestamp === 'string' && timestamp !== '') return;
      fail({
        message: '`timestamp` is not a string.',
        expected: 'a string such as "2026-06-15T12:00:00Z"',
        actual: show(timestamp),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.timestamp-is-iso-8601',
    level: 'MUST',
    basis: 'stated',
    requirement:
      '`timestamp` is an ISO 8601 date-time, except on provider budgets, where any string will do.',
    source,
    on: 'answer',
    when: (exchange) =>
      typeof envelope(exchange).timestamp === 'string' && exchange.operationId !== 'listProviderBudgets',
    run(exchange) {
      const { timestamp } = envelope(exchange);
      if (isDateTime(timestamp)) return;
      fail({
        message: '`timestamp` is not an ISO 8601 date-time.',
        expected: 'a date-time such as 2026-06-15T12:00:00Z',
        actual: show(timestamp),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.timestamp-has-a-zone',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`timestamp` says its zone, so that it names one moment.',
    source: 'RFC 3339, section 5.6',
    on: 'answer',
    when: (exchange) =>
      isDateTime(envelope(exchange).timestamp) && exchange.operationId !== 'listProviderBudgets',
    run(exchange) {
      const { timestamp } = envelope(exchange);
      if (/(Z|[+-]\d\d(:?\d\d)?)$/i.test(timestamp)) return;
      fail({
        message: '`timestamp` has no zone.',
        expected: 'a Z or an offset at its end',
        actual: show(timestamp),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.success-has-data',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A success brings `data`, an object or an array.',
    source,
    on: 'success',
    when: isObject,
    run(exchange) {
      const { data } = envelope(exchange);
      if (typeof data === 'object' && data !== null) return;
      fail({
        message: '`data` is not an object or an array.',
        expected: 'an object or an array',
        actual: show(data),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.success-has-no-error',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A success brings no error beside its data.',
    source,
    on: 'success',
    when: isObject,
    run(exchange) {
      const { error } = envelope(exchange);
      if (error === undefined || error === null) return;
      fail({ message: 'A success carries `error`.', expected: 'no error', actual: show(error), exchange });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.absent-parts-are-left-out',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`data` on a failure and `error` on a success are left out, not sent as null.',
    source: 'Response envelope: each is present on one kind of answer only',
    on: 'answer',
    when: isObject,
    run(exchange) {
      const part = exchange.response.status < 300 ? 'error' : 'data';
      if (envelope(exchange)[part] !== null) return;
      fail({
        message: `\`${part}\` is sent as null.`,
        expected: `no ${part}`,
        actual: `"${part}": null`,
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.failure-has-error',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A failure brings `error`, an object.',
    source,
    on: 'failure',
    when: isObject,
    run(exchange) {
      const { error } = envelope(exchange);
      if (typeof error === 'object' && error !== null && !Array.isArray(error)) return;
      fail({
        message: '`error` is not an object.',
        expected: 'an object with code, message and details',
        actual: show(error),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.failure-has-no-data',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A failure brings no data beside its error.',
    source,
    on: 'failure',
    when: isObject,
    run(exchange) {
      const { data } = envelope(exchange);
      if (data === undefined || data === null) return;
      fail({ message: 'A failure carries `data`.', expected: 'no data', actual: show(data), exchange });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.error-has-a-code',
    level: 'MUST',
    basis: 'stated',
    requirement: '`error.code` is a string.',
    source,
    on: 'failure',
    when: hasError,
    run(exchange) {
      const { code } = envelope(exchange).error;
      if (typeof code === 'string' && code !== '') return;
      fail({
        message: '`error.code` is not a string.',
        expected: 'a code such as "NOT_FOUND"',
        actual: show(code),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.error-has-a-message',
    level: 'MUST',
    basis: 'stated',
    requirement: '`error.message` is a string.',
    source,
    on: 'failure',
    when: hasError,
    run(exchange) {
      const { message } = envelope(exchange).error;
      if (typeof message === 'string') return;
      fail({
        message: '`error.message` is not a string.',
        expected: 'a sentence',
        actual: show(message),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.error-message-says-something',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`error.message` is not empty.',
    source,
    on: 'failure',
    when: (exchange) => hasError(exchange) && typeof envelope(exchange).error.message === 'string',
    run(exchange) {
      const { message } = envelope(exchange).error;
      if (message.trim() !== '') return;
      fail({
        message: '`error.message` is empty.',
        expected: 'a sentence for a person',
        actual: show(message),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'envelope.error-has-details',
    level: 'MUST',
    basis: 'stated',
    requirement: '`error.details` is there, of any type; null where there is nothing more to say.',
    source,
    on: 'failure',
    when: hasError,
    run(exchange) {
      if ('details' in envelope(exchange).error) return;
      fail({
        message: '`error.details` is missing.',
        expected: '"details" with any value, null included',
        actual: show(envelope(exchange).error),
        exchange,
      });
    },
  },
];

/** The profile of ISO 8601 that names a date and a time of day; the zone is another claim. */
function isDateTime(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?$/i.test(value) &&
    !Number.isNaN(Date.parse(`${value.slice(0, 10)}T${value.slice(11, 16)}Z`))
  );
}
