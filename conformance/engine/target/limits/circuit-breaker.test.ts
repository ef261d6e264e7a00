import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.js';

/** Returns the number of failures after which the breaker opens. */
function failuresUntilOpen(breaker: CircuitBreaker, afterEach = () => {}): number {
  let count = 0;
  while (!breaker.isOpen && count < 1000) {
    breaker.failed('silence');
    count += 1;
    if (!breaker.isOpen) afterEach();
  }
  return count;
}

test('opens after five consecutive failures', () => {
  const breaker = new CircuitBreaker();
  expect(failuresUntilOpen(breaker)).toBe(5);
  expect(breaker.outage()).toEqual({ problem: 'stopped responding', reason: 'silence' });
});

test('opens after thirty failures with successes between them', () => {
  const breaker = new CircuitBreaker();
  expect(failuresUntilOpen(breaker, () => breaker.succeeded())).toBe(30);
});

test.each([
  ['bytes', 256 * 1024 * 1024, 0],
  ['names and values', 0, 10_000_000],
])('opens after too many %s', (_, bytes, parts) => {
  const breaker = new CircuitBreaker();
  breaker.received(bytes, parts);
  expect(breaker.outage()).toBeUndefined();
  breaker.received(1, 1);
  expect(breaker.outage()).toMatchObject({ problem: 'sent too much data' });
});
