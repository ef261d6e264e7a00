import { expect, test, vi } from 'vitest';
import { loopbackOnly } from './loopback-only.js';

const setUp = () => {
  const fetch = vi.fn(async () => new Response(null, { status: 204 }));
  return { fetch, guarded: loopbackOnly(fetch, new Set([4010, 80])) };
};

test.each(['http://localhost:8080/a', 'http://127.0.0.1:1/', 'https://127.8.9.1/', 'http://[::1]:81/'])(
  'sends to %s',
  async (url) => {
    expect((await setUp().guarded(url, {})).status).toBe(204);
  },
);

test.each([
  'https://hooks.example.com/',
  'https://127.0.0.1.example.com/',
  'http://10.0.0.1/',
  'http://localhost.example/',
])('does not send to %s', async (url) => {
  const { fetch, guarded } = setUp();
  await expect(guarded(url, {})).rejects.toThrow('is not a loopback address');
  expect(fetch).not.toHaveBeenCalled();
});

test.each([
  'http://127.0.0.1:4010/__mock/reset',
  'http://localhost:4010/',
  'http://127.8.9.1:4010/',
  'http://127.1:4010/',
  'http://2130706433:4010/',
  'http://0x7f.1:4010/',
  'http://[::1]:4010/',
  'http://[0:0:0:0:0:0:0:1]:4010/',
  'https://LOCALHOST:4010/',
  'http://127.0.0.1/',
  'http://user:password@127.0.0.1:4010/',
])('does not send to the mock itself as %s', async (url) => {
  const { fetch, guarded } = setUp();
  await expect(guarded(url, {})).rejects.toThrow('the endpoint is the mock itself');
  expect(fetch).not.toHaveBeenCalled();
});

test.each([
  'http://[::ffff:127.0.0.1]:4010/',
  'http://[::ffff:7f00:1]:4010/',
  'http://0.0.0.0:4010/',
  'http://[::]:4010/',
  'http://localhost.:4010/',
])('does not send to %s, which may also be this machine', async (url) => {
  const { fetch, guarded } = setUp();
  await expect(guarded(url, {})).rejects.toThrow('is not a loopback address');
  expect(fetch).not.toHaveBeenCalled();
});
