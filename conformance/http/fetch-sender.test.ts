import { expect, test } from 'vitest';
import { fetchSender } from './fetch-sender.js';
import { NoResponse } from './send.js';

const origin = new URL('http://localhost');
const wire = { method: 'POST', target: '/api/v1/x?y=%20', headers: { 'x-own': 'kept' }, body: '{}' };

test('a handler sees the request, and its answer comes back', async () => {
  const sender = fetchSender(
    async (request) =>
      new Response(
        `${request.method} ${request.url} ${request.headers.get('x-own')} ${await request.text()}`,
        {
          status: 203,
          headers: { 'X-Answer': 'kept' },
        },
      ),
    origin,
    1000,
  );
  expect(await sender.send(wire)).toMatchObject({
    status: 203,
    headers: { 'x-answer': 'kept' },
    body: 'POST http://localhost/api/v1/x?y=%20 kept {}',
  });
});

test('a handler that breaks gives no answer', async () => {
  const sender = fetchSender(() => Promise.reject(new Error('out of order')), origin, 1000);
  await expect(sender.send(wire)).rejects.toThrow(new NoResponse('the handler broke: out of order'));
});

test('a handler that takes too long is not waited for', async () => {
  const sender = fetchSender(() => new Promise(() => undefined), origin, 5);
  await expect(sender.send(wire)).rejects.toThrow('no whole answer within 0.005 s');
});
