import { expect, test } from 'vitest';
import { registerEndpoint } from '../../tests/support/mock/register.js';
import { createMock, type Mock } from '../create-mock.js';

const key = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';

const register = async (mock: Mock, idempotencyKey = key, description = '') => {
  const headers = { 'idempotency-key': idempotencyKey };
  const response = await registerEndpoint(mock, { headers, description });
  return { text: await response.text(), isReplay: response.headers.has('idempotent-replayed') };
};

const overTheWire = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

test('restores a snapshot in another mock with the same start', async () => {
  const [first, second] = [await createMock({ frozen: true }), await createMock()];
  await first.control.advance(3_600_000);
  const { text } = await register(first);
  second.control.restore(overTheWire(first.control.snapshot()));
  expect(await register(second)).toEqual({ text, isReplay: true });
  expect([second.control.now(), second.control.isFrozen()]).toEqual([first.control.now(), true]);
});

test('contains no API key', async () => {
  const mock = await createMock();
  await register(mock);
  expect(JSON.stringify(mock.control.snapshot())).not.toContain('ccc_test');
});

test('rejects a modified or invalid snapshot and changes nothing', async () => {
  const mock = await createMock({ frozen: true });
  const { text } = await register(mock);
  const snapshot = mock.control.snapshot();
  for (const invalid of [
    { ...snapshot, dataset: '{}' },
    { ...snapshot, seal: undefined },
    {},
    null,
    'x',
    [],
  ]) {
    expect(() => mock.control.restore(invalid)).toThrow('not a snapshot');
  }
  expect(await register(mock)).toEqual({ text, isReplay: true });
});

test('rejects a snapshot of another seed', async () => {
  const [one, other] = [await createMock(), await createMock({ seed: 2 })];
  expect(() => other.control.restore(one.control.snapshot())).toThrow('different seed');
});

test('fails instead of omitting a stored response, whose write would run again', async () => {
  const mock = await createMock({ frozen: true, rateLimit: 10_000 });
  const keyOf = (index: number) => `6f9619ff-8b86-4d01-b42d-${String(index).padStart(12, '0')}`;
  const long = 'x'.repeat(500);
  for (let index = 0; index < 500; index++) await register(mock, keyOf(index), long);
  const snapshot = mock.control.snapshot();
  expect(JSON.stringify(snapshot).length).toBeLessThan(1024 * 1024);
  mock.control.restore(snapshot);
  for (const index of [0, 499]) expect((await register(mock, keyOf(index), long)).isReplay).toBe(true);

  for (let index = 500; index < 1000; index++) await register(mock, keyOf(index), long);
  expect(() => mock.control.snapshot()).toThrow(
    'The responses stored for idempotency keys are too large for a snapshot.',
  );
  await mock.control.advance(24 * 3_600_000);
  expect(JSON.stringify(mock.control.snapshot()).length).toBeLessThan(1024 * 1024);
});
