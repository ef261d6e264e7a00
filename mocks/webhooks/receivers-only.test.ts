import { expect, test, vi } from 'vitest';
import { readReceivers } from './allowed-receivers.js';
import { receiversOnly } from './receivers-only.js';

const setUp = (allowed: readonly string[] = []) => {
  const fetch = vi.fn(async () => new Response(null, { status: 204 }));
  return { fetch, guarded: receiversOnly(fetch, new Set([4010, 80]), readReceivers(allowed)) };
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
  // These may be this machine.
  'http://[::ffff:127.0.0.1]:4010/',
  'http://[::ffff:7f00:1]:4010/',
  'http://0.0.0.0:4010/',
  'http://[::]:4010/',
  'http://localhost.:4010/',
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
  ['receiver', 'http://receiver:8080/events'],
  ['RECEIVER', 'http://receiver:9/'],
  ['receiver:8080', 'http://receiver:8080/'],
  ['receiver:443', 'https://receiver/'],
  ['host.docker.internal', 'http://host.docker.internal:3000/'],
  ['[fd00::1]:8080', 'http://[fd00:0::1]:8080/'],
])('with %s allowed, sends to %s', async (entry, url) => {
  expect((await setUp([entry]).guarded(url, {})).status).toBe(204);
});

test.each([
  ['receiver', 'http://other:8080/'],
  ['receiver', 'http://a.receiver:8080/'],
  ['receiver', 'http://receiver.example:8080/'],
  ['receiver', 'http://receiver@other:8080/'],
  ['receiver:8080', 'http://receiver:8081/'],
  ['receiver:8080', 'http://receiver/'],
])('with %s allowed, does not send to %s', async (entry, url) => {
  const { fetch, guarded } = setUp([entry]);
  await expect(guarded(url, {})).rejects.toThrow(/is not a loopback address.*--allow-receiver/);
  expect(fetch).not.toHaveBeenCalled();
});

test.each(['0.0.0.0', 'mock', 'mock:4010'])(
  'with %s allowed, does not send to its own port',
  async (entry) => {
    const { fetch, guarded } = setUp([entry]);
    const host = entry.replace(':4010', '');
    await expect(guarded(`http://${host}:4010/__mock/reset`, {})).rejects.toThrow(
      'the port of the mock itself',
    );
    expect(fetch).not.toHaveBeenCalled();
  },
);

test.each([
  '',
  '*',
  'http://receiver',
  'receiver/path',
  'user@receiver',
  'receiver:0',
  'receiver:65536',
  '*.example',
])('rejects %j as a receiver', (entry) => {
  expect(() => readReceivers([entry])).toThrow(/Invalid receiver .*receiver:8080/);
});
