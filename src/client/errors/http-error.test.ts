import { expect, it } from 'vitest';
import { scriptedFetch } from '../../../tests/support/client/scripted-fetch.js';
import { createClient } from '../create-client.js';
import { HttpError } from './http-error.js';
import { UnexpectedResponseError } from './unexpected-response-error.js';

const apiKey = 'ccc_test_very_secret';
const call = '(getRenewal: GET /api/v1/commitments/renewal/{commitment_id}, attempt 1';

const errorOf = async (response: Response, options: object = {}) => {
  const fetch = scriptedFetch(response);
  const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey, fetch, retries: 0, ...options });
  const error = await client.getRenewal({ commitment_id: 'ri-1' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HttpError);
  return error as HttpError;
};
const page = (title: string) => `<html>\r\n<head><title>${title}</title></head>\r\n</html>`;
const html = { 'Content-Type': 'text/html; charset=utf-8' };

it.each<[string, Response, string, object]>([
  [
    'an unavailable gateway',
    new Response(page('503 Service Temporarily Unavailable'), {
      status: 503,
      headers: { ...html, 'Retry-After': '30', 'X-Request-Id': 'req-7' },
    }),
    'The response (status 503) does not have the envelope of the API; its body is ' +
      '"<html> <head><title>503 Service Temporarily Unavailable</title></head> </html>" (text/html). ' +
      `The service, or a gateway in front of it, failed or is unavailable. Try again after 30 s. ${call}, request ID req-7)`,
    { status: 503, requestId: 'req-7', retryAfterSeconds: 30 },
  ],
  [
    'the rate limit of a gateway',
    Response.json({ message: 'Too Many Requests' }, { status: 429 }),
    'its body is "{\\"message\\":\\"Too Many Requests\\"}" (application/json). ' +
      'The service, or a gateway in front of it, limits the request rate. Try again later. ' +
      `${call})`,
    { status: 429, body: '{"message":"Too Many Requests"}', retryAfterSeconds: null },
  ],
  [
    'a gateway that rejects the key',
    Response.json({ statusCode: 401, message: 'Access denied' }, { status: 401 }),
    'rejected the API key. Check the key.',
    { status: 401 },
  ],
  ['a firewall', new Response('Forbidden', { status: 403 }), 'denied access.', { body: 'Forbidden' }],
  [
    'another page',
    new Response(page('It works!'), { headers: html }),
    'Check that the base URL',
    { status: 200 },
  ],
  ['an empty body', new Response(null, { status: 404 }), 'its body is empty. Check that', { body: '' }],
])('describes the response of %s', async (_, response, message, properties) => {
  const error = await errorOf(response);
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error.message).toContain(message);
  expect(error).toMatchObject({ operation: 'getRenewal', method: 'GET', attempt: 1, ...properties });
});

it('has the headers and the beginning of a long body', async () => {
  const error = await errorOf(new Response('x'.repeat(10_000), { status: 502, headers: { Via: 'gateway' } }));
  expect(error.headers.get('via')).toBe('gateway');
  expect(error.body).toHaveLength(2_048);
  expect(error.message.length).toBeLessThan(400);
});

it.each<[string, ResponseInit, object]>([
  ['an error', { status: 502 }, {}],
  ['a success that is not JSON', { status: 200 }, {}],
  ['a redirect', { status: 302 }, {}],
  ['a body that is too large', { status: 200 }, { maxResponseBytes: 10 }],
])('never contains the API key: %s', async (_, init, options) => {
  const headers = { 'X-Echo': `Bearer ${apiKey}`, 'X-Request-Id': apiKey };
  const body = init.status === 302 ? null : `key ${apiKey}`;
  const error = await errorOf(new Response(body, { ...init, headers }), options);
  expect(error.headers.get('x-echo')).toBe('Bearer [redacted]');
  const shown = [error.message, error.body, String(error.stack), JSON.stringify(error), error.requestId];
  expect(shown.join()).not.toContain('very_secret');
});

it('has a log entry for every kind of error', async () => {
  const refused = Object.assign(new TypeError('fetch failed'), { cause: new Error('refused') });
  const client = createClient({
    baseUrl: 'http://127.0.0.1:4010',
    apiKey,
    fetch: scriptedFetch(refused),
    retries: 0,
  });
  const error = await client.listProviders().catch((thrown: unknown) => thrown);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    ...{ name: 'ConnectionError', code: null },
    message:
      'The connection to http://127.0.0.1:4010 failed (fetch failed: refused). (listProviders: GET /api/v1/providers, attempt 1)',
    ...{ operation: 'listProviders', method: 'GET', path: '/api/v1/providers', attempt: 1 },
  });
});
