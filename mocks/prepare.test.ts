import { describe, expect, test, vi } from 'vitest';
import { createMock } from './create-mock.js';
import { createUsage } from './dataset/scenario/usage.js';

vi.mock('./dataset/scenario/usage.js', { spy: true });

const options = { now: '2026-07-15T09:30:00Z', frozen: true };
const get = (path: string) => [path, { headers: { authorization: 'Bearer ccc_test_caller' } }] as const;

describe('preparing a mock', () => {
  test('leaves no trace for clients', async () => {
    const requests: unknown[] = [];
    const prepared = await createMock({ ...options, onRequest: (request) => requests.push(request) });
    await prepared.prepare();
    const plain = await createMock(options);
    const [a, b] = await Promise.all(
      [prepared, plain].map((mock) => mock.fetch(...get('/api/v1/commitments/overview'))),
    );
    expect([...(a?.headers ?? [])]).toEqual([...(b?.headers ?? [])]);
    expect(await a?.json()).toEqual(await b?.json());
    expect(requests).toHaveLength(1);
    expect(prepared.control.journal()).toHaveLength(1);
  });

  test('computes the usage that requests read', async () => {
    const mock = await createMock({ ...options, seed: 7 });
    await mock.prepare();
    const { length } = vi.mocked(createUsage).mock.calls;
    expect(length).toBeGreaterThan(0);
    await mock.fetch(...get('/api/v1/commitments/overview'));
    expect(vi.mocked(createUsage)).toHaveBeenCalledTimes(length);
  });

  test('waits while requests arrive, and ends when the mock is closed', async () => {
    const mock = await createMock(options);
    let isPrepared = false;
    const preparing = mock.prepare().then(() => {
      isPrepared = true;
    });
    for (let i = 0; i < 100; i += 1) {
      await mock.fetch(...get('/api/v1/providers'));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(isPrepared).toBe(false);
    await mock.close();
    await preparing;
  });
});
