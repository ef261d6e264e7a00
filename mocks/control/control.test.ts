import { afterEach, expect, test, vi } from 'vitest';
import { registerEndpoint, registeredId } from '../../tests/support/mock/register.js';
import { withKey } from '../../tests/support/mock/test-mock.js';
import { createMock } from '../create-mock.js';
import { MemoryIdempotencyStore } from '../state/memory-idempotency-store.js';
import { memoryRateLimitStore } from '../state/memory-rate-limit-store.js';
import type { ConnectState } from '../state/shared-state.js';

afterEach(() => vi.restoreAllMocks());

test('a write in progress during a reset completes without a trace', async () => {
  const mock = await createMock();
  const late = registeredId(mock, { headers: { 'mock-latency': '200' } });
  const call = withKey(mock.fetch);
  await call('/api/v1/providers', { headers: { 'mock-latency': '20' } });
  mock.control.reset();
  const removed = await call(`/api/v1/webhooks/endpoints/${await late}`, { method: 'DELETE' });
  expect(removed.status).toBe(404);
});

test('reset removes pending deliveries', async () => {
  const mock = await createMock({ frozen: true });
  await registerEndpoint(mock);
  await mock.control.emit('optimization.completed', {});
  expect(mock.control.deliveries()).toHaveLength(1);
  mock.control.reset();
  expect(mock.control.deliveries()).toEqual([]);
});

test('invalid fault rules leave the active ones unchanged', async () => {
  const { control } = await createMock();
  control.setFaults([{ operation: '*', kind: 'drop' }]);
  expect(() => control.setFaults([{ operation: '*', kind: 'latency', ms: -1 }])).toThrow('ms');
  expect(control.faults()).toMatchObject([{ kind: 'drop' }]);
});

test('rejects a time outside the range of the dataset', async () => {
  const { control } = await createMock({ frozen: true });
  for (const moment of ['soon', '1970-01-01T00:00:00Z', '9999-01-01T00:00:00Z']) {
    await expect(control.setClock(moment)).rejects.toThrow(RangeError);
  }
  await expect(control.advance(Number.NaN)).rejects.toThrow(RangeError);
  expect(control.now()).toBe(Date.parse('2026-06-15T12:00:00Z'));
});

test('does not reset a dataset that other servers share, but does reset a session', async () => {
  const connect: ConnectState = async ({ rateLimit }) => ({
    replica: 'a',
    elapsedMs: 0,
    idempotencyKeys: new MemoryIdempotencyStore(),
    rateLimits: memoryRateLimitStore(rateLimit.limit, rateLimit.windowSeconds),
    read: async () => null,
    commit: async () => ({ kind: 'committed', version: '1' }),
    close: async () => undefined,
  });
  const { control } = await createMock({ state: connect });
  for (const act of [
    () => control.reset(),
    () => control.snapshot(),
    () => control.restore({}),
    () => control.setScenario('empty'),
  ]) {
    expect(act).toThrow('shared with other servers');
  }
  control.session('one').reset();
});

test('freezes the clock at the exact time on a slow machine', async () => {
  let elapsed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    elapsed += 7;
    return elapsed;
  });
  const mock = await createMock({ frozen: true });
  const shown = () => new Date(mock.control.now()).toISOString();
  expect(shown()).toBe('2026-06-15T12:00:00.000Z');
  const snapshot = mock.control.snapshot();
  mock.control.resume();
  const body = JSON.stringify({ now: '2026-07-01T00:00:00Z', frozen: true });
  await mock.fetch('/__mock/clock', { method: 'PUT', body });
  expect(shown()).toBe('2026-07-01T00:00:00.000Z');
  mock.control.resume();
  mock.control.restore(snapshot);
  expect(shown()).toBe('2026-06-15T12:00:00.000Z');
  mock.control.resume();
  mock.control.reset();
  expect(shown()).toBe('2026-06-15T12:00:00.000Z');
});

test('an invalid timestamp does not freeze the clock', async () => {
  const mock = await createMock();
  const body = JSON.stringify({ now: 'soon', frozen: true });
  expect((await mock.fetch('/__mock/clock', { method: 'PUT', body })).status).toBe(400);
  expect(mock.control.isFrozen()).toBe(false);
});
