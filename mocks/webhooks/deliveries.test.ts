import { expect, test } from 'vitest';
import { verifyWebhook } from '../../src/webhooks/verify.js';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { countingIds } from '../ids.js';
import { createDeliveries, type Receiver } from './deliveries.js';

const secret = 'whsec_b25seS1hbi1leGFtcGxlLXRvLXRyeS1pdC1vdXQ=';
const event = { recommendation_id: 'rec-1006', status: 'optimized', implementation_method: 'one-click' };
const hour = 60 * 60 * 1000;

/** Deliveries to a receiver that answers what it is told, one answer a try. */
const setUp = (answers: (number | Error)[] = []) => {
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
