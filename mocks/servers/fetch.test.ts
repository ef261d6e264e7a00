import { expect, test } from 'vitest';
import type { MockRequest } from '../types.js';
import { fetchServer } from './fetch.js';

const seen: MockRequest[] = [];
const fetch = fetchServer(async (request) => {
  seen.push(request);
  return { status: 200, headers: { 'X-Request-Id': 'req_1' }, body: '{"success":true}' };
});

test('passes path and query unchanged', async () => {
  await fetch('/a/b%2Fc?x=%20&y');
  expect(seen.at(-1)).toMatchObject({ method: 'GET', path: '/a/b%2Fc', query: 'x=%20&y', body: null });
});

test('accepts a URL and a Request', async () => {
  await fetch(new URL('https://service.example/a'));
  await fetch(
    new Request('https://service.example/b', { method: 'PUT', body: 'text', headers: { 'X-A': '1' } }),
  );
  expect(seen.at(-2)?.path).toBe('/a');
  expect(seen.at(-1)).toMatchObject({ method: 'PUT', path: '/b', headers: { 'x-a': '1' } });
  expect(new TextDecoder().decode(seen.at(-1)?.body ?? new Uint8Array())).toBe('text');
});

test('returns a Response', async () => {
  const response = await fetch('/');
  expect([response.status, response.headers.get('x-request-id'), await response.json()]).toEqual([
    200,
    'req_1',
    { success: true },
  ]);
});

test('returns no body for HEAD', async () => {
  expect((await fetch('/', { method: 'HEAD' })).body).toBeNull();
});

test('rejects an aborted request with AbortError', async () => {
  await expect(fetch('/', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
});

test('rejects immediately when the caller aborts a pending request', async () => {
  const fetchForever = fetchServer(() => new Promise(() => {}));
  const controller = new AbortController();
  const response = fetchForever('/', { signal: controller.signal });
  controller.abort();
  await expect(response).rejects.toMatchObject({ name: 'AbortError' });
});
