import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.js';

/** @returns after how many failures it opens */
function failuresUntilOpen(breaker: CircuitBreaker, afterEach = () => {}): number {
  let count = 0;
  while (!breaker.isOpen && count < 1000) {
    breaker.failed('silence');
    count += 1;
    if (!breaker.isOpen) afterEach();
  }
  return count;
}

test('five failures in a row open it', () => {
  const breaker = new CircuitBreaker();
  expect(failuresUntilOpen(breaker)).toBe(5);
  expect(breaker.gone()).toEqual({ did: 'stopped answering', why: 'silence' });
});

test('thirty failures open it, whatever succeeds between them', () => {
  const breaker = new CircuitBreaker();
  expect(failuresUntilOpen(breaker, () => breaker.succeeded())).toBe(30);
});

test.each([
  ['bytes', 256 * 1024 * 1024, 0],
  ['names and values', 0, 10_000_000],
])('too many %s open it', (_, bytes, parts) => {
  const breaker = new CircuitBreaker();
  breaker.received(bytes, parts);
  expect(breaker.gone()).toBeUndefined();
  breaker.received(1, 1);
  expect(breaker.gone()).toMatchObject({ did: 'sent too much' });
});
