import type { ExchangeCheck } from '../check.js';
import { show } from '../expect/show.js';
import type { CompleteExchange } from '../http/exchange.js';
import { type Judgement, onResponse } from './on-response.js';

const source = 'Response envelope';

function envelope(exchange: CompleteExchange): Record<string, any> {
  const { json } = exchange.response;
  // A body that is no object breaks the first claim; every other one says the same of its part.
  return isObject(json) ? json : {};
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const hasError = (exchange: CompleteExchange) =>
  typeof envelope(exchange).error === 'object' && envelope(exchange).error !== null;

/** A failure with a status of success has none of the parts of a success. */
const failureAsSuccess = ({ success }: Record<string, any>) =>
  success === false ? ['envelope.success-matches-the-status'] : [];

/** A claim about the members of the envelope, judged wherever there is one. */
function inEnvelope({
  judge,
  ...claim
}: Omit<ExchangeCheck, 'kind' | 'run' | 'source'> & {
  readonly source?: string;
  readonly judge: (envelope: Record<string, any>, exchange: CompleteExchange) => Judgement;
}): ExchangeCheck {
  return onResponse({
    source,
    when: ({ response }) => isObject(response.json),
    ...claim,
    judge: (exchange) => judge(envelope(exchange), exchange),
  });
}

export const envelopeChecks: readonly ExchangeCheck[] = [
  onResponse({
    id: 'envelope.body-is-a-json-object',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Every answer, success or failure, is one JSON object, the envelope.',
    source,
    on: 'answer',
    judge: ({ response: { json, body } }) =>
      isObject(json) || {
        message: 'The body is not a JSON object.',
        expected: 'a JSON object with success, timestamp and data or error',
        actual: body === '' ? 'an empty body' : show(json ?? body),
      },
  }),
  onResponse({
    id: 'envelope.media-type-is-json',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Every answer says that it is JSON: Content-Type application/json.',
    source: 'What the service does: an API over HTTP and JSON',
    on: 'answer',
    judge: ({ response }) => {
      const type = response.headers['content-type'];
      return (
        (type !== undefined && /^application\/json\s*(;|$)/i.test(type)) || {
          // What is not JSON at all is right not to be sent as JSON.
          causes: response.json === undefined ? ['envelope.body-is-a-json-object'] : [],
          message: 'The answer is not sent as application/json.',
          expected: 'Content-Type: application/json',
          actual: type === undefined ? 'no Content-Type' : `Content-Type: ${type}`,
        }
      );
    },
  }),
  inEnvelope({
    id: 'envelope.success-is-boolean',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The envelope has `success`, a boolean.',
    on: 'answer',
    judge: ({ success }) =>
      typeof success === 'boolean' || {
        message: '`success` is not a boolean.',
        expected: 'true or false',
        actual: show(success),
      },
  }),
  inEnvelope({
    id: 'envelope.success-matches-the-status',
    level: 'MUST',
    basis: 'stated',
    requirement: '`success` is true on a 2xx answer and false on every failure.',
    on: 'answer',
    when: (exchange) => typeof envelope(exchange).success === 'boolean',
    judge: ({ success }, { response: { status } }) => {
      const expected = status < 300;
      return (
        success === expected || {
          message: `\`success\` is ${!expected} on status ${status}.`,
          expected: `success ${expected}`,
          actual: `success ${!expected}`,
        }
      );
    },
  }),
  inEnvelope({
    id: 'envelope.timestamp-is-present',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The envelope has `timestamp`, a string.',
    on: 'answer',
    judge: ({ timestamp }) =>
      (typeof timestamp === 'string' && timestamp !== '') || {
        message: '`timestamp` is not a string.',
        expected: 'a string such as "2026-06-15T12:00:00Z"',
        actual: show(timestamp),
      },
  }),
  inEnvelope({
    id: 'envelope.timestamp-is-iso-8601',
    level: 'MUST',
    basis: 'stated',
    requirement:
      '`timestamp` is an ISO 8601 date-time, except on provider budgets, where any string will do.',
    on: 'answer',
    when: (exchange) =>
      typeof envelope(exchange).timestamp === 'string' && exchange.operationId !== 'listProviderBudgets',
    judge: ({ timestamp }) =>
      isDateTime(timestamp) || {
        message: '`timestamp` is not an ISO 8601 date-time.',
        expected: 'a date-time such as 2026-06-15T12:00:00Z',
        actual: show(timestamp),
      },
  }),
  inEnvelope({
    id: 'envelope.timestamp-has-a-zone',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`timestamp` says its zone, so that it names one moment.',
    source: 'RFC 3339, section 5.6',
    on: 'answer',
    when: (exchange) =>
      isDateTime(envelope(exchange).timestamp) && exchange.operationId !== 'listProviderBudgets',
    judge: ({ timestamp }) =>
      /(Z|[+-]\d\d(:?\d\d)?)$/i.test(timestamp) || {
        message: '`timestamp` has no zone.',
        expected: 'a Z or an offset at its end',
        actual: show(timestamp),
      },
  }),
  inEnvelope({
    id: 'envelope.success-has-data',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A success brings `data`, an object or an array.',
    on: 'success',
    judge: (members) =>
      (typeof members.data === 'object' && members.data !== null) || {
        message: '`data` is not an object or an array.',
        expected: 'an object or an array',
        actual: show(members.data),
        causes: failureAsSuccess(members),
      },
  }),
  inEnvelope({
    id: 'envelope.success-has-no-error',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A success brings no error beside its data.',
    on: 'success',
    judge: (members) =>
      members.error === undefined ||
      members.error === null || {
        message: 'A success carries `error`.',
        expected: 'no error',
        actual: show(members.error),
        causes: failureAsSuccess(members),
      },
  }),
  inEnvelope({
    id: 'envelope.absent-parts-are-left-out',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`data` on a failure and `error` on a success are left out, not sent as null.',
    source: 'Response envelope: each is present on one kind of answer only',
    on: 'answer',
    judge: (members, { response }) => {
      const part = response.status < 300 ? 'error' : 'data';
      return (
        members[part] !== null || {
          message: `\`${part}\` is sent as null.`,
          expected: `no ${part}`,
          actual: `"${part}": null`,
        }
      );
    },
  }),
  inEnvelope({
    id: 'envelope.failure-has-error',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A failure brings `error`, an object.',
    on: 'failure',
    judge: ({ error }) =>
      isObject(error) || {
        message: '`error` is not an object.',
        expected: 'an object with code, message and details',
        actual: show(error),
      },
  }),
  inEnvelope({
    id: 'envelope.failure-has-no-data',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A failure brings no data beside its error.',
    on: 'failure',
    judge: ({ data }) =>
      data === undefined ||
      data === null || { message: 'A failure carries `data`.', expected: 'no data', actual: show(data) },
  }),
  inEnvelope({
    id: 'envelope.error-has-a-code',
    level: 'MUST',
    basis: 'stated',
    requirement: '`error.code` is a string.',
    on: 'failure',
    when: hasError,
    judge: ({ error: { code } }) =>
      (typeof code === 'string' && code !== '') || {
        message: '`error.code` is not a string.',
        expected: 'a code such as "NOT_FOUND"',
        actual: show(code),
      },
  }),
  inEnvelope({
    id: 'envelope.error-has-a-message',
    level: 'MUST',
    basis: 'stated',
    requirement: '`error.message` is a string.',
    on: 'failure',
    when: hasError,
    judge: ({ error: { message } }) =>
      typeof message === 'string' || {
        message: '`error.message` is not a string.',
        expected: 'a sentence',
        actual: show(message),
      },
  }),
  inEnvelope({
    id: 'envelope.error-message-is-not-empty',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`error.message` is not empty.',
    on: 'failure',
    when: (exchange) => hasError(exchange) && typeof envelope(exchange).error.message === 'string',
    judge: ({ error: { message } }) =>
      message.trim() !== '' || {
        message: '`error.message` is empty.',
        expected: 'a sentence for a person',
        actual: show(message),
      },
  }),
  inEnvelope({
    id: 'envelope.error-has-details',
    level: 'MUST',
    basis: 'stated',
    requirement: '`error.details` is there, of any type; null where there is nothing more to say.',
    on: 'failure',
    when: hasError,
    judge: ({ error }) =>
      'details' in error || {
        message: '`error.details` is missing.',
        expected: '"details" with any value, null included',
        actual: show(error),
      },
  }),
];

/** The profile of ISO 8601 that names a date and a time of day; the zone is another claim. */
function isDateTime(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?$/i.test(value) &&
    !Number.isNaN(Date.parse(`${value.slice(0, 10)}T${value.slice(11, 16)}Z`))
  );
}
