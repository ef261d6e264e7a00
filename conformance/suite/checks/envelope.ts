import type { PassiveCheck } from '../../engine/check.js';
import { duplicateName } from '../../engine/http/duplicate-name.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import { show } from '../../engine/show.js';
import { consistent, derived, proposal, recommended, stated } from '../claims.js';
import { nameOf } from '../expect/schema-errors.js';
import { envelope, inEnvelope, isObject, source } from './shared/in-envelope.js';
import { onResponse } from './shared/on-response.js';
import { timestampChecks } from './timestamps.js';

const hasError = (exchange: CompleteExchange) =>
  typeof envelope(exchange).error === 'object' && envelope(exchange).error !== null;

/** Returns the cause of wrong members of a success response: the response is a failure with a 2xx status. */
const failureAsSuccess = ({ success }: Record<string, any>) =>
  success === false ? ['envelope.success-matches-the-status'] : [];

/** Shows a body, and the byte order mark that a reader would not see. */
function shown(body: string, json: unknown): string {
  if (body === '') return 'an empty body';
  return body.startsWith('\uFEFF')
    ? `a byte order mark (U+FEFF) before ${show(body.slice(1))}`
    : show(json ?? body);
}

export const envelopeChecks: readonly PassiveCheck[] = [
  onResponse({
    id: 'envelope.body-is-a-json-object',
    ...stated,
    requirement: 'Every response body, on success and on failure, is a JSON object: the envelope.',
    source,
    judge: ({ response: { json, body } }) =>
      isObject(json) || {
        message: 'The body is not a JSON object.',
        expected: 'a JSON object with success, timestamp and data or error',
        actual: shown(body, json),
      },
  }),
  inEnvelope({
    id: 'envelope.names-are-unique',
    ...consistent,
    level: 'SHOULD',
    requirement: 'Each object of a response body has each name once.',
    source: 'What the service does: an API over HTTP and JSON (RFC 8259, section 4)',
    judge: (_members, { response: { body, json } }) => {
      const found = duplicateName(body, json);
      if (!found) return true;
      const { path, values, differs } = found;
      return {
        // All readers see the same value if both are equal.
        ...(differs ? {} : { deviation: 'preference' as const }),
        message: `${nameOf(path)} occurs more than once${differs ? ', with different values' : ''}.`,
        expected: 'each name once',
        actual: values.map(show).join(' and '),
      };
    },
  }),
  onResponse({
    id: 'envelope.media-type-is-json',
    ...derived,
    requirement: 'Every response has Content-Type application/json.',
    source: 'What the service does: an API over HTTP and JSON',
    when: ({ response }) => !response.lacksHeaders || response.headers['content-type'] !== undefined,
    judge: ({ response }) => {
      const type = response.headers['content-type'];
      return (
        (type !== undefined && /^application\/json\s*(;|$)/i.test(type)) || {
          // A body that is not JSON is correct to have another Content-Type.
          dependsOn: response.json === undefined ? ['envelope.body-is-a-json-object'] : [],
          message: 'The Content-Type is not application/json.',
          expected: 'Content-Type: application/json',
          actual: type === undefined ? 'no Content-Type' : `Content-Type: ${type}`,
        }
      );
    },
  }),
  inEnvelope({
    id: 'envelope.success-is-boolean',
    ...stated,
    requirement: 'The envelope has `success`, a boolean.',
    judge: ({ success }) =>
      typeof success === 'boolean' || {
        message: '`success` is not a boolean.',
        expected: 'true or false',
        actual: show(success),
      },
  }),
  inEnvelope({
    id: 'envelope.success-matches-the-status',
    ...stated,
    requirement: '`success` is true in a 2xx response and false in every failure.',
    when: (exchange) => typeof envelope(exchange).success === 'boolean',
    judge: ({ success }, { response: { status } }) => {
      const expected = status < 300;
      return (
        success === expected || {
          message: `\`success\` is ${!expected} in a response with status ${status}.`,
          expected: `success ${expected}`,
          actual: `success ${!expected}`,
        }
      );
    },
  }),
  ...timestampChecks,
  inEnvelope({
    id: 'envelope.success-has-data',
    ...stated,
    requirement: 'A success response has `data`, an object or an array.',
    on: 'success',
    judge: (members) =>
      (typeof members.data === 'object' && members.data !== null) || {
        message: '`data` is not an object or an array.',
        expected: 'an object or an array',
        actual: show(members.data),
        dependsOn: failureAsSuccess(members),
      },
  }),
  inEnvelope({
    id: 'envelope.success-has-no-error',
    ...stated,
    requirement: 'A success response has no `error`.',
    on: 'success',
    judge: (members) =>
      members.error === undefined ||
      members.error === null || {
        message: 'A success response has `error`.',
        expected: 'no error',
        actual: show(members.error),
        dependsOn: failureAsSuccess(members),
      },
  }),
  inEnvelope({
    id: 'envelope.absent-parts-are-left-out',
    ...proposal,
    requirement: '`data` is omitted from a failure and `error` from a success, not sent as null.',
    source: 'Response envelope: each is present on one kind of response only',
    judge: (members, { response }) => {
      const part = response.status < 300 ? 'error' : 'data';
      return (
        members[part] !== null || {
          message: `\`${part}\` is null instead of omitted.`,
          expected: `no ${part}`,
          actual: `"${part}": null`,
        }
      );
    },
  }),
  inEnvelope({
    id: 'envelope.failure-has-error',
    ...stated,
    requirement: 'A failure response has `error`, an object.',
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
    ...stated,
    requirement: 'A failure response has no `data`.',
    on: 'failure',
    judge: ({ data }) =>
      data === undefined ||
      data === null || { message: 'A failure response has `data`.', expected: 'no data', actual: show(data) },
  }),
  inEnvelope({
    id: 'envelope.error-has-a-code',
    ...stated,
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
    ...stated,
    requirement: '`error.message` is a string.',
    on: 'failure',
    when: hasError,
    judge: ({ error: { message } }) =>
      typeof message === 'string' || {
        message: '`error.message` is not a string.',
        expected: 'a string',
        actual: show(message),
      },
  }),
  inEnvelope({
    id: 'envelope.error-message-is-not-empty',
    ...recommended,
    requirement: '`error.message` is not empty.',
    on: 'failure',
    when: (exchange) => hasError(exchange) && typeof envelope(exchange).error.message === 'string',
    judge: ({ error: { message } }) =>
      message.trim() !== '' || {
        message: '`error.message` is empty.',
        expected: 'a message for the caller',
        actual: show(message),
      },
  }),
  inEnvelope({
    id: 'envelope.error-has-details',
    ...stated,
    requirement: '`error.details` is present, of any type; it is null if there are no details.',
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
