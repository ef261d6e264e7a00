import { expect, test } from 'vitest';
import type { MockRequest } from '../types.js';
import { fetchServer } from './fetch.js';

const seen: MockRequest[] = [];
const fetch = fetchServer(async (request) => {
  seen.push(request);
  return { status: 200, headers: { 'X-Request-Id': 'req_1' }, body: '{"success":true}' };
});

test('path and query arrive as they were sent', async () => {
  await fetch('/a/b%2Fc?x=%20&y');
  expect(seen.at(-1)).toMatchObject({ method: 'GET', path: '/a/b%2Fc', query: 'x=%20&y', body: null });
});

test('a whole address and a Request are taken as well', async () => {
  await fetch(new URL('https://service.example/a'));
  await fetch(
    new Request('https://service.example/b', { method: 'PUT', body: 'text', headers: { 'X-A': '1' } }),
  );
  expect(seen.at(-2)?.path).toBe('/a');
  expect(seen.at(-1)).toMatchObject({ method: 'PUT', path: '/b', headers: { 'x-a': '1' } });
  expect(new TextDecoder().decode(seen.at(-1)?.body ?? new Uint8Array())).toBe('text');
});

test('the answer is a Response', async () => {
  const response = await fetch('/');
  expect([response.status, response.headers.get('x-request-id'), await response.json()]).toEqual([
    200,
    'req_1',
    { success: true },
  ]);
});

test('HEAD gets no body', async () => {
  expect((await fetch('/', { method: 'HEAD' })).body).toBeNull();
});

test('an aborted request is rejected as fetch would', async () => {
  await expect(fetch('/', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
});

test('a caller who gives up waiting is told at once', async () => {
  const endless = fetchServer(() => new Promise(() => {}));
  const giveUp = new AbortController();
  const answer = endless('/', { signal: giveUp.signal });
  giveUp.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});
