import { expect, test } from 'vitest';
import type { Client } from '../types.js';
import { AddressLimit } from './address-limit.js';

const from = (address: string | null): Client => ({ kind: 'socket', address, isExposed: true });

const setUp = (limit: number) => {
  let now = 0;
  const addresses = new AddressLimit(limit, () => now);
  const take = (client: Client) => {
    try {
      addresses.take(client);
      return null;
    } catch (error) {
      return error;
    }
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { take, pass };
};

test('rejects an address beyond its limit for the rest of the minute, and no other address', () => {
  const { take, pass } = setUp(2);
  expect([take(from('10.0.0.1')), take(from('10.0.0.1'))]).toEqual([null, null]);
  pass(500);
  expect(take(from('10.0.0.1'))).toMatchObject({ status: 429, headers: { 'Retry-After': '60' } });
  expect(take(from('10.0.0.2'))).toBeNull();
  pass(59_500);
  expect(take(from('10.0.0.1'))).toBeNull();
});

test('counts requests of unknown addresses together', () => {
  const { take } = setUp(1);
  expect([take(from(null)), take(from(null))]).toMatchObject([null, { status: 429 }]);
});

test('does not limit the program that created the mock', () => {
  const { take } = setUp(0);
  expect(take({ kind: 'program' })).toBeNull();
});

test('counts at most 10,000 addresses', () => {
  const { take } = setUp(5);
  for (let i = 0; i < 10_000; i++) take(from(String(i)));
  expect(take(from('one more'))).toMatchObject({ status: 429 });
  expect(take(from('0'))).toBeNull();
});
