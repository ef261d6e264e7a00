import { expect, test } from 'vitest';
import { Names } from './groups.js';

const values = ['Object Storage', 'Compute'];

test('matches names that differ in spelling', () => {
  const names = new Names(values, []);
  expect(names.of('Compute')).toBe('Compute');
  expect(names.of('object-storage')).toBe('Object Storage');
});

test.each([[null], [undefined], [''], ['global']])('takes %j for the missing value', (name) => {
  expect(new Names([...values, null], ['Compute', name]).of(name)).toBeNull();
});

test('a value of the bill is never the missing one', () => {
  const names = new Names(['', 'global', null], ['', 'global', null]);
  expect(names.of('')).toBe('');
  expect(names.of('global')).toBe('global');
});

test('takes another spelling beside the exact name for another name', () => {
  const names = new Names(['Global', null], ['Global', 'global']);
  expect([names.of('Global'), names.of('global')]).toEqual(['Global', null]);
  expect(new Names(['Global', null], ['global']).of('global')).toBe('Global');
});

test('does not take a name without letters for another one', () => {
  const names = new Names(['—', null], ['', '***']);
  expect(names.of('')).toBeNull();
  expect(names.of('***')).toBeUndefined();
});

test('takes the only unknown name for the missing value', () => {
  const names = new Names([...values, null], ['Compute', 'Untagged', 'Untagged']);
  expect(names.of('Untagged')).toBeNull();
});

test.each<[string, (string | null)[], (string | null)[]]>([
  ['the bill has no missing value', values, ['Foo Service']],
  ['another name is unknown', [...values, null], ['Foo Service', 'Untagged']],
  ['the response has rows without a value', [...values, null], ['Foo Service', null]],
])('an unknown name is not the missing value if %s', (_, ofBill, shown) => {
  expect(new Names(ofBill, shown).of('Foo Service')).toBeUndefined();
});
