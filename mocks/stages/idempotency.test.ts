import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { exchangeOf, httpErrorOf, responseOf } from '../../tests/support/mock/exchanges.js';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { registerEndpoint } from '../../tests/support/mock/register.js';
import { validated } from '../../tests/support/mock/validated.js';
import { createMock } from '../create-mock.js';
import type { Handler } from '../http/exchange.js';
import { HttpError } from '../http/http-error.js';
import { MemoryIdempotencyStore } from '../state/memory-idempotency-store.js';
import { idempotency } from './idempotency.js';

const key = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';

/** Creates the stage and a next handler that counts its runs. */
const setUp = (next?: Handler) => {
  const clock = manualClock();
  const stage = idempotency(new MemoryIdempotencyStore(), clock);
  let runs = 0;
  const counting: Handler = async (exchange) => {
    runs += 1;
    return (
      (await next?.(exchange)) ?? { status: 200, headers: { 'Content-Type': 'x' }, body: `{"run":${runs}}` }
    );
  };
  return { clock, stage, counting, runs: () => runs };
};

interface Write {
  line?: string;
  key?: string;
  apiKey?: string;
  body?: unknown;
}
const write = ({
  line = 'POST /api/v1/webhooks/endpoints',
  key: sent = key,
  apiKey,
  body = { url: 'a' },
}: Write = {}) =>
  exchangeOf(line, { headers: { 'idempotency-key': sent }, body, ...(apiKey ? { apiKey } : {}) });

test('replays the stored response, marked, without running the request again', async () => {
  const { stage, counting, runs } = setUp();
  const first = await responseOf(stage, write(), counting);
  const second = await responseOf(stage, write(), counting);
  expect(second).toEqual({ ...first, headers: { ...first.headers, 'Idempotent-Replayed': 'true' } });
  expect(runs()).toBe(1);
});

test('replays a request whose body has its members in another order', async () => {
  const { stage, counting, runs } = setUp();
  await responseOf(stage, write({ body: '{"a":1,"b":{"c":2,"d":3}}' }), counting);
  await responseOf(stage, write({ body: '{ "b": {"d":3,"c":2}, "a":1 }' }), counting);
  expect(runs()).toBe(1);
});

test('treats a key in upper case or in quotes as the same key', async () => {
  const { stage, counting, runs } = setUp();
  await responseOf(stage, write(), counting);
  await responseOf(stage, write({ key: key.toUpperCase() }), counting);
  await responseOf(stage, write({ key: `"${key}"` }), counting);
  expect(runs()).toBe(1);
});

test.each([
  ['version 1', '6f9619ff-8b86-1d01-b42d-00c04fc964ff'],
  ['version 7', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ['nil', '00000000-0000-0000-0000-000000000000'],
  ['another variant', '6f9619ff-8b86-4d01-742d-00c04fc964ff'],
  ['not a UUID', 'order-17'],
  ['empty', ''],
  ['two keys', `${key}, ${key}`],
  ['half a quote', `"${key}`],
])('returns 422 for a key that is %s, without running the request', async (_name, sent) => {
  const { stage, counting, runs } = setUp();
  const httpError = await httpErrorOf(stage, write({ key: sent }), counting);
  expect(httpError).toMatchObject({ status: 422, code: 'VALIDATION_ERROR' });
  expect(httpError.details).toMatchObject([{ loc: ['header', 'Idempotency-Key'], type: 'format' }]);
  expect(runs()).toBe(0);
});

test.each<[string, Write]>([
  ['body', { body: { url: 'b' } }],
  ['path', { line: 'PUT /api/v1/tags/virtual/vtk-cost-center' }],
])('returns the stored response for the same key with another %s', async (_name, other) => {
  const { stage, counting, runs } = setUp();
  const first = await responseOf(stage, write(), counting);
  const replay = await responseOf(stage, write(other), counting);
  expect(replay.headers['Idempotent-Replayed']).toBe('true');
  expect(replay.body).toBe(first.body);
  expect(runs()).toBe(1);
});

test.each<[string, () => ReturnType<Handler>]>([
  [
    'thrown',
    () => {
      throw new HttpError('CONFLICT', 'Stale.');
    },
  ],
  ['rejected', () => Promise.reject(new HttpError('CONFLICT', 'Stale.'))],
  ['returned', async () => ({ status: 500, headers: {}, body: '{}' })],
])('does not store an error that is %s', async (_name, fail) => {
  let failing = true;
  const { stage, counting, runs } = setUp(async () =>
    failing ? fail() : { status: 200, headers: {}, body: '{"ok":true}' },
  );
  await responseOf(stage, write(), counting).catch(() => undefined);
  failing = false;
  expect((await responseOf(stage, write(), counting)).body).toBe('{"ok":true}');
  expect(runs()).toBe(2);
});

test('replays a response for 24 hours and then runs the request again', async () => {
  const { clock, stage, counting, runs } = setUp();
  await responseOf(stage, write(), counting);
  clock.advance(24 * 60 * 60 * 1000 - 1);
  await responseOf(stage, write(), counting);
  expect(runs()).toBe(1);
  clock.advance(1);
  await responseOf(stage, write(), counting);
  expect(runs()).toBe(2);
});

test.each(['GET /api/v1/providers', 'DELETE /api/v1/webhooks/endpoints/whe-3c9d'])(
  'ignores the key of %s, even if it is invalid',
  async (line) => {
    const { stage, counting, runs } = setUp();
    await responseOf(stage, write({ line, key: 'no key' }), counting);
    await responseOf(stage, write({ line, key: 'no key' }), counting);
    expect(runs()).toBe(2);
  },
);

test('returns a documented 503 if the store is full, and accepts writes without a key and other sessions', async () => {
  const mock = await createMock({ frozen: true, rateLimit: 1_000_000 });
  const served = { fetch: validated(mock.fetch) };
  const register = (sent: string | null, session: string) =>
    registerEndpoint(served, {
      headers: { 'mock-session': session, ...(sent && { 'idempotency-key': sent }) },
      description: 'x'.repeat(1000),
    });
  const first = randomUUID();
  let response = await register(first, 'full');
  for (let count = 1; response.status === 201 && count < 5000; count += 1)
    response = await register(randomUUID(), 'full');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '86400']);
  expect(((await response.json()) as any).error.details.reason).toBe('idempotency_store_full');
  expect((await register(first, 'full')).headers.get('idempotent-replayed')).toBe('true');
  expect((await register(null, 'full')).status).toBe(201);
  expect((await register(randomUUID(), 'other')).status).toBe(201);
});
