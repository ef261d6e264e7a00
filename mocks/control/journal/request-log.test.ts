import { connect } from 'node:net';
import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { testMock, withKey } from '../../../tests/support/mock/test-mock.js';
import { createMock, type MockOptions } from '../../create-mock.js';
import type { RequestEvent } from './request-log.js';

/** Creates a mock and collects its log events. */
const logging = async (options: MockOptions = {}) => {
  const events: RequestEvent[] = [];
  const mock = await testMock({ ...options, onRequest: (event) => events.push(event) });
  return { mock, call: withKey(mock.fetch), events };
};

test('logs each request with its status and the reason', async () => {
  const { mock, call, events } = await logging();
  await call('/api/v1/providers');
  await call('/api/v1/commitments?page=zero');
  await mock.fetch('/api/v1/providers');
  expect(events).toMatchObject([
    { method: 'GET', target: '/api/v1/providers', status: 200, operation: 'listProviders', stage: 'respond' },
    { target: '/api/v1/commitments?page=zero', status: 422, reason: '`page` must be an integer.' },
    {
      status: 401,
      operation: 'listProviders',
      stage: 'authenticate',
      reason: expect.stringContaining('API key'),
    },
  ]);
});

test('logs the entries of the journal, also if the journal is disabled', async () => {
  const { mock, call, events } = await logging();
  await call('/api/v1/providers');
  expect(events).toEqual(mock.control.journal());
  const without = await logging({ journal: 0 });
  await without.call('/api/v1/providers');
  expect(without.events[0]?.duration_ms).toBeGreaterThan(0);
});

test('a copy and the JSON of an entry have all its properties, and a dump shows no key', async () => {
  const { call, events } = await logging();
  await call('/api/v1/providers');
  const [event] = events as [RequestEvent];
  expect(Object.keys({ ...event })).toEqual(Object.keys(event));
  expect({ ...event }).toMatchObject({
    started_at: expect.stringMatching(/^\d{4}-/),
    headers: { authorization: '[redacted]' },
    reason: 'The operation responded.',
  });
  expect(JSON.parse(JSON.stringify(event))).toEqual({ ...event });
  expect(inspect(event, { showHidden: true, depth: 9 })).not.toContain('ccc_test');
});

test('logs requests of sessions', async () => {
  const { mock, events } = await logging();
  await withKey(mock.fetch, 'ccc_test_caller+checkout')('/api/v1/providers');
  expect(events).toHaveLength(1);
});

test('logs calls of the control plane with their error', async () => {
  const { mock, events } = await logging();
  await mock.fetch('/__mock/clock');
  await mock.fetch('/__mock/clock', { method: 'PUT', body: '{"advance": "soon"}' });
  expect(events).toMatchObject([
    { method: 'GET', target: '/__mock/clock', status: 200, stage: 'control-plane' },
    { method: 'PUT', status: 400, reason: expect.stringContaining('`advance`') },
  ]);
});

const sendBytes = (url: string, bytes: string | Buffer) =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('close', () => resolve()).on('error', () => undefined);
    socket.resume();
  });

test('does not log that the front page reads the control plane, but what it changes and what fails', async () => {
  const { mock, events } = await logging();
  const headers = { 'sec-fetch-site': 'same-origin' };
  await mock.fetch('/__mock/journal?last=50', { headers });
  await mock.fetch('/__mock/reset', { method: 'POST', headers });
  await mock.fetch('/__mock/nothing', { headers });
  expect(events).toMatchObject([{ target: '/__mock/reset' }, { target: '/__mock/nothing', status: 404 }]);
});

test('logs malformed input, and names TLS', async () => {
  const { mock, events } = await logging();
  const url = await mock.listen();
  await sendBytes(url, 'hello\r\n\r\n');
  await sendBytes(url, Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]));
  expect(events).toMatchObject([
    { method: null, target: null, status: 400, stage: 'protocol', reason: 'Malformed HTTP request.' },
    { status: 400, reason: expect.stringContaining('Use http://') },
  ]);
});

test('logs a request that the HTTP server rejects', async () => {
  const { mock, events } = await logging();
  const url = await mock.listen();
  await sendBytes(url, 'GET /api/v1/providers HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(events).toMatchObject([
    {
      method: 'GET',
      target: '/api/v1/providers',
      status: 400,
      stage: 'protocol',
      reason: 'The Host header is missing.',
    },
  ]);
});

test('redacts known and unknown keys', async () => {
  const { mock, call, events } = await logging({ controlToken: 'open-sesame' });
  const unknownKey = 'a-key-of-another-service';
  await call('/api/v1/providers/ccc_test_reader?q=ccc%5Ftest_caller');
  await withKey(mock.fetch, unknownKey)(`/${unknownKey}?token=whatever-it-is`);
  await withKey(mock.fetch, 'open-sesame')('/__mock/open-sesame');
  const text = JSON.stringify(events);
  expect(events).toHaveLength(3);
  expect(text).not.toMatch(/ccc_test|ccc%5F|another-service|whatever|sesame/);
});

test('an exception of onRequest does not affect the response', async () => {
  const onError = vi.fn();
  const onRequest = () => {
    throw new Error('disk full');
  };
  const mock = await createMock({ onRequest, onError });
  expect((await withKey(mock.fetch)('/api/v1/providers')).status).toBe(200);
  expect(onError).toHaveBeenCalledWith(new Error('disk full'));
});

test('redacts every unknown key, however many are sent', async () => {
  const { mock, call, events } = await logging();
  for (let sent = 0; sent < 120; sent += 1) {
    const key = `sk_live_unknown_${sent}`;
    await withKey(mock.fetch, key)(`/api/v1/providers?note=${key}`);
  }
  await call('/api/v1/providers?note=ccc_test_caller');
  expect(new Set(events.map(({ target }) => target))).toEqual(new Set(['/api/v1/providers?note=[redacted]']));
  expect(JSON.stringify(events)).not.toMatch(/sk_live|test_caller/);
});

test('logs what the document does not allow in an event', async () => {
  const { mock, events } = await logging();
  const body = JSON.stringify({ type: 'optimization.complete', event: {} });
  await mock.fetch('/__mock/events', { method: 'POST', body });
  expect(events).toMatchObject([{ status: 200, warnings: [expect.stringContaining('Did you mean')] }]);
});
