import { expect, test } from 'vitest';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { countingIds } from '../session/ids.js';
import { Deliveries, type DeliveriesParts, type Receiver } from './deliveries.js';

const secret = 'whsec_b25seS1hbi1leGFtcGxlLXRvLXRyeS1pdC1vdXQ=';
const event = { recommendation_id: 'rec-1006', status: 'optimized', implementation_method: 'one-click' };
const hour = 60 * 60 * 1000;

/** Creates deliveries to a receiver that returns the given statuses, one per attempt. */
const setUp = (outcomes: (number | Error)[] = [], parts: Partial<DeliveriesParts> = {}) => {
  const clock = manualClock();
  const receivers: Receiver[] = [
    { id: 'whe-1', url: 'http://127.0.0.1/a', event_types: ['optimization.completed'] },
    { id: 'whe-2', url: 'http://127.0.0.1/b', event_types: ['optimization.failed'] },
  ];
  const received: { url: string; headers: Record<string, string>; body: string }[] = [];
  const deliveries = new Deliveries({
    receivers: () => receivers,
    clock,
    wallClock: { now: () => Date.now() },
    ids: countingIds('msg_'),
    random: () => 0.5,
    secret,
    later: () => undefined,
    async fetch(url, { headers, body }) {
      received.push({ url, headers: headers as Record<string, string>, body: String(body) });
      const outcome = outcomes.shift() ?? 204;
      if (outcome instanceof Error) throw outcome;
      return new Response(null, { status: outcome });
    },
    maxCharacters: 1_000_000,
    ...parts,
  });
  return { clock, receivers, received, deliveries };
};

test.each<[string, number | Error]>([
  ['an error', 500],
  ['a redirect', 302],
  ['a refused connection', new Error('refused')],
])('retries after %s in five seconds, with the same id', async (_name, outcome) => {
  const { clock, received, deliveries } = setUp([outcome]);
  const [delivery] = await deliveries.emit('optimization.completed', event);
  clock.advance(4999);
  await deliveries.sendDue();
  expect(delivery?.state).toBe('pending');
  clock.advance(1);
  await deliveries.sendDue();
  expect(delivery?.state).toBe('delivered');
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

test('fails after eight attempts, also if the clock jumps over all of them', async () => {
  const { clock, received, deliveries } = setUp(Array.from({ length: 20 }, () => 503));
  const [delivery] = await deliveries.emit('optimization.completed', event);
  clock.advance(48 * hour);
  await deliveries.sendDue();
  expect(delivery).toMatchObject({ state: 'failed', nextAttempt: null });
  expect(received).toHaveLength(8);
});

test('disables an endpoint that returns 410 and does not retry', async () => {
  const { clock, received, deliveries } = setUp([410]);
  const [delivery] = await deliveries.emit('optimization.completed', event);
  clock.advance(48 * hour);
  await deliveries.sendDue();
  expect(delivery?.state).toBe('rejected');
  expect(await deliveries.emit('optimization.completed', event)).toEqual([]);
  expect(received).toHaveLength(1);
});

test('cancels the deliveries of a deleted endpoint', async () => {
  const { clock, receivers, received, deliveries } = setUp([500]);
  const [delivery] = await deliveries.emit('optimization.completed', event);
  receivers.length = 0;
  clock.advance(48 * hour);
  await deliveries.sendDue();
  expect(delivery?.state).toBe('canceled');
  expect(received).toHaveLength(1);
});

test('makes each due attempt once in concurrent calls', async () => {
  const { clock, received, deliveries } = setUp([500, 500]);
  await deliveries.emit('optimization.completed', event);
  clock.advance(5000);
  await Promise.all([deliveries.sendDue(), deliveries.sendDue()]);
  expect(received).toHaveLength(2);
});

test('does not hang on a receiver that emits an event before it responds', async () => {
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

test('limits the recursion of events', async () => {
  const errors: unknown[] = [];
  const { deliveries } = setUp([], {
    async fetch() {
      await deliveries.emit('optimization.completed', event).catch((error) => errors.push(error));
      return new Response(null, { status: 204 });
    },
  });
  await deliveries.emit('optimization.completed', event);
  expect(errors).toMatchObject([{ status: 429, message: expect.stringContaining('The maximum is 20.') }]);
  expect(deliveries.list()).toHaveLength(20);
});

test('does not hang on a receiver that never responds', async () => {
  const timers: { callback: () => void; milliseconds: number }[] = [];
  const { deliveries } = setUp([], {
    fetch: () => new Promise(() => undefined),
    later: (callback, milliseconds) => void timers.push({ callback, milliseconds }),
  });
  const emitted = deliveries.emit('optimization.completed', event);
  for (const { callback } of timers) callback();
  expect(await emitted).toMatchObject([{ state: 'pending', attempts: [] }]);
  expect(timers.map(({ milliseconds }) => milliseconds).sort()).toEqual([15_000, 20_000]);
});

test('does not send an event to more than 100 endpoints', async () => {
  const { receivers, received, deliveries } = setUp();
  const add = (id: number) =>
    receivers.push({ id: `more-${id}`, url: 'http://127.0.0.1/', event_types: ['optimization.completed'] });
  for (let i = 1; i < 100; i++) add(i);
  expect(await deliveries.emit('optimization.completed', event)).toHaveLength(100);
  add(100);
  await expect(deliveries.emit('optimization.completed', event)).rejects.toMatchObject({ status: 409 });
  expect(received).toHaveLength(100);
});

test('does not send an event beyond the maximum length', async () => {
  const { received, deliveries } = setUp();
  const emitted = deliveries.emit('optimization.completed', { text: 'x'.repeat(64 * 1024) });
  await expect(emitted).rejects.toMatchObject({ status: 400, message: expect.stringContaining('65536') });
  expect(received).toEqual([]);
});

test('drops the oldest deliveries beyond the size limit', async () => {
  const { deliveries } = setUp([], { maxCharacters: 3000 });
  for (const name of ['a', 'b', 'c', 'd']) {
    await deliveries.emit('optimization.completed', { text: name.repeat(1000) });
  }
  const bodies = deliveries.list().map(({ body }) => body);
  expect(bodies.map((body) => body[9])).toEqual(['c', 'd']);
});

test('clear aborts an attempt in progress and does not retry it', async () => {
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
  expect(await emitted).toMatchObject([{ state: 'pending', nextAttempt: null }]);
  expect(later).toHaveLength(timers);
});
