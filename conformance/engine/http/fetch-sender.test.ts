import { expect, test } from 'vitest';
import { fetchSender } from './fetch-sender.js';
import { NoResponse } from './send.js';

const origin = new URL('http://localhost');
const wire = { method: 'POST', target: '/api/v1/x?y=%20', headers: { 'x-own': 'sent' }, body: '{}' };

test('passes the request to the handler and returns its response', async () => {
  const sender = fetchSender(
    async (request) =>
      new Response(
        `${request.method} ${request.url} ${request.headers.get('x-own')} ${await request.text()}`,
        {
          status: 203,
          headers: { 'X-Own': 'returned' },
        },
      ),
    origin,
    1000,
  );
  expect(await sender.send(wire)).toMatchObject({
    status: 203,
    headers: { 'x-own': 'returned' },
    body: 'POST http://localhost/api/v1/x?y=%20 sent {}',
  });
});

test('throws NoResponse if the handler throws', async () => {
  const sender = fetchSender(() => Promise.reject(new Error('out of order')), origin, 1000);
  await expect(sender.send(wire)).rejects.toThrow(new NoResponse('the handler threw an error: out of order'));
});

test('throws NoResponse if the handler exceeds the time limit', async () => {
  const sender = fetchSender(() => new Promise(() => undefined), origin, 5);
  await expect(sender.send(wire)).rejects.toThrow('no complete response within 0.005 s');
});
