import { expect, test } from 'vitest';
import { Names } from './groups.js';

const names = new Names(['Object Storage', 'Compute']);

test('matches names that differ in spelling', () => {
  expect(names.of('Compute')).toBe('Compute');
  expect(names.of('object-storage')).toBe('Object Storage');
});

test('takes every other value for the missing one', () => {
  expect(names.of(null)).toBeNull();
  expect(names.of('global')).toBeNull();
});
