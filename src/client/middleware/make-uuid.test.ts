import { afterEach, expect, test, vi } from 'vitest';
import { isIdempotencyKey } from '../../contract/idempotency-key.js';
import { makeUuid } from './make-uuid.js';

afterEach(() => vi.unstubAllGlobals());

const made = () => Array.from({ length: 1_000 }, makeUuid);

test('is of version 4, and never the same', () => {
  expect(made().filter((uuid) => !isIdempotencyKey(uuid))).toEqual([]);
  expect(new Set(made()).size).toBe(1_000);
});

test('is so where there is no randomUUID, too', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  expect(made().filter((uuid) => !isIdempotencyKey(uuid))).toEqual([]);
  expect(new Set(made()).size).toBe(1_000);
  expect(new Set(made().map((uuid) => uuid[19])).size).toBe(4);
});
