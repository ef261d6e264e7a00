import { expect, test } from 'vitest';
import { verifyWebhook } from '../../src/webhooks/verify.js';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { countingIds } from '../ids.js';
import { createDeliveries, type DeliveriesParts, type Receiver } from './deliveries.js';

const secret = 'whsec_b25seS1hbi1leGFtcGxlLXRvLXRyeS1pdC1vdXQ=';
const event = { recommendation_id: 'rec-1006', status: 'optimized', implementation_method: 'one-click' };
const hour = 60 * 60 * 1000;

/** Deliveries to a receiver that answers what it is told, one answer a try. */
const setUp = (answers: (number | Error)[] = [], parts: Partial<DeliveriesParts> = {}) => {
  const clock = manualClock();
  const receivers: Receiver[] = [
    { id: 'whe-1', url: 'http://127.0.0.1/a', eventTypes: ['optimization.completed'] },
    { id: 'whe-2', url: 'http://127.0.0.1/b', eventTypes: ['optimization.failed'] },
  ];
  const received: { url: string; headers: Record<string, string>; body: string }[] = [];
  const deliveries = createDeliveries({
    receivers: () => receivers,
    clock,
    wallClock: { now: () => Date.now() },
    ids: countingIds('msg_'),
    random: () => 0.5,
    secret,
    later: () => undefined,
    async fetch(url, { headers, body }) {
      received.push({ url, headers: headers as Record<string, string>, body: String(body) });
      const answer = answers.shift() ?? 204;
      if (answer instanceof Error) throw answer;
      return new Response(null, { status: answer });
    },
    mostCharacters: 1_000_000,
    ...parts,
  });
  return { clock, receivers, received, deliveries };
};

test('an event goes to those who asked for its type, signed', async () => {
  const { received, deliveries } = setUp();
  const [delivery] = await deliveries.emit('optimization.completed', event);
  expect(delivery).toMatchObject({ state: 'delivered', tries: [{ outcome: 204 }] });
  expect(received.map(({ url }) => url)).toEqual(['http://127.0.0.1/a']);
  expect(verifyWebhook(secret, received[0]?.headers ?? {}, received[0]?.body ?? '').data).toEqual(event);
});

test.each<[string, number | Error]>([
  ['a failure', 500],
  ['a redirect', 302],
  ['no connection', new Error('refused')],
])('%s is tried again after five seconds, with the same id', async (_name, answer) => {
  const { clock, received, deliveries } = setUp([answer]);
  const [delivery] = await deliveries.emit('optimization.completed', event);
  clock.advance(4999);
  await deliveries.catchUp();
  expect(delivery?.state).toBe('pending');
  clock.advance(1);
  await deliveries.catchUp();
  expect(delivery?.state).toBe('delivered');
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

test('after the eighth try it is given up, and a clock that jumps sees all of them', async () => {
  const { clock, received, deliveries } = setUp(Array.from({ length: 20 }, () => 503));
  const [delivery] = await deliveries.emit('optimization.completed', event);
  clock.advance(48 * hour);
  await deliveries.catchUp();
  expect(delivery).toMatchObject({ state: 'given-up', nextTry: null });
  expect(received).toHaveLength(8);
});

test('410 ends it at once, and disables the endpoint', async () => {
  const { clock, received, deliveries } = setUp([410]);
  const [delivery] = await deliveries.emit('optimization.completed', event);
  clock.advance(48 * hour);
  await deliveries.catchUp();
  expect(delivery?.state).toBe('refused');
  expect(await deliveries.emit('optimization.completed', event)).toEqual([]);
  expect(received).toHaveLength(1);
});

test('an endpoint that was removed gets nothing more, also not what it has missed', async () => {
  const { clock, receivers, received, deliveries } = setUp([500]);
  const [delivery] = await deliveries.emit('optimization.completed', event);
  receivers.length = 0;
  clock.advance(48 * hour);
  await deliveries.catchUp();
  expect(delivery?.state).toBe('removed');
  expect(received).toHaveLength(1);
});

test('two that catch up at the same time make each try once', async () => {
  const { clock, received, deliveries } = setUp([500, 500]);
  await deliveries.emit('optimization.completed', event);
  clock.advance(5000);
  await Promise.all([deliveries.catchUp(), deliveries.catchUp()]);
  expect(received).toHaveLength(2);
});

test('a receiver that causes an event before it responds does not make a call hang', async () => {
  let nested: Promise<unknown> = Promise.resolve();
  const { deliveries } = setUp([], {
    async fetch() {
      if (deliveries.list().length < 3) {
        nested = deliveries.emit('optimization.completed', event);
        await nested;
      }
      return new Response(null, { status: 204 });
    },
  });
  await deliveries.emit('optimization.completed', event);
  expect(deliveries.list().map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
});

test('events are not nested for ever', async () => {
  const refused: unknown[] = [];
  const { deliveries } = setUp([], {
    async fetch() {
      await deliveries.emit('optimization.completed', event).catch((error) => refused.push(error));
      return new Response(null, { status: 204 });
    },
  });
  await deliveries.emit('optimization.completed', event);
  expect(refused).toMatchObject([{ status: 429, message: expect.stringContaining('20 events') }]);
  expect(deliveries.list()).toHaveLength(20);
});

test('a receiver that never responds does not make a call hang', async () => {
  const timers: { callback: () => void; milliseconds: number }[] = [];
  const { deliveries } = setUp([], {
    fetch: () => new Promise(() => undefined),
    later: (callback, milliseconds) => void timers.push({ callback, milliseconds }),
  });
  const emitted = deliveries.emit('optimization.completed', event);
  for (const { callback } of timers) callback();
  expect(await emitted).toMatchObject([{ state: 'pending', tries: [] }]);
  expect(timers.map(({ milliseconds }) => milliseconds).sort()).toEqual([15_000, 20_000]);
});

test('an event is not sent to more than a hundred endpoints', async () => {
  const { receivers, received, deliveries } = setUp();
  const add = (id: number) =>
    receivers.push({ id: `more-${id}`, url: 'http://127.0.0.1/', eventTypes: ['optimization.completed'] });
  for (let i = 1; i < 100; i++) add(i);
  expect(await deliveries.emit('optimization.completed', event)).toHaveLength(100);
  add(100);
  await expect(deliveries.emit('optimization.completed', event)).rejects.toMatchObject({ status: 409 });
  expect(received).toHaveLength(100);
});

test('an event that is too large is not sent', async () => {
  const { received, deliveries } = setUp();
  const emitted = deliveries.emit('optimization.completed', { text: 'x'.repeat(64 * 1024) });
  await expect(emitted).rejects.toMatchObject({ status: 400, message: expect.stringContaining('65536') });
  expect(received).toEqual([]);
});

test('deliveries are forgotten, the oldest first, when their bodies become too much', async () => {
  const { deliveries } = setUp([], { mostCharacters: 3000 });
  for (const name of ['a', 'b', 'c', 'd']) {
    await deliveries.emit('optimization.completed', { text: name.repeat(1000) });
  }
  const bodies = deliveries.list().map(({ body }) => body);
  expect(bodies.map((body) => body[9])).toEqual(['c', 'd']);
});

test('what was cleared away while it was on its way is ended, and not tried again', async () => {
  const later: (() => void)[] = [];
  let signal: AbortSignal | null | undefined;
  const { deliveries } = setUp([], {
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => {
        signal = init.signal;
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    later: (callback) => void later.push(callback),
  });
  const emitted = deliveries.emit('optimization.completed', event);
  const timers = later.length;
  deliveries.clear();
  expect(signal?.aborted).toBe(true);
  expect(await emitted).toMatchObject([{ state: 'pending', nextTry: null }]);
  expect(later).toHaveLength(timers);
});
