import { expect, test } from 'vitest';
import { fingerprintOf } from './fingerprint.js';

const of = (message: string, actual = 'nothing', check = 'errors.something') =>
  fingerprintOf(check, { message, actual });

test('does not depend on data of the target', () => {
  expect(of('Commitment "ri-1" of "provider_a" ends before it starts.', '2026-01-01')).toBe(
    of('Commitment "a \\"quoted\\" one" of "provider_b" ends before it starts.', '2027-12-31'),
  );
  expect(of('`data.items[0].id` is missing.')).toBe(of('`data.items[17].id` is missing.'));
  expect(of('A body is accepted.', 'status 400 with body {"id":"a"}')).toBe(
    of('A body is accepted.', 'status 400 with body {"id":"b"}'),
  );
});

test('depends on the check, the violation and the status', () => {
  const all = [
    of('`data.id` is missing.'),
    of('`data.id` is missing.', 'nothing', 'errors.else'),
    of('`data.name` is missing.'),
    of('It is accepted.', 'status 200'),
    of('It is accepted.', 'status 500'),
    of('It is accepted.', 'status 500 with code CONFLICT'),
  ];
  expect(new Set(all).size).toBe(all.length);
});

test('is stable across versions of the suite', () => {
  expect(of('`data.id` is missing.')).toBe('fp-292a2dc85637');
});
