import { expect, it } from 'vitest';
import { checkBaseUrl } from './base-url.js';

it.each([
  'https://api.example.com',
  'http://127.0.0.1:4010',
  'http://localhost:4010',
  'http://[::1]:4010',
  'https://api.example.com/costs',
])('accepts %s', (url) => {
  expect(checkBaseUrl(url)).toBe(url);
});

it.each([
  ['http://api.example.com', 'must use https'],
  ['api.example.com', 'is not a valid URL'],
  ['ftp://127.0.0.1', 'must use https'],
  ['https://user:secret@api.example.com', 'user name or password'],
  ['https://api.example.com?tenant=1', 'query'],
  ['https://api.example.com#v1', 'fragment'],
  ['https://api.example.com/api/v1', 'must not end in /api/v1'],
  ['https://api.example.com/costs/api/v1/', 'must not end in /api/v1'],
])('rejects %s', (url, reason) => {
  expect(() => checkBaseUrl(url)).toThrow(reason);
});

it('accepts http to other machines, and no other protocol, if insecure is true', () => {
  expect(checkBaseUrl('http://mock:4010/', true)).toBe('http://mock:4010');
  expect(() => checkBaseUrl('ftp://mock', true)).toThrow('must use https');
});

it('does not include a password in the message', () => {
  expect(() => checkBaseUrl('https://user:secret@api.example.com')).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') }),
  );
});
