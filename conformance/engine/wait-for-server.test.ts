import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { toyApi } from '../../tests/support/engine/toy-api.js';
import { freePort } from '../../tests/support/free-port.js';
import { serve, type TestRequest, type TestResponse } from '../../tests/support/serve.js';
import { listening, serving } from '../../tests/support/serving.js';
import { waitForServer } from './wait-for-server.js';

/** Waits for a server and returns the messages. */
async function wait(target: string, seconds = 20, signal = new AbortController().signal) {
  const messages: string[] = [];
  const onWait = (message: string) => messages.push(message);
  await waitForServer(toyApi, { target, seconds, timeoutMs: 10_000, signal, onWait });
  return messages;
}

const responding = (...statuses: number[]) => {
  const requests: TestRequest[] = [];
  const handler = (request: TestRequest): TestResponse => {
    requests.push(request);
    return { status: statuses[requests.length - 1] ?? statuses.at(-1) ?? 0, headers: {}, body: '' };
  };
  return { handler, requests };
};

test('waits while the server refuses connections and while it returns 502, 503 or 504', async () => {
  const port = await freePort();
  const { handler, requests } = responding(503, 502, 504, 401);
  const starting = new Promise<void>((resolve) => {
    setTimeout(async () => {
      const { close } = await serve(handler, port);
      onTestFinished(close);
      resolve();
    }, 700);
  });
  const url = `http://127.0.0.1:${port}`;
  const messages = await wait(`${url}/billing/`);
  await starting;
  expect(messages).toEqual(
    ['nothing listens there (connection refused)', 'it returns 503', 'it returns 502', 'it returns 504'].map(
      (reason) => `Waiting up to 20 s for ${url}: ${reason}.`,
    ),
  );
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array.from({ length: 4 }, () => 'GET /billing/toy/items'),
  );
  expect(requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
});

test.each([200, 401, 404, 429, 500, 501])('does not wait for a server that returns %d', async (status) => {
  const { handler, requests } = responding(status);
  expect(await wait(await serving(handler))).toEqual([]);
  expect(requests).toHaveLength(1);
});

test('leaves a failure that does not end by itself to the run', async () => {
  // A server without TLS.
  const url = await serving(responding(200).handler);
  expect(await wait(url.replace('http:', 'https:'))).toEqual([]);
});

test('fails if the time is over, with the reason', async () => {
  const started = performance.now();
  await expect(wait('http://127.0.0.1:1', 1)).rejects.toThrow(
    'http://127.0.0.1:1 is not ready after 1 s: nothing listens there (connection refused).',
  );
  expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  await expect(wait(await serving(responding(503).handler), 1)).rejects.toThrow(
    /is not ready after 1 s: it returns 503\./,
  );
});

test('limits a request without a response to the time that is left', async () => {
  const url = await listening(createServer(() => undefined));
  await expect(wait(url, 1)).rejects.toThrow('is not ready after 1 s: no complete response within 1 s.');
});

test('ends at once on a signal, between two requests and during one', async () => {
  const stop = new AbortController();
  const waiting = wait('http://127.0.0.1:1', 600, stop.signal);
  setTimeout(() => stop.abort(), 100);
  const started = performance.now();
  await expect(waiting).rejects.toThrow('Stopped while waiting for http://127.0.0.1:1.');

  const during = new AbortController();
  const url = await serving(() => {
    during.abort();
    return new Promise<TestResponse>(() => undefined);
  });
  await expect(wait(url, 600, during.signal)).rejects.toThrow(`Stopped while waiting for ${url}.`);
  expect(performance.now() - started).toBeLessThan(5000);
});
