import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { servedMock, withKey } from '../tests/support/mock/test-mock.js';
import { validated } from '../tests/support/mock/validated.js';
import { sessionLimits, sharedDatasetLimits } from './settings/limits.js';

test('requests without a valid key open no session and store no body', async () => {
  const { mock, url } = await servedMock({ frozen: true });
  for (let i = 0; i < 20; i++) {
    const response = await fetch(`${url}/api/v1/webhooks/endpoints`, {
      method: 'POST',
      headers: { 'mock-session': `s${i % 4}`, authorization: 'Bearer nobody' },
      body: 'x'.repeat(60_000),
    });
    expect(response.status).toBe(401);
  }
  // Recorded in the shared journal only.
  expect(mock.control.journal()).toHaveLength(20);
  expect(JSON.stringify(mock.control.har()).length).toBeLessThan(40_000);
  expect(mock.control.session('s1').journal()).toEqual([]);
});

test('returns a documented 429 to an address with too many requests without a valid key', async () => {
  const { url } = await servedMock({ frozen: true });
  const statusWith = async (key: string) =>
    (await withKey(validated(fetch), key)(`${url}/api/v1/providers`, { headers: { connection: 'close' } }))
      .status;
  // Pipelined, which is faster.
  await sendAll(url, 6000);
  expect([await statusWith('nobody'), await statusWith('ccc_test_caller')]).toEqual([429, 200]);
});

/** Sends requests without a key over one connection and waits for all responses. */
async function sendAll(url: string, count: number): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const received = text(socket);
  const request = (connection: string) =>
    `GET /api/v1/providers HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`;
  socket.write(request('keep-alive').repeat(count - 1) + request('close'));
  expect((await received).match(/HTTP\/1\.1 401 /g)).toHaveLength(count);
}

test('limits all sessions together to four times the shared dataset', () => {
  const sum = (limits: object) => Object.values(limits).reduce((total, limit) => total + limit, 0);
  expect(100 * sum(sessionLimits)).toBeLessThanOrEqual(4 * sum(sharedDatasetLimits));
});
