import { afterEach, expect, test, vi } from 'vitest';
import { isIdempotencyKey } from '../../contract/idempotency-key.js';
import { makeUuid } from './make-uuid.js';

afterEach(() => vi.unstubAllGlobals());

const uuids = () => Array.from({ length: 1_000 }, makeUuid);

test('returns unique version 4 UUIDs', () => {
  expect(uuids().filter((uuid) => !isIdempotencyKey(uuid))).toEqual([]);
  expect(new Set(uuids()).size).toBe(1_000);
});

test('returns unique version 4 UUIDs without randomUUID', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  expect(uuids().filter((uuid) => !isIdempotencyKey(uuid))).toEqual([]);
  expect(new Set(uuids()).size).toBe(1_000);
  expect(new Set(uuids().map((uuid) => uuid[19])).size).toBe(4);
});
