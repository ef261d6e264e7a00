import { changedBody, changedFailure, changedHeaders, responses, type Where } from '../changes.js';
import { also, type Change, onIndependent } from '../faulty-server.js';

/** Replaces text of bodies: parsed JSON cannot have duplicate names. */
const rewritten = (where: Where, pattern: RegExp, text: string): Change =>
  responses(where, (response) => ({ ...response, body: response.body.replace(pattern, text) }));

export const envelopeServers = onIndependent({
  'envelope.body-is-a-json-object': {
    'data without its envelope': changedBody('GET /providers', '', (body) => body.data),
    'failures as plain text': responses('* **', (response, { path }) =>
      response.status === 404 && path.includes('no-such-route')
        ? { ...response, body: 'Not Found' }
        : response,
    ),
  },
  'envelope.names-are-unique': {
    'an id with two values': rewritten('GET /commitments', /"id":/, '"id":"ri-0",$&'),
    'success twice': rewritten('* **', /"success":(true|false)/, '$&,$&'),
  },
  'envelope.media-type-is-json': {
    'JSON sent as text/plain': changedHeaders('GET /providers', { 'content-type': 'text/plain' }),
    'failures as application/problem+json': changedHeaders(
      '* **',
      { 'content-type': 'application/problem+json' },
      { status: 401 },
    ),
    'no Content-Type': changedHeaders('GET /commitments/esr', { 'content-type': undefined }),
  },
  'envelope.success-is-boolean': {
    'success as a string': changedBody('GET /commitments', 'success', 'true'),
    'failures without success': changedFailure(401, 'success', undefined),
  },
  'envelope.success-matches-the-status': {
    'success true on failures': changedFailure(401, 'success', true),
    'success false on a success': changedBody('GET /recommendations/audit/summary', 'success', false),
  },
  'envelope.timestamp-is-present': {
    'no timestamp': changedBody('GET /providers', 'timestamp', undefined),
    'timestamp as Unix seconds': changedBody('GET /costs/forecast', 'timestamp', 1781524800),
    'no timestamp on failures': changedFailure(404, 'timestamp', undefined),
  },
  'envelope.timestamp-is-iso-8601': {
    'timestamp as an HTTP date': changedBody('GET /providers', 'timestamp', 'Mon, 15 Jun 2026 12:00:00 GMT'),
    'timestamp on a day that does not exist': changedBody(
      'GET /providers',
      'timestamp',
      '2026-02-30T12:00:00Z',
    ),
    'timestamp with an offset of more than a day': changedBody(
      'GET /providers',
      'timestamp',
      '2026-06-15T12:00:00+25:00',
    ),
    'timestamp with a blank instead of T': changedBody('GET /providers', 'timestamp', '2026-06-15 12:00:00Z'),
    'timestamp as a date only': changedBody('GET /commitments/inventory', 'timestamp', '2026-06-15'),
  },
  'envelope.timestamp-has-a-zone': {
    'timestamp without a time zone': changedBody('GET /providers', 'timestamp', '2026-06-15T12:00:00'),
  },
  'envelope.timestamp-is-rfc-3339': {
    'timestamp in the basic format': changedBody('GET /providers', 'timestamp', '20260615T120000Z'),
  },
  'envelope.success-has-data': {
    'data under another name': changedBody('GET /recommendations/audit/summary', '', ({ data, ...body }) => ({
      ...body,
      result: data,
    })),
    'data null for an empty list': changedBody('GET /commitments/recommendations', 'data', null),
  },
  'envelope.success-has-no-error': {
    'an error together with data': changedBody('GET /providers', 'error', {
      code: 'NONE',
      message: '',
      details: null,
    }),
  },
  'envelope.absent-parts-are-left-out': {
    'error null on every success': changedBody('GET /providers', 'error', null),
  },
  'envelope.failure-has-error': {
    'the error as a string': also(
      changedFailure(404, 'error', 'Not found'),
      'authentication.challenge-is-sent',
    ),
  },
  'envelope.failure-has-no-data': { 'data together with an error': changedFailure(401, 'data', {}) },
  'envelope.error-has-a-code': {
    'the code as a number': changedFailure(401, 'error.code', 401),
  },
  'envelope.error-has-a-message': { 'no message': changedFailure(401, 'error.message', undefined) },
  'envelope.error-message-is-not-empty': { 'an empty message': changedFailure(401, 'error.message', '') },
  'envelope.error-has-details': {
    'no details on failures': changedFailure(422, 'error.details', undefined),
  },
});
