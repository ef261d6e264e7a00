// @ts-check
import { keys as apiKeys, request } from '../request.mjs';
import { endpoint, endpoints } from './endpoint.mjs';

/** @typedef {import('../actions.mjs').Action} Action */

/** @type {Action} */
export async function beRefused({ random, judge, reads }, connection) {
  const { target } = random.pick(reads);
  const [sent, status, code] = random.pick([
    [request('GET', target, { key: null }), 401, 'AUTHENTICATION_ERROR'],
    [request('GET', target, { key: random.uuid() }), 401, 'AUTHENTICATION_ERROR'],
    [request('POST', endpoints, { key: apiKeys.reader, json: endpoint('') }), 403, 'AUTHORIZATION_ERROR'],
    [request('GET', `/api/v1/${random.uuid()}`), 404, 'NOT_FOUND'],
    [request('GET', `/${random.uuid()}`), 404, 'NOT_FOUND'],
    [request('PATCH', target), 405, undefined],
    [request('GET', '/api/v1/commitments?page=0'), 422, 'VALIDATION_ERROR'],
    [request('GET', `/api/v1/commitments?page_size=${random.uuid()}`), 422, 'VALIDATION_ERROR'],
    [request('GET', `/api/v1/commitments/detail/${random.uuid()}`), 404, 'NOT_FOUND'],
    [request('GET', '/api/v1/commitments/detail/%zz'), 400, 'BAD_REQUEST'],
    [request('GET', '/api/v1/commitments/detail/%E0%A4%A'), 400, 'BAD_REQUEST'],
    [request('DELETE', `${endpoints}/${random.uuid()}`), 404, 'NOT_FOUND'],
    [request('POST', endpoints, { text: '{"url": ' }), 400, 'BAD_REQUEST'],
    [request('POST', endpoints, { text: '['.repeat(500) + ']'.repeat(500) }), 400, 'BAD_REQUEST'],
    [
      request('POST', endpoints, { text: 'url=x', headers: { 'Content-Type': 'text/plain' } }),
      415,
      undefined,
    ],
    [
      request('POST', endpoints, { json: { url: 7, idempotencyKey: random.uuid() } }),
      422,
      'VALIDATION_ERROR',
    ],
    [request('POST', endpoints, { json: endpoint(''), idempotencyKey: 'no uuid' }), 422, 'VALIDATION_ERROR'],
  ]);
  const [answer] = await connection.send(sent);
  if (answer) judge.failure(firstLine(sent), answer, status, code);
}

/** @param {string} sent */
const firstLine = (sent) => sent.slice(0, sent.indexOf('\r\n'));
