import { describe, expect, expectTypeOf, it } from 'vitest';
import { failure, scriptedFetch, success } from '../../../tests/support/client/scripted-fetch.js';
import type { ErrorCode } from '../../contract/errors.js';
import { createClient } from '../create-client.js';
import { unwrap } from '../unwrap.js';
import { ApiError, isApiError } from './api-error.js';

const apiKey = 'ccc_test_very_secret';
const path = '/api/v1/commitments/renewal/{commitment_id}';

function clientOver(...responses: readonly Response[]) {
  const fetch = scriptedFetch(...responses);
  return createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey, fetch, sleep: async () => {} });
}
const errorOf = (call: PromiseLike<unknown>) => Promise.resolve(call).catch((error: unknown) => error);
const notFound = () => failure(404, 'NOT_FOUND', { 'X-Request-Id': 'req_1' }, { resource: 'renewal' });

describe('an ApiError', () => {
  it('names the request in its properties and its message', async () => {
    const error = await errorOf(
      clientOver(failure(503, 'ANY'), notFound()).getRenewal({ commitment_id: 'ri/1' }),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      ...{ status: 404, code: 'NOT_FOUND', serverMessage: 'NOT_FOUND.', details: { resource: 'renewal' } },
      ...{ operation: 'getRenewal', method: 'GET', path, attempt: 2, requestId: 'req_1' },
    });
    expect(String(error)).toBe(
      `ApiError: 404 NOT_FOUND: NOT_FOUND. (getRenewal: GET ${path}, attempt 2, request ID req_1)`,
    );
  });

  it('names the request of a path method', async () => {
    const body = { url: 'https://receiver.example.com', event_types: [] };
    const client = clientOver(failure(422, 'VALIDATION_ERROR'));
    const result = await client.POST('/api/v1/webhooks/endpoints', { body });
    expect(() => unwrap(result)).toThrow(
      '422 VALIDATION_ERROR: VALIDATION_ERROR. (createWebhookEndpoint: POST /api/v1/webhooks/endpoints, attempt 1)',
    );
  });

  it('names the request of a page of a list', async () => {
    const page = success({ items: [{ id: 'a' }], pagination: { has_next: true } });
    const error = await errorOf(
      clientOver(page, failure(403, 'AUTHORIZATION_ERROR')).listCommitments().all(),
    );
    expect(error).toMatchObject({ operation: 'listCommitments', path: '/api/v1/commitments', attempt: 1 });
  });

  it('does not require a request', () => {
    const response = new Response(null, { status: 404 });
    const error = { error: { code: 'NOT_FOUND', message: 'No.' } };
    expect(() => unwrap({ error, response })).toThrow(/^404 NOT_FOUND: No\.$/);
  });

  it('is written to a log with all properties, without the API key, values of parameters and stack', async () => {
    const response = failure(401, 'AUTHENTICATION_ERROR', { 'X-Request-Id': apiKey }, { key: apiKey });
    const error = await errorOf(clientOver(response).getRenewal({ commitment_id: 'ri-of-a-customer' }));
    const text = JSON.stringify(error);
    expect(JSON.parse(text)).toEqual({
      name: 'ApiError',
      message: `401 AUTHENTICATION_ERROR: AUTHENTICATION_ERROR. (getRenewal: GET ${path}, attempt 1, request ID [redacted])`,
      serverMessage: 'AUTHENTICATION_ERROR.',
      ...{ status: 401, code: 'AUTHENTICATION_ERROR', details: { key: '[redacted]' } },
      ...{ operation: 'getRenewal', method: 'GET', path, attempt: 1 },
      ...{ requestId: '[redacted]', retryAfterSeconds: null },
    });
    expect(text).not.toMatch(/very_secret|ri-of-a-customer|api-error\.ts/);
  });
});

describe('isApiError', () => {
  it('distinguishes errors by their code', async () => {
    const error = await errorOf(clientOver(notFound()).getRenewal({ commitment_id: 'ri-1' }));
    expect(isApiError(error)).toBe(true);
    expect(isApiError(error, 'NOT_FOUND')).toBe(true);
    expect(isApiError(error, 'CONFLICT', 'NOT_FOUND')).toBe(true);
    expect(isApiError(error, 'CONFLICT')).toBe(false);
    expect(isApiError(new Error('NOT_FOUND'), 'NOT_FOUND')).toBe(false);
    expect(isApiError(undefined)).toBe(false);
  });

  it('narrows the type of the code', () => {
    const codeOf = (error: unknown) => {
      if (isApiError(error, 'NOT_FOUND', 'TEAPOT')) return error.code;
      if (isApiError(error)) expectTypeOf(error.code).toEqualTypeOf<ErrorCode | (string & {})>();
      return null;
    };
    expectTypeOf(codeOf).returns.toEqualTypeOf<'NOT_FOUND' | 'TEAPOT' | null>();
  });
});
