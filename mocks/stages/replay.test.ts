import { expect, test } from 'vitest';
import { testMock, withKey } from '../../tests/support/mock/test-mock.js';
import { createMock } from '../create-mock.js';
import type { RecordedResponse } from '../replay/recorded-response.js';

const recorded = (parts: Partial<RecordedResponse>): RecordedResponse => ({
  method: 'GET',
  target: '/api/v1/providers',
  requestBody: null,
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '"recorded"',
  ...parts,
});

const replaying = async (...replay: readonly Partial<RecordedResponse>[]) => {
  const mock = await testMock({ replay: replay.map(recorded) });
  const send = async (target: string, init: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json', ...init.headers };
    const response = await withKey(mock.fetch)(target, { ...init, headers });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  return { mock, send };
};

test('returns a recorded response, and names its source', async () => {
  const { mock, send } = await replaying({ status: 404, headers: { 'X-Total': '1', date: 'Monday' } });
  const { status, headers, body } = await send('/api/v1/providers');
  expect([status, body]).toEqual([404, '"recorded"']);
  expect(headers.get('mock-source')).toBe('recording');
  expect(headers.get('x-total')).toBe('1');
  expect(headers.get('date')).not.toContain('Monday');
  expect(headers.get('ratelimit')).toContain('r=599');
  expect(mock.control.journal()).toMatchObject([{ stage: 'replay', status: 404 }]);
});

test('returns what was not recorded from the dataset', async () => {
  const { send } = await replaying({});
  const { status, headers, body } = await send('/api/v1/commitments');
  expect(status).toBe(200);
  expect(headers.get('mock-source')).toBe('dataset');
  expect(body).toContain('"pagination"');
});

test('a mock without a recording sends no source', async () => {
  const { headers } = await withKey((await createMock()).fetch)('/api/v1/providers');
  expect(headers.get('mock-source')).toBeNull();
});

test('compares path and query parameters in any order and encoding', async () => {
  const { send } = await replaying(
    { target: '/api/v1/commitments?page=2&page_size=5', body: '"second page"' },
    { target: '/api/v1/commitments/detail/a%2Fb', body: '"one"' },
  );
  expect((await send('/api/v1/commitments?page_size=5&page=2')).body).toBe('"second page"');
  expect((await send('/api/v1/commitments?page_size=%35&page=2')).body).toBe('"second page"');
  expect((await send('/api/v1/commitments?page_size=5&page=1')).headers.get('mock-source')).toBe('dataset');
  expect((await send('/api/v1/commitments/detail/a%2fb')).body).toBe('"one"');
  expect((await send('/api/v1/commitments/detail/b')).status).toBe(404);
});

test('returns several responses in their order; the last one repeats until the mock is reset', async () => {
  const { mock, send } = await replaying({ body: '1' }, { body: '2' });
  const bodies = async () => [
    (await send('/api/v1/providers')).body,
    (await send('/api/v1/providers')).body,
    (await send('/api/v1/providers')).body,
  ];
  expect(await bodies()).toEqual(['1', '2', '2']);
  mock.control.reset();
  expect(await bodies()).toEqual(['1', '2', '2']);
  const other = await send('/api/v1/providers', { headers: { 'mock-session': 'other' } });
  expect(other.body).toBe('1');
});

test('replays a write only for the same body', async () => {
  const target = '/api/v1/webhooks/endpoints';
  const requestBody =
    '{"url": "https://a.example/?token=[redacted]", "event_types": ["optimization.completed"]}';
  const { send } = await replaying({ method: 'POST', target, requestBody, status: 201 });
  const post = (url: string) =>
    send(target, { method: 'POST', body: JSON.stringify({ event_types: ['optimization.completed'], url }) });
  expect((await post('https://a.example/?token=abcdefgh')).body).toBe('"recorded"');
  const other = await post('https://b.example/');
  expect([other.status, other.headers.get('mock-source')]).toEqual([201, 'dataset']);
});

test('replays the response to a request that the document does not allow', async () => {
  const { send } = await replaying({ target: '/api/v1/commitments?page=zero', status: 400 });
  expect((await send('/api/v1/commitments?page=zero')).body).toBe('"recorded"');
});

test('checks keys and scopes, limits the rate and injects faults as without a recording', async () => {
  const { mock, send } = await replaying({ body: '1' }, { body: '2' });
  expect((await send('/api/v1/providers', { headers: { authorization: 'Bearer unknown' } })).status).toBe(
    401,
  );
  mock.control.setFaults([{ operation: 'listProviders', kind: 'status', status: 500, nth: 1 }]);
  expect((await send('/api/v1/providers')).status).toBe(500);
  expect((await send('/api/v1/providers')).body).toBe('1');
  const preferred = await send('/api/v1/providers', { headers: { prefer: 'code=429' } });
  expect([preferred.status, preferred.headers.get('mock-source')]).toEqual([429, 'dataset']);
});

test('sends no header that HTTP does not allow, and no placeholder of a secret', async () => {
  const { mock, send } = await replaying({
    status: 204,
    headers: {
      'a b': '1',
      'x-line': 'a\r\nb',
      'x-token': '[redacted]',
      'content-encoding': 'gzip',
      'x-ok': 'café',
    },
  });
  const { status, headers } = await send('/api/v1/providers');
  expect(status).toBe(204);
  expect(['a-b', 'x-line', 'x-token', 'content-encoding'].filter((name) => headers.has(name))).toEqual([]);
  const overSocket = await withKey(fetch)(`${await mock.listen()}/api/v1/providers`);
  expect([overSocket.status, overSocket.headers.get('x-ok')]).toEqual([204, 'café']);
});

test.each<[string, Partial<RecordedResponse>, string]>([
  [
    'a path outside the API',
    { target: '/index.html' },
    'replay[0] is not a request to the API: GET /index.html',
  ],
  ['an invalid status', { status: 1000 }, 'replay[0].status must be an integer from 200 to 599'],
])('refuses %s', async (_name, parts, message) => {
  await expect(createMock({ replay: [recorded(parts)] })).rejects.toThrow(message);
});
