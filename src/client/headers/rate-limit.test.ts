import { expect, it } from 'vitest';
import { parseRateLimit } from './rate-limit.js';

const parse = (state?: string, policy?: string) =>
  parseRateLimit(
    new Headers({ ...(state && { RateLimit: state }), ...(policy && { 'RateLimit-Policy': policy }) }),
  );
const unknown = { limit: null, windowSeconds: null, remaining: null, resetSeconds: null };

it('reads the limit, its window, the rest and the time until it resets', () => {
  expect(parse('"default";r=0;t=60', '"default";q=600;w=60')).toEqual({
    limit: 600,
    windowSeconds: 60,
    remaining: 0,
    resetSeconds: 60,
  });
});

it.each([
  ['"default"; r=5 ;t=1', { ...unknown, remaining: 5, resetSeconds: 1 }],
  ['default;t=3;r=7', { ...unknown, remaining: 7, resetSeconds: 3 }],
  ['"a";r=1, "b";r=2', { ...unknown, remaining: 1 }],
  ['"odd;r=9, \\";t=9";r=4', { ...unknown, remaining: 4 }],
])('reads %s', (state, limit) => {
  expect(parse(state)).toEqual(limit);
});

it.each([undefined, '', '600', '"default"', '"default";r=many', '"default";r=-1', '"default";r=1.5'])(
  'returns null for %s',
  (state) => {
    expect(parse(state)).toBeNull();
  },
);

it('reads a policy without the current state', () => {
  expect(parse(undefined, '"default";q=600')).toEqual({ ...unknown, limit: 600 });
});
