import { expect, test } from 'vitest';
import { resolveAt, targetAddress } from './target-address.js';

test('accepts a URL with a path', () => {
  expect(targetAddress('https://costs.example/billing', '/api/v1').href).toBe(
    'https://costs.example/billing',
  );
});

test.each([
  ['localhost:4010', "'localhost:4010' has no scheme. Write http://localhost:4010"],
  ['http://', "'http://' is not a URL"],
  ['ftp://costs.example', "'ftp:' is not supported. Use http:// or https://."],
  ['https://costs.example/billing/api/v1/providers', 'Write https://costs.example/billing'],
  ['https://one:two@costs.example/billing', 'are not sent. Write https://costs.example/billing and give'],
])('rejects %s with a suggestion', (address, message) => {
  expect(() => targetAddress(address, '/api/v1')).toThrow(message);
});

test.each([
  'https://one:a_password@costs.example',
  'https://one:a_password@costs.example:99999',
  'one:a_password@costs.example',
  'https://one:a_password@',
  'ftp://one:a_password@costs.example',
])('does not repeat a password in the URL: %s', (address) => {
  expect(() => targetAddress(address, '/api/v1')).toThrow(/^(?!.*a_password)/);
});

test.each([
  ['http://127.0.0.1/costs', '/events', 'http://127.0.0.1/costs/events'],
  ['http://127.0.0.1/costs/', '/costs/events', 'http://127.0.0.1/costs/events'],
  ['http://127.0.0.1', '/events', 'http://127.0.0.1/events'],
  ['http://127.0.0.1/costs', 'http://127.0.0.1:9/events', 'http://127.0.0.1:9/events'],
])('resolves at %s the URL %s of fixtures', (base, url, resolved) => {
  expect(resolveAt(new URL(base), url).href).toBe(resolved);
});
