import { expect, test } from 'vitest';
import { targetAddress } from './target-address.js';

test('an address may have a path of its own', () => {
  expect(targetAddress('https://costs.example/billing').href).toBe('https://costs.example/billing');
});

test.each([
  ['localhost:4010', 'localhost:4010 has no http:// or https:// before it: write http://localhost:4010'],
  ['http://', 'http:// is no address'],
  ['ftp://costs.example', 'has to begin with http:// or https://, not ftp://.'],
  ['https://costs.example/billing/api/v1/providers', 'write https://costs.example/billing'],
  ['https://one:two@costs.example/billing', 'are not sent: write https://costs.example/billing, and give'],
])('%s is refused with what to write', (address, words) => {
  expect(() => targetAddress(address)).toThrow(words);
});

test('a password in it is not repeated', () => {
  expect(() => targetAddress('https://one:a_password@costs.example')).toThrow(/^(?!.*a_password)/);
});
