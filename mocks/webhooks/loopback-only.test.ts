import { expect, test, vi } from 'vitest';
import { loopbackOnly } from './loopback-only.js';

const setUp = () => {
  const fetch = vi.fn(async () => new Response(null, { status: 204 }));
  return { fetch, guarded: loopbackOnly(fetch) };
};

test.each(['http://localhost:8080/a', 'http://127.0.0.1:1/', 'https://127.8.9.1/', 'http://[::1]:80/'])(
  '%s is this machine',
  async (url) => {
    expect((await setUp().guarded(url, {})).status).toBe(204);
  },
);

test.each([
  'https://hooks.example.com/',
  'https://127.0.0.1.example.com/',
  'http://10.0.0.1/',
  'http://localhost.example/',
])('nothing is sent to %s', async (url) => {
  const { fetch, guarded } = setUp();
  await expect(guarded(url, {})).rejects.toThrow('is not this machine');
  expect(fetch).not.toHaveBeenCalled();
});
