import { expect, it } from 'vitest';
import { checkBaseUrl } from './base-url.js';

it.each([
  'https://api.example.com',
  'http://127.0.0.1:4010',
  'http://localhost:4010',
  'http://[::1]:4010',
  'https://api.example.com/costs',
])('takes %s', (url) => {
  expect(checkBaseUrl(url)).toBe(url);
});

it.each([
  ['http://api.example.com', 'must be https'],
  ['api.example.com', 'is not a URL'],
  ['ftp://127.0.0.1', 'must be https'],
  ['https://user:secret@api.example.com', 'user name or password'],
  ['https://api.example.com?tenant=1', 'query'],
  ['https://api.example.com#v1', 'fragment'],
  ['https://api.example.com/api/v1', 'ends in /api/v1'],
  ['https://api.example.com/costs/api/v1/', 'ends in /api/v1'],
])('refuses %s', (url, reason) => {
  expect(() => checkBaseUrl(url)).toThrow(reason);
});

it('takes http to other machines where the caller says so, and nothing else', () => {
  expect(checkBaseUrl('http://mock:4010/', true)).toBe('http://mock:4010');
  expect(() => checkBaseUrl('ftp://mock', true)).toThrow('must be https');
});

it('does not repeat a password in its message', () => {
  expect(() => checkBaseUrl('https://user:secret@api.example.com')).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') }),
  );
});
