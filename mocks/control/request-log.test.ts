import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMock, type MockOptions } from '../create-mock.js';
import type { RequestEvent } from './request-log.js';

const authorization = 'Bearer ccc_test_caller';

/** A mock with what it has logged. */
const logging = async (options: MockOptions = {}) => {
  const events: RequestEvent[] = [];
  const mock = await createMock({ ...options, onRequest: (event) => events.push(event) });
  onTestFinished(() => mock.close());
  return { mock, events };
};

test('each request is reported with its response, and why', async () => {
  const { mock, events } = await logging();
  await mock.fetch('/api/v1/providers', { headers: { authorization } });
  await mock.fetch('/api/v1/commitments?page=zero', { headers: { authorization } });
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

test('it is what the journal has, also where no journal is', async () => {
  const { mock, events } = await logging();
  await mock.fetch('/api/v1/providers', { headers: { authorization } });
  expect(events).toEqual(mock.control.journal());
  const without = await logging({ journal: 0 });
  await without.mock.fetch('/api/v1/providers', { headers: { authorization } });
  expect(without.events[0]?.duration_ms).toBeGreaterThan(0);
});

test('requests of a session are reported too', async () => {
  const { mock, events } = await logging();
  await mock.fetch('/api/v1/providers', { headers: { authorization: `${authorization}+checkout` } });
  expect(events).toHaveLength(1);
});

test('calls of the control plane are reported, with what was wrong', async () => {
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

test('what is not HTTP is reported, and TLS is called by its name', async () => {
  const { mock, events } = await logging();
  const url = await mock.listen();
  await sendBytes(url, 'hello\r\n\r\n');
  await sendBytes(url, Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]));
  expect(events).toMatchObject([
    { method: null, target: null, status: 400, stage: 'protocol', reason: 'This is not an HTTP request.' },
    { status: 400, reason: expect.stringContaining('use http://') },
  ]);
});

test('a request that the server refuses before it reads it is reported', async () => {
  const { mock, events } = await logging();
  const url = await mock.listen();
  await sendBytes(url, 'GET /api/v1/providers HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(events).toMatchObject([
    {
      method: 'GET',
      target: '/api/v1/providers',
      status: 400,
      stage: 'protocol',
      reason: 'Send a Host header.',
    },
  ]);
});

test('no key is reported, neither one that is known nor one that is not', async () => {
  const { mock, events } = await logging({ controlToken: 'open-sesame' });
  const secondCaller = 'a-key-of-another-service';
  await mock.fetch('/api/v1/providers/ccc_test_reader?q=ccc%5Ftest_caller', { headers: { authorization } });
  await mock.fetch(`/${secondCaller}?token=whatever-it-is`, {
    headers: { authorization: `Bearer ${secondCaller}` },
  });
  await mock.fetch('/__mock/open-sesame', { headers: { authorization: 'Bearer open-sesame' } });
  const text = JSON.stringify(events);
  expect(events).toHaveLength(3);
  expect(text).not.toMatch(/ccc_test|ccc%5F|another-service|whatever|sesame/);
});

test('a log that throws spoils no response', async () => {
  const onFault = vi.fn();
  const onRequest = () => {
    throw new Error('disk full');
  };
  const mock = await createMock({ onRequest, onFault });
  const response = await mock.fetch('/api/v1/providers', { headers: { authorization } });
  expect(response.status).toBe(200);
  expect(onFault).toHaveBeenCalledWith(new Error('disk full'));
});
