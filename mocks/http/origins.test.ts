import { expect, test } from 'vitest';
import { readOrigins } from './origins.js';

test.each([
  'http://localhost',
  'http://localhost:5173',
  'https://localhost:8443',
  'http://127.0.0.1:4010',
  'http://[::1]:3000',
  'http://127.8.9.10:3000',
  'http://app.localhost:3000',
  'https://tenant-1.app.localhost',
  'http://localhost.:3000',
])('allows %s by default', (origin) => {
  expect(readOrigins([]).allows(origin)).toBe(true);
});

test.each([
  'https://evil.example',
  'http://localhost.evil.example',
  'http://evil-localhost:4010',
  'http://evil.example/.localhost',
  'http://127.0.0.1.evil.example:4010',
  'http://evil.example:4010',
  'http://192.0.2.7:5173',
  'http://localhost:5173/',
  'http://localhost@evil.example',
  'http://evil.example#localhost',
  'chrome-extension://localhost',
  'file://localhost',
  'localhost:5173',
  'null',
  '*',
  '',
])('rejects "%s" by default', (origin) => {
  expect(readOrigins([]).allows(origin)).toBe(false);
});

test('allows exactly the configured origin', () => {
  const { allows } = readOrigins(['https://app.example.com']);
  expect(allows('https://app.example.com')).toBe(true);
  expect(allows('https://app.example.com:8443')).toBe(false);
  expect(allows('http://app.example.com')).toBe(false);
  expect(allows('https://sub.app.example.com')).toBe(false);
});

test.each(['app.example.com', 'https://app.example.com/', 'https://*.example.com', 'null', ''])(
  'does not accept "%s" as an origin',
  (origin) => {
    expect(() => readOrigins([origin])).toThrow(RangeError);
  },
);
