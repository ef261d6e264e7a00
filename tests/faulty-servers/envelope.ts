import { answers, type Defect, failures, successes } from './defect.js';

const everywhere = '* **' as const;

export const envelopeDefects: readonly Defect[] = [
  {
    name: 'data without its envelope',
    kills: 'envelope.body-is-a-json-object',
    also: ['providers.list-is-a-bare-array'],
    wrap: successes('GET /providers', ({ data }) => data),
  },
  {
    name: 'failures as plain text',
    kills: 'envelope.body-is-a-json-object',
    also: ['errors.unknown-route-is-404'],
    wrap: answers(everywhere, (answer, { path }) =>
      answer.status === 404 && path.includes('no-such-route') ? { ...answer, body: 'Not Found' } : answer,
    ),
  },
  {
    name: 'JSON sent as text/plain',
    kills: 'envelope.media-type-is-json',
    wrap: answers('GET /providers', (answer) => ({ ...answer, headers: { 'content-type': 'text/plain' } })),
  },
  {
    name: 'failures as application/problem+json',
    kills: 'envelope.media-type-is-json',
    wrap: answers(everywhere, (answer) =>
      answer.status === 401 ? { ...answer, headers: { 'content-type': 'application/problem+json' } } : answer,
    ),
  },
  {
    name: 'no Content-Type',
    kills: 'envelope.media-type-is-json',
    wrap: answers('GET /commitments/esr', (answer) => ({ ...answer, headers: {} })),
  },
  {
    name: 'success as a string',
    kills: 'envelope.success-is-boolean',
    wrap: successes('GET /commitments', (body) => ({ ...body, success: 'true' })),
  },
  {
    name: 'success left out of failures',
    kills: 'envelope.success-is-boolean',
    also: [
      'authentication.key-is-compared-whole',
      'authentication.no-key-is-401',
      'authentication.unknown-key-is-401',
      'authentication.other-scheme-is-401',
      'authentication.empty-token-is-401',
    ],
    wrap: failures(({ success: _, ...rest }) => rest, 401),
  },
  {
    name: 'success true on failures',
    kills: 'envelope.success-tells-the-status',
    also: [
      'authentication.key-is-compared-whole',
      'authentication.no-key-is-401',
      'authentication.unknown-key-is-401',
      'authentication.other-scheme-is-401',
      'authentication.empty-token-is-401',
    ],
    wrap: failures((body) => ({ ...body, success: true }), 401),
  },
  {
    name: 'success false on a success',
    kills: 'envelope.success-tells-the-status',
    wrap: successes('GET /recommendations/audit/summary', (body) => ({ ...body, success: false })),
  },
  {
    name: 'no timestamp',
    kills: 'envelope.timestamp-is-present',
    wrap: successes('GET /providers', ({ timestamp: _, ...rest }) => rest),
  },
  {
    name: 'timestamp as Unix seconds',
    kills: 'envelope.timestamp-is-present',
    wrap: successes('GET /costs/forecast', (body) => ({ ...body, timestamp: 1781524800 })),
  },
  {
    name: 'no timestamp on failures',
    kills: 'envelope.timestamp-is-present',
    wrap: failures(({ timestamp: _, ...rest }) => rest, 404),
  },
  {
    name: 'timestamp as an HTTP date',
    kills: 'envelope.timestamp-is-iso-8601',
    wrap: successes('GET /providers', (body) => ({ ...body, timestamp: 'Mon, 15 Jun 2026 12:00:00 GMT' })),
  },
  {
    name: 'timestamp as a date only',
    kills: 'envelope.timestamp-is-iso-8601',
    wrap: successes('GET /commitments/inventory', (body) => ({ ...body, timestamp: '2026-06-15' })),
  },
  {
    name: 'timestamp without a zone',
    kills: 'envelope.timestamp-has-a-zone',
    wrap: successes('GET /providers', (body) => ({ ...body, timestamp: '2026-06-15T12:00:00' })),
  },
  {
    name: 'the payload under another name',
    kills: 'envelope.success-has-data',
    wrap: successes('GET /recommendations/audit/summary', ({ data, ...rest }) => ({ ...rest, result: data })),
  },
  {
    name: 'data null where there is nothing',
    kills: 'envelope.success-has-data',
    wrap: successes('GET /commitments/recommendations', (body) => ({ ...body, data: null })),
  },
  {
    name: 'an error beside the data',
    kills: 'envelope.success-has-no-error',
    wrap: successes('GET /providers', (body) => ({
      ...body,
      error: { code: 'NONE', message: '', details: null },
    })),
  },
  {
    name: 'error null on every success',
    kills: 'envelope.absent-parts-are-left-out',
    wrap: successes('GET /providers', (body) => ({ ...body, error: null })),
  },
  {
    name: 'the error as a string',
    kills: 'envelope.failure-has-error',
    also: [
      'errors.unknown-route-is-404',
      'errors.unknown-commitment-is-404',
      'errors.unknown-recommendation-is-404',
      'errors.unknown-audit-is-404',
      'errors.unknown-tag-key-is-404',
      'errors.unknown-endpoint-is-404',
      'errors.unknown-provider-is-404',
      'errors.unraised-renewal-is-404',
      'errors.deleted-endpoint-is-gone',
    ],
    wrap: failures((body) => ({ ...body, error: 'Not found' }), 404),
  },
  {
    name: 'data beside the error',
    kills: 'envelope.failure-has-no-data',
    wrap: failures((body) => ({ ...body, data: {} }), 401),
  },
  {
    name: 'the code as a number',
    kills: 'envelope.error-has-a-code',
    also: [
      'authentication.key-is-compared-whole',
      'authentication.no-key-is-401',
      'authentication.unknown-key-is-401',
      'authentication.other-scheme-is-401',
      'authentication.empty-token-is-401',
    ],
    wrap: failures((body) => ({ ...body, error: { ...body.error, code: 401 } }), 401),
  },
  {
    name: 'no message',
    kills: 'envelope.error-has-a-message',
    wrap: failures(({ error: { message: _, ...error }, ...rest }) => ({ ...rest, error }), 401),
  },
  {
    name: 'an empty message',
    kills: 'envelope.error-message-says-something',
    wrap: failures((body) => ({ ...body, error: { ...body.error, message: '' } }), 401),
  },
  {
    name: 'details left out where there are none',
    kills: 'envelope.error-has-details',
    wrap: failures(({ error: { details: _, ...error }, ...rest }) => ({ ...rest, error }), 422),
  },
];
