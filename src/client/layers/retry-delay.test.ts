import { describe, expect, it } from 'vitest';
import { parseRetryAfter, retryDelay } from './retry-delay.js';

describe('retryDelay', () => {
  it('spreads the backoff a tenth to either side', () => {
    const delay = (random: number) => retryDelay({ attempt: 1, retryAfter: null, random, now: 0 });
    expect([delay(0), delay(0.5), delay(1)]).toEqual([900, 1_000, 1_100]);
  });

  it('never backs off for more than a minute', () => {
    expect(retryDelay({ attempt: 20, retryAfter: null, random: 0.5, now: 0 })).toBe(60_000);
  });

  it('leaves a wait of more than a minute to the caller', () => {
    const asked = (retryAfter: string) => retryDelay({ attempt: 1, retryAfter, random: 0, now: 0 });
    expect([asked('60'), asked('61')]).toEqual([60_000, null]);
  });
});

describe('parseRetryAfter', () => {
  it('reads seconds', () => {
    expect(parseRetryAfter('12', 0)).toBe(12_000);
  });

  it('reads an HTTP date', () => {
    expect(parseRetryAfter('Thu, 01 Jan 1970 00:00:05 GMT', 2_000)).toBe(3_000);
  });

  it('takes a date that has passed for no wait', () => {
    expect(parseRetryAfter('Thu, 01 Jan 1970 00:00:05 GMT', 9_000)).toBe(0);
  });

  it.each([null, 'soon', ''])('makes nothing of %j', (value) => {
    expect(parseRetryAfter(value, 0)).toBeNull();
  });
});
