import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { withKey } from '../tests/support/mock/test-mock.js';
import { createMock } from './create-mock.js';

const options = { now: '2026-07-15T09:30:00Z', frozen: true };
const overview = '/api/v1/commitments/overview';

describe('preparing a mock', () => {
  test('leaves no trace for clients', async () => {
    const requests: unknown[] = [];
    const prepared = await createMock({ ...options, onRequest: (request) => requests.push(request) });
    await prepared.prepare();
    const plain = await createMock(options);
    const [a, b] = await Promise.all([prepared, plain].map(({ fetch }) => withKey(fetch)(overview)));
    expect([...(a?.headers ?? [])]).toEqual([...(b?.headers ?? [])]);
    expect(await a?.json()).toEqual(await b?.json());
    expect(requests).toHaveLength(1);
    expect(prepared.control.journal()).toHaveLength(1);
  });

  test('receives one request over a socket if the mock listens, and closes its server', async () => {
    const servers: Server[] = [];
    const onStart = (message: unknown) => servers.push((message as { server: Server }).server);
    subscribe('http.server.request.start', onStart);
    onTestFinished(() => void unsubscribe('http.server.request.start', onStart));
    const mock = await createMock(options);
    await mock.prepare();
    expect(servers).toEqual([]);
    await mock.listen();
    onTestFinished(() => mock.close());
    await mock.prepare();
    expect(servers.map(({ listening }) => listening)).toEqual([false]);
  });

  test.each([
    ['what requests read', 4711, overview],
    ['the longest range', 4713, '/api/v1/commitments/utilization?start=0001-01-01&end=9999-12-31'],
  ])('computes %s', async (_, seed, path) => {
    // The usage of each hour is drawn from hashes, which multiply.
    const multiply = vi.spyOn(Math, 'imul');
    onTestFinished(() => multiply.mockRestore());
    const drawn = async (ofMock: number, isPrepared: boolean) => {
      const mock = await createMock({ ...options, seed: ofMock });
      if (isPrepared) await mock.prepare();
      multiply.mockClear();
      await withKey(mock.fetch)(path);
      return multiply.mock.calls.length;
    };
    expect(await drawn(seed, true)).toBeLessThan((await drawn(seed + 1, false)) / 2);
  });

  test('waits while requests arrive, and ends when the mock is closed', async () => {
    const mock = await createMock(options);
    let isPrepared = false;
    const preparing = mock.prepare().then(() => {
      isPrepared = true;
    });
    for (let i = 0; i < 100; i += 1) {
      await withKey(mock.fetch)('/api/v1/providers');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(isPrepared).toBe(false);
    await mock.close();
    await preparing;
  });
});
