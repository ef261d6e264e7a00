import { expect, test } from 'vitest';
import { targetAddress } from './target-address.js';

test('accepts a URL with a path', () => {
  expect(targetAddress('https://costs.example/billing').href).toBe('https://costs.example/billing');
});

test.each([
  ['localhost:4010', "'localhost:4010' has no scheme. Write http://localhost:4010"],
  ['http://', "'http://' is not a URL"],
  ['ftp://costs.example', "'ftp:' is not supported. Use http:// or https://."],
  ['https://costs.example/billing/api/v1/providers', 'Write https://costs.example/billing'],
  ['https://one:two@costs.example/billing', 'are not sent. Write https://costs.example/billing and give'],
])('rejects %s with a suggestion', (address, message) => {
  expect(() => targetAddress(address)).toThrow(message);
});

test('does not repeat a password in the URL', () => {
  expect(() => targetAddress('https://one:a_password@costs.example')).toThrow(/^(?!.*a_password)/);
});
