import { expect, test } from 'vitest';
import { registerEndpoint } from '../../tests/support/mock/register.js';
import { withKey } from '../../tests/support/mock/test-mock.js';
import { validated } from '../../tests/support/mock/validated.js';
import { createMock } from '../create-mock.js';
import type { Session } from '../session/session.js';
import { createSessions } from './sessions.js';

const setUp = async (options: Parameters<typeof createMock>[0] = {}) => {
  const mock = await createMock({ frozen: true, ...options });
  const fetch = validated(mock.fetch);
  const call = withKey(fetch);
  const register = async (headers: Record<string, string> = {}) => {
    const response = await registerEndpoint({ fetch }, { headers });
    return {
      id: ((await response.json()) as any).data?.id as string,
      isReplay: response.headers.has('idempotent-replayed'),
    };
  };
  const remove = async (id: string, headers: Record<string, string> = {}) =>
    (await call(`/api/v1/webhooks/endpoints/${id}`, { method: 'DELETE', headers })).status;
  return { mock, call, fetch, register, remove };
};

test('isolates the writes of a session', async () => {
  const { register, remove } = await setUp();
  const { id } = await register({ 'mock-session': 'one' });
  expect(await remove(id)).toBe(404);
  expect(await remove(id, { 'mock-session': 'two' })).toBe(404);
  expect(await remove(id, { 'mock-session': 'one' })).toBe(200);
});

test('selects the same session by key suffix and by header', async () => {
  const { register, remove } = await setUp();
  const { id } = await register({ authorization: 'Bearer ccc_test_caller+one' });
  expect(await remove(id, { 'mock-session': 'one' })).toBe(200);
});

test('isolates idempotency keys, rate limits and clocks', async () => {
  const { mock, call, register } = await setUp({ rateLimit: 2 });
  const key = { 'idempotency-key': '6f9619ff-8b86-4d01-b42d-00c04fc964ff' };
  expect((await register({ ...key, 'mock-session': 'one' })).isReplay).toBe(false);
  expect((await register({ ...key, 'mock-session': 'one' })).isReplay).toBe(true);
  expect((await register({ ...key, 'mock-session': 'two' })).isReplay).toBe(false);
  expect((await call('/api/v1/providers', { headers: { 'mock-session': 'one' } })).status).toBe(429);
  await mock.control.session('one').advance(86_400_000);
  expect(mock.control.session('two').now()).toBe(mock.control.now());
});

test('opens a session in the initial state of the mock', async () => {
  const { mock, call, register, remove } = await setUp();
  const { id } = await register();
  await mock.control.advance(3_600_000);
  const response = await call('/api/v1/providers', { headers: { 'mock-session': 'late' } });
  expect(await response.json()).toMatchObject({ timestamp: '2026-06-15T12:00:00Z' });
  expect(await remove(id, { 'mock-session': 'late' })).toBe(404);
});

test('accepts a key that contains a plus sign', async () => {
  const { fetch } = await setUp({ keys: ['base_key', 'base_key+one'] });
  const providers = (key: string) => withKey(fetch, key)('/api/v1/providers');
  expect((await providers('base_key+one')).headers.get('x-request-id')).toMatch(/1$/);
  expect((await providers('base_key+two')).status).toBe(200);
  expect((await providers('nobody+two')).status).toBe(401);
});

test.each(['', 'a b', 'x'.repeat(65), '../up'])('rejects the session name "%s"', async (name) => {
  const { mock, call } = await setUp();
  expect((await call('/api/v1/providers', { headers: { 'mock-session': name } })).status).toBe(400);
  expect(() => mock.control.session(name)).toThrow('Mock-Session');
});

test('closes the least recently used session beyond the maximum', () => {
  const closed: string[] = [];
  let opened = 0;
  const open = () => {
    const name = `opened ${opened++}`;
    return { name, close: () => closed.push(name) } as unknown as Session;
  };
  const sessions = createSessions(open(), [], open, 2);
  const [a] = [sessions.named('a'), sessions.named('b')];
  expect(sessions.named('a')).toBe(a);
  sessions.named('c');
  expect(closed).toEqual(['opened 2']);
  expect(sessions.named('a')).toBe(a);
});

test.each([undefined, 'Bearer nobody', 'Bearer nobody+one', 'Basic ccc_test_caller'])(
  'does not open a session without a valid key (%s)',
  async (authorization) => {
    let opened = 0;
    const session = (name: string) =>
      ({ handle: async () => ({ status: 200, headers: {}, body: name }) }) as unknown as Session;
    const open = () => session(`opened ${++opened}`);
    const sessions = createSessions(session('root'), [{ key: 'ccc_test_caller', scope: 'read' }], open);
    const sent = (headers: Record<string, string | undefined>) =>
      sessions.handle({
        method: 'GET',
        path: '/api/v1/providers',
        query: '',
        headers: { 'mock-session': 'one', ...headers },
        body: null,
        client: { kind: 'program' },
      });
    expect(await sent({ authorization })).toMatchObject({ body: 'root' });
    expect(opened).toBe(0);
    expect(await sent({ authorization: 'Bearer ccc_test_caller' })).toMatchObject({ body: 'opened 1' });
    expect(await sent({ authorization })).toMatchObject({ body: 'opened 1' });
  },
);
