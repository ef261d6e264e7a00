import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registeredId } from '../../tests/support/mock/register.js';
import { reading, servedMock, withKey } from '../../tests/support/mock/test-mock.js';
import { createMock, type MockOptions } from '../create-mock.js';
import { AddressLimit } from '../http/address-limit.js';
import { controlPlane } from './plane.js';

const mock = await createMock({
  frozen: true,
  onError: (error) => {
    throw error;
  },
});

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await mock.fetch(`/__mock/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: text }),
  });
  return { status: response.status, body: (await response.json()) as any };
};

const providers = async (headers: Record<string, string> = {}) =>
  (await withKey(mock.fetch)('/api/v1/providers', { headers })).status;

const register = () => registeredId(mock);

test('reads, sets, advances and freezes the clock', async () => {
  expect((await call('GET', 'clock')).body).toEqual({ now: '2026-06-15T12:00:00.000Z', frozen: true });
  expect((await call('PUT', 'clock', { now: '2026-07-01T00:00:00Z', advance: 'P1DT90M' })).body.now).toBe(
    '2026-07-02T01:30:00.000Z',
  );
  expect((await call('PUT', 'clock', { advance: 1.5, frozen: false })).body.frozen).toBe(false);
  await call('POST', 'reset');
  expect((await call('GET', 'clock')).body).toEqual({ now: '2026-06-15T12:00:00.000Z', frozen: true });
});

test('reset reverts writes, and restoring a snapshot recovers them', async () => {
  const id = await register();
  const { body: snapshot } = await call('GET', 'snapshot');
  await call('POST', 'reset');
  const remove = () => withKey(mock.fetch)(`/api/v1/webhooks/endpoints/${id}`, { method: 'DELETE' });
  expect((await remove()).status).toBe(404);
  expect((await call('POST', 'restore', snapshot)).status).toBe(200);
  expect((await remove()).status).toBe(200);
});

test('changes the scenario until the next reset', async () => {
  const total = async (): Promise<number> =>
    (await reading(mock.fetch)('commitments')).pagination.total_items;
  const before = await total();
  expect((await call('PUT', 'scenario', { scenario: 'empty' })).body.scenario).toBe('empty');
  expect(await total()).toBe(0);
  expect((await call('GET', 'scenario')).body).toEqual({ scenario: 'empty' });
  await call('POST', 'reset');
  expect([before > 0, await total()]).toEqual([true, before]);
});

test('sets, counts and removes fault rules', async () => {
  const rule = { operation: 'listProviders', kind: 'status', status: 500, count: 1 };
  expect((await call('PUT', 'faults', { rules: [rule] })).body.rules).toEqual([
    { ...rule, matched: 0, injected: 0 },
  ]);
  expect([await providers(), await providers()]).toEqual([500, 200]);
  expect((await call('GET', 'faults')).body.rules).toEqual([{ ...rule, matched: 2, injected: 1 }]);
  expect((await call('DELETE', 'faults')).body.rules).toEqual([]);
});

test('sends an event to registered endpoints and lists its delivery', async () => {
  await call('POST', 'reset');
  await register();
  const sent = await call('POST', 'events', {
    type: 'optimization.completed',
    event: { recommendation_id: 'rec-1001' },
  });
  expect(sent.body.deliveries).toMatchObject([{ type: 'optimization.completed', state: 'pending' }]);
  expect((await call('GET', 'deliveries')).body.deliveries).toEqual(sent.body.deliveries);
  expect(sent.body.warnings).toEqual([
    '`event.status` of optimization.completed: Is required.',
    '`event.implementation_method` of optimization.completed: Is required.',
  ]);
});

test('a call with a session affects only that session', async () => {
  await call(
    'PUT',
    'faults',
    { rules: [{ operation: '*', kind: 'status', status: 500 }] },
    { 'mock-session': 'one' },
  );
  expect([await providers(), await providers({ 'mock-session': 'one' })]).toEqual([200, 500]);
  await call('POST', 'reset', undefined, { 'mock-session': 'one' });
  expect(await providers({ 'mock-session': 'one' })).toBe(200);
});

describe('returns a JSON error for', () => {
  test.each<[string, string, string, unknown, number, RegExp]>([
    ['an unknown path', 'GET', 'nothing', undefined, 404, /No such path.*\/__mock\/reset/],
    ['a property of Object as path', 'GET', 'constructor', undefined, 404, /No such path/],
    ['another method', 'POST', 'clock', {}, 405, /GET, PUT/],
    ['malformed JSON', 'PUT', 'clock', '{"now":', 400, /not valid JSON/],
    ['a body that is not an object', 'PUT', 'clock', '[]', 400, /JSON object/],
    ['a missing body', 'PUT', 'clock', undefined, 400, /JSON object/],
    ['an invalid timestamp', 'PUT', 'clock', { now: 'soon' }, 400, /Invalid timestamp/],
    ['a timestamp that is a number', 'PUT', 'clock', { now: 5 }, 400, /`now`/],
    ['a timestamp out of range', 'PUT', 'clock', { now: '9999-01-01T00:00:00Z' }, 400, /5 years/],
    ['a duration in months', 'PUT', 'clock', { advance: 'P1M' }, 400, /`advance`/],
    ['a negative duration', 'PUT', 'clock', { advance: -1 }, 400, /`advance`/],
    ['a frozen that is not a boolean', 'PUT', 'clock', { frozen: 'half' }, 400, /true or false/],
    ['an unknown field', 'PUT', 'clock', { froze: true }, 400, /Unknown field 'froze'/],
    ['faults without rules', 'PUT', 'faults', {}, 400, /array of fault rules/],
    ['an unknown scenario', 'PUT', 'scenario', { scenario: 'rainy' }, 400, /one of default/],
    ['an event without a type', 'POST', 'events', { event: {} }, 400, /`type`/],
    ['an event without a body', 'POST', 'events', { type: 'optimization.completed' }, 400, /`event`/],
    ['an invalid snapshot', 'POST', 'restore', { kind: 'cost-contract-snapshot/1' }, 400, /not a snapshot/],
  ])('%s', async (_name, method, path, body, status, message) => {
    const response = await call(method, path, body);
    expect(response.status).toBe(status);
    expect(response.body.error).toMatch(message);
  });

  test('an invalid session name', async () => {
    expect((await call('GET', 'clock', undefined, { 'mock-session': 'a b' })).status).toBe(400);
  });
});

test('control: false disables the control plane, sessions and Mock-Latency', async () => {
  const plain = await createMock({ control: false });
  expect((await plain.fetch('/__mock/clock')).status).toBe(404);
  const fixtures = (await (await plain.fetch('/.well-known/cost-contract.json')).json()) as object;
  expect(fixtures).not.toHaveProperty('latency_header');
  expect(fixtures).not.toHaveProperty('events_url');
  const headers = { authorization: 'Bearer ccc_test_caller+one', 'mock-latency': 'garbage' };
  expect((await plain.fetch('/api/v1/providers', { headers })).status).toBe(401);
});

describe('on a server that other machines can reach', () => {
  const serve = (options: MockOptions = {}) => servedMock(options, { host: '0.0.0.0' });
  const fixturesAt = async (url: string) =>
    (await (await fetch(`${url}/.well-known/cost-contract.json`)).json()) as object;

  test('the control plane is disabled, with instructions to enable it', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/__mock/clock`);
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ error: expect.stringContaining('--control-token TOKEN') });
    expect(await fixturesAt(url)).not.toHaveProperty('events_url');
  });

  test('the control plane stays enabled on another server of the same mock that only this machine can reach', async () => {
    const { mock } = await serve();
    const local = await mock.listen();
    expect((await fetch(`${local}/__mock/clock`)).status).toBe(200);
    expect(await fixturesAt(local)).toHaveProperty('events_url');
  });

  test('a token enables the control plane for callers that send it', async () => {
    const { url } = await serve({ controlToken: 'open-sesame' });
    const status = async (authorization: string) =>
      (await fetch(`${url}/__mock/clock`, { headers: { authorization } })).status;
    expect([await status('Bearer open-sesame'), await status('Bearer sesame')]).toEqual([200, 401]);
  });
});

describe('over HTTP', () => {
  let url: string;
  beforeAll(async () => {
    url = await mock.listen();
  });
  afterAll(() => mock.close());

  test('allows programs on this machine', async () => {
    expect((await fetch(`${url}/__mock/clock`)).status).toBe(200);
  });

  test.each([
    ['evil.example', 403],
    ['localhost', 200],
  ])('for the host name %s returns %d', async (host, status) => {
    const statusCode = await new Promise<number | undefined>((resolve, reject) => {
      get(`${url}/__mock/clock`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
    expect(statusCode).toBe(status);
  });

  test('rejects a simple request of a web page', async () => {
    const response = await fetch(`${url}/__mock/reset`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(403);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('rejects a preflight', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' };
    const response = await fetch(`${url}/__mock/clock`, { method: 'OPTIONS', headers });
    expect(response.status).toBe(403);
  });
});

test('lists the latest requests of the journal, and the open sessions', async () => {
  await call('POST', 'reset');
  for (const name of ['one', 'two']) await providers({ 'mock-session': name });
  await providers();
  await withKey(mock.fetch)('/api/v1/commitments');
  const { body } = await call('GET', 'journal?last=1');
  expect(body.requests).toMatchObject([{ operation: 'listCommitments' }]);
  expect((await call('GET', 'journal?last=none')).body.error).toContain(
    '`last` must be a number of requests',
  );
  expect((await call('GET', 'sessions')).body.sessions.slice(-2)).toEqual(['one', 'two']);
});

test('returns 429 after several wrong tokens, and still accepts the right one', async () => {
  const addresses = new AddressLimit(3, () => 0);
  const onError = () => undefined;
  const settings = { controlToken: 'open-sesame', addresses, log: null, onError };
  const handle = controlPlane(() => never(), { control: mock.control, settings, loadBill: () => never() });
  const call = async (token: string) => {
    const { status } = await handle({
      method: 'GET',
      path: '/__mock/clock',
      query: '',
      headers: { authorization: `Bearer ${token}` },
      body: null,
      client: { kind: 'socket', address: '10.0.0.5', isExposed: true },
    });
    return status;
  };
  const guesses = [];
  for (let i = 0; i < 5; i++) guesses.push(await call(`guess-${i}`));
  expect(guesses).toEqual([401, 401, 401, 429, 429]);
  expect(await call('open-sesame')).toBe(200);
});

function never(): never {
  throw new Error('Not a call of the API.');
}
