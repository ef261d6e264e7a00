import { beforeEach, expect, test } from 'vitest';
import { validated } from '../tests/support/mock/validated.js';
import { createMock, type Mock } from './create-mock.js';

// Requests that are wrong in several ways at once: who answers tells the order of the stages.

const path = '/api/v1/webhooks/endpoints';
const wrongKey = { authorization: 'Bearer ccc_live_nobody' };
const caller = { authorization: 'Bearer ccc_test_caller' };
const reader = { authorization: 'Bearer ccc_test_reader' };
const json = { 'content-type': 'application/json' };
const malformed = { 'idempotency-key': 'not-a-uuid' };
const fresh = { 'idempotency-key': '6f9619ff-8b86-4d01-b42d-00c04fc964ff' };

let mock: Mock;
let post: (headers: Record<string, string>, body?: string, to?: string) => Promise<any>;
beforeEach(async () => {
  mock = await createMock({ rateLimit: 2, frozen: true });
  post = async (headers, body = '{}', to = path) => {
    // The document says nothing of paths that it does not have.
    const fetch = to === path ? validated(mock.fetch) : mock.fetch;
    const response = await fetch(to, {
      method: 'POST',
      headers: { ...json, ...headers },
      body,
    });
    return { status: response.status, error: ((await response.json()) as any).error };
  };
});
const spend = async () => {
  for (let i = 0; i < 2; i++) await mock.fetch('/api/v1/providers', { headers: caller });
};

test('who is unknown hears of that first, whatever else is wrong', async () => {
  await spend();
  expect((await post({ ...wrongKey, ...malformed }, '{', '/api/v1/nothing')).status).toBe(401);
});

test('who has used up the limit hears of that before an unknown path', async () => {
  await spend();
  expect((await post({ ...caller, ...malformed }, '{', '/api/v1/nothing')).status).toBe(429);
});

test('an unknown path comes before what the key may not do', async () => {
  expect((await post({ ...reader, ...malformed }, '{', '/api/v1/nothing')).status).toBe(404);
});

test('what the key may not do comes before a fault that was asked for', async () => {
  mock.control.setFaults([{ operation: '*', kind: 'status', status: 500 }]);
  expect((await post({ ...reader, ...malformed }, '{')).status).toBe(403);
});

test('a fault that was asked for comes before the form of the idempotency key', async () => {
  mock.control.setFaults([{ operation: '*', kind: 'status', status: 500 }]);
  expect((await post({ ...caller, ...malformed }, '{')).status).toBe(500);
});

test('the form of the idempotency key comes before what is wrong in the body', async () => {
  const { status, error } = await post({ ...caller, ...malformed });
  expect([status, error.details.map(({ loc }: any) => loc[0])]).toEqual([422, ['header']]);
});

test('a body that cannot be read is refused before it takes the key, one that is not valid gives it back', async () => {
  expect((await post({ ...caller, ...fresh }, '{')).status).toBe(400);
  const { status, error } = await post({ ...caller, ...fresh });
  expect([status, error.details.map(({ loc }: any) => loc[0])]).toEqual([422, ['body', 'body']]);
  mock.control.advance(60_000);
  const body = JSON.stringify({
    url: 'https://hooks.example.com/a',
    event_types: ['optimization.completed'],
  });
  expect((await post({ ...caller, ...fresh }, body)).status).toBe(201);
});
