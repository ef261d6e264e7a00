import { expect, test } from 'vitest';
import { exchangeOf } from '../../../tests/support/mock/exchanges.js';
import { withKey } from '../../../tests/support/mock/test-mock.js';
import { createMock } from '../../create-mock.js';
import { testKeys } from '../../settings/api-keys.js';
import { createJournal } from './journal.js';
import { JournalSpace } from './journal-space.js';
import { record } from './recorded.js';

const setUp = async (options: Parameters<typeof createMock>[0] = {}) => {
  const mock = await createMock(options);
  return { mock, call: withKey(mock.fetch) };
};

const write = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});
const endpoint = JSON.stringify({
  url: 'https://hooks.example.com/cost',
  event_types: ['optimization.completed'],
});

test('stores the latest requests, up to the configured number', async () => {
  const { mock, call } = await setUp({ journal: 2 });
  for (const page of [1, 2, 3]) await call(`/api/v1/commitments?page=${page}`);
  expect(mock.control.journal().map(({ target }) => target)).toEqual([
    '/api/v1/commitments?page=2',
    '/api/v1/commitments?page=3',
  ]);
});

test('stores nothing if disabled', async () => {
  const { mock, call } = await setUp({ journal: 0 });
  await call('/api/v1/providers');
  expect([mock.control.journal(), mock.control.har().log.entries]).toEqual([[], []]);
});

test('contains the stage that responded and the reason', async () => {
  const { mock, call } = await setUp({ rateLimit: 8 });
  const key = { 'idempotency-key': '6f9619ff-8b86-4d01-b42d-00c04fc964ff' };
  await mock.fetch('/api/v1/providers');
  await mock.fetch('/.well-known/cost-contract.json');
  await call('/nowhere');
  await call('/api/v1/nowhere');
  await call('/api/v1/providers');
  await call('/api/v1/commitments?page=zero');
  await call('/api/v1/commitments/detail/none');
  await call('/api/v1/webhooks/endpoints', write(endpoint, key));
  await call('/api/v1/webhooks/endpoints', write(endpoint, key));
  await call('/api/v1/webhooks/endpoints', write(endpoint, { authorization: 'Bearer ccc_test_reader' }));
  mock.control.setFaults([{ operation: '*', kind: 'malformed' }]);
  await call('/api/v1/providers');
  await call('/api/v1/providers');
  await call('/api/v1/providers');
  expect(mock.control.journal().map(({ status, stage }) => `${status} ${stage}`)).toEqual([
    '401 authenticate',
    '200 fixtures',
    '404 match',
    '404 require-match',
    '200 respond',
    '422 validate',
    '404 respond',
    '201 respond',
    '201 idempotency',
    '403 authorize',
    '200 respond',
    '200 respond',
    '429 rate-limit',
  ]);
  const reasons = mock.control.journal().map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === '')).toEqual([]);
  expect(reasons[8]).toContain('replayed');
  expect(reasons[10]).toContain('corrupted the JSON');
});

test('redacts credentials in every place', async () => {
  const { mock, call } = await setUp({ keys: ['a-key-of-the-owner'] });
  const authorization = 'Bearer a-key-of-the-owner';
  await call('/api/v1/providers?key=a-key-of-the-owner', { headers: { authorization, cookie: 'a-cookie' } });
  await call('/api/v1/providers?search=a%2dkey-of%2Dthe-owner', { headers: { 'x-auth': 'a-key' } });
  await call('/api/v1/providers?access_token=elses-key', {
    headers: { 'x-api-key': 'elses-key', 'x-note': btoa('a-key-of-the-owner:') },
  });
  await call(
    '/api/v1/webhooks/endpoints',
    write('{"url":"a-key-of-the-owner"}', { authorization: 'Bearer elses-key' }),
  );
  const shown = JSON.stringify([mock.control.journal(), mock.control.har()]);
  expect(shown).toContain('[redacted]');
  expect(shown).not.toMatch(/a-key|of%2Dthe-owner|elses-key|a-cookie|YS1rZXkt/);
});

test('returns an archive that conforms to HAR 1.2, with bodies', async () => {
  const { mock, call } = await setUp();
  await call('/api/v1/webhooks/endpoints?a=1&b=%20', write(endpoint));
  const { log } = mock.control.har();
  expect(log).toMatchObject({
    version: '1.2',
    creator: { name: expect.any(String), version: expect.any(String) },
  });
  const [entry] = log.entries;
  expect(new Date(entry?.startedDateTime ?? '').getTime()).toBeGreaterThan(Date.parse('2026-01-01'));
  expect(entry).toMatchObject({
    time: expect.any(Number),
    request: {
      method: 'POST',
      url: 'http://mock.invalid/api/v1/webhooks/endpoints?a=1&b=%20',
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: ' ' },
      ],
      postData: { mimeType: 'application/json', text: endpoint },
      cookies: [],
      headersSize: -1,
    },
    response: {
      status: 201,
      content: { mimeType: 'application/json; charset=utf-8', text: expect.stringContaining('"success":') },
      redirectURL: '',
      cookies: [],
    },
    cache: {},
    timings: { send: 0, wait: expect.any(Number), receive: 0 },
  });
});

test('omits a long body', async () => {
  const { mock, call } = await setUp();
  await call('/api/v1/webhooks/endpoints', write(JSON.stringify({ url: 'x'.repeat(100_000) })));
  expect(mock.control.har().log.entries[0]?.request).not.toHaveProperty('postData');
});

test('omits the body of a request without a valid key', async () => {
  const { mock, call } = await setUp();
  await call('/api/v1/webhooks/endpoints', write(endpoint, { authorization: 'Bearer nobody' }));
  expect(mock.control.har().log.entries[0]?.request).not.toHaveProperty('postData');
});

test('limits all journals together and evicts the oldest requests first', () => {
  const space = new JournalSpace(100_000);
  const [one, other] = [1, 2].map(() => createJournal(500, testKeys, space)) as [any, any];
  const add = (journal: typeof one, name: string) => {
    const exchange = exchangeOf(`POST /${name}`, { body: 'x'.repeat(20_000) });
    journal.add(record(exchange, { status: 200, headers: {}, body: null }, 0));
    expect(space.characters).toBeLessThanOrEqual(100_000);
  };
  for (const name of ['a', 'b', 'c', 'd']) add(one, name);
  for (const name of ['e', 'f']) add(other, name);
  const targets = (journal: typeof one) => journal.list().map(({ target }: any) => target);
  expect([targets(one), targets(other)]).toEqual([
    ['/c', '/d'],
    ['/e', '/f'],
  ]);
});

test('frees the space of cleared and overwritten entries', () => {
  const space = new JournalSpace(1_000_000);
  const journal = createJournal(2, testKeys, space);
  const add = () => {
    const exchange = exchangeOf('POST /a', { body: 'x'.repeat(1000) });
    journal.add(record(exchange, { status: 200, headers: {}, body: null }, 0));
  };
  add();
  const each = space.characters;
  for (let i = 0; i < 5; i++) add();
  expect(space.characters).toBe(2 * each);
  journal.clear();
  expect(space.characters).toBe(0);
});
