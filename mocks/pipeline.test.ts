import { beforeEach, expect, test } from 'vitest';
import { validated } from '../tests/support/mock/validated.js';
import { createMock, type Mock } from './create-mock.js';

// Requests with several errors: the error that is returned shows the order of the stages.

const path = '/api/v1/webhooks/endpoints';
const wrongKey = { authorization: 'Bearer ccc_live_nobody' };
const caller = { authorization: 'Bearer ccc_test_caller' };
const reader = { authorization: 'Bearer ccc_test_reader' };
const json = { 'content-type': 'application/json' };
const malformed = { 'idempotency-key': 'not-a-uuid' };
const fresh = { 'idempotency-key': '6f9619ff-8b86-4d01-b42d-00c04fc964ff' };

let mock: Mock;
beforeEach(async () => {
  mock = await createMock({ rateLimit: 2, frozen: true });
});
async function post(headers: Record<string, string>, body = '{}', to = path): Promise<any> {
  // Unknown paths are not documented.
  const fetch = to === path ? validated(mock.fetch) : mock.fetch;
  const response = await fetch(to, { method: 'POST', headers: { ...json, ...headers }, body });
  return { status: response.status, error: ((await response.json()) as any).error };
}
const exhaustRateLimit = async () => {
  for (let i = 0; i < 2; i++) await mock.fetch('/api/v1/providers', { headers: caller });
};

test('authenticates before all other stages', async () => {
  await exhaustRateLimit();
  expect((await post({ ...wrongKey, ...malformed }, '{', '/api/v1/nothing')).status).toBe(401);
});

test('checks the rate limit before the path', async () => {
  await exhaustRateLimit();
  expect((await post({ ...caller, ...malformed }, '{', '/api/v1/nothing')).status).toBe(429);
});

test('checks the path before the scope of the key', async () => {
  expect((await post({ ...reader, ...malformed }, '{', '/api/v1/nothing')).status).toBe(404);
});

test('checks the scope of the key before injecting a fault', async () => {
  mock.control.setFaults([{ operation: '*', kind: 'status', status: 500 }]);
  expect((await post({ ...reader, ...malformed }, '{')).status).toBe(403);
});

test('injects a fault before validating the idempotency key', async () => {
  mock.control.setFaults([{ operation: '*', kind: 'status', status: 500 }]);
  expect((await post({ ...caller, ...malformed }, '{')).status).toBe(500);
});

test('validates the idempotency key before the body', async () => {
  const { status, error } = await post({ ...caller, ...malformed });
  expect([status, error.details.map(({ loc }: any) => loc[0])]).toEqual([422, ['header']]);
});

test('claims no idempotency key for malformed JSON, and releases it after an invalid body', async () => {
  expect((await post({ ...caller, ...fresh }, '{')).status).toBe(400);
  const { status, error } = await post({ ...caller, ...fresh });
  expect([status, error.details.map(({ loc }: any) => loc[0])]).toEqual([422, ['body', 'body']]);
  mock.control.advance(60_000);
  const endpoint = { url: 'https://hooks.example.com/a', event_types: ['optimization.completed'] };
  expect((await post({ ...caller, ...fresh }, JSON.stringify(endpoint))).status).toBe(201);
});
