import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChoices, spell } from '../../tests/support/engine/spellings.js';
import { createRedactor } from './redact-secrets.js';

const key = 'abc+/SECRET~caller-0001==';
const redact = createRedactor([key]);
/** A key without the first character of an escape is found in every combination of encodings. */
const anyText = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 8,
  })
  .filter((text) => text.trim() === text && !/[\\%&]/.test(text));

test.each([
  ['plain', key],
  ['JSON as .NET writes it', key.replaceAll('+', '\\u002b')],
  ['JSON as PHP writes it', key.replaceAll('/', '\\/')],
  ['JSON in JSON', JSON.stringify(JSON.stringify({ key: key.replaceAll('+', '\\u002B') }))],
  ['percent-encoded', encodeURIComponent(key)],
  ['percent-encoded in lower case', encodeURIComponent(key).toLowerCase().replace('secret', 'SECRET')],
  ['partly percent-encoded', encodeURI(key)],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(key))],
  ['HTML', key.replaceAll('+', '&#43;').replaceAll('/', '&#x2F;').replaceAll('=', '&equals;')],
  ['HTML as .NET writes it into JSON', key.replaceAll('+', '\\u0026#43;')],
  ['behind a word character', `key_${key}0`],
  ['behind an escape', `Bearer%20${key}`],
])('redacts a key in a text: %s', (_, text) => {
  expect(redact(`before ${text} after`)).toMatch(/^before .*\[redacted\].* after$/);
  expect(redact(text)).not.toMatch(/SECRET|caller/);
});

test.each([
  ['alone', key],
  ['with its scheme', `Bearer ${key}`],
  ['as a user', `${key}:`],
  ['as a password', `:${key}`],
  ['as a password with a user', `someone:${key}`],
  ['in a document', JSON.stringify({ headers: { key } })],
])('redacts a key in base64: %s', (_, text) => {
  for (const encoding of ['base64', 'base64url'] as const) {
    const encoded = Buffer.from(text).toString(encoding);
    for (const written of [
      encoded,
      encodeURIComponent(encoded),
      JSON.stringify(encoded).replaceAll('/', '\\/'),
    ]) {
      const [before = '', after = '', ...more] = redact(written).split('[redacted]');
      expect(more).toEqual([]);
      // The rest of the encoding contains only what was around the key.
      expect(written.length - before.length - after.length).toBeGreaterThanOrEqual((key.length * 8) / 6);
    }
  }
});

test('redacts a key in any combination of encodings', () => {
  fc.assert(
    fc.property(anyText, anyChoices, fc.string(), fc.string(), (text, choices, before, after) => {
      const redacted = createRedactor([text])(`${before} ${spell(text, choices)} ${after}`);
      expect(redacted).toContain('[redacted]');
      expect(redacted).not.toContain(text);
    }),
  );
});

test('does not change the text around a key', () => {
  fc.assert(
    fc.property(anyText, anyChoices, (text, choices) => {
      fc.pre(!/[{}]/.test(text));
      expect(createRedactor([text])(`{%41\\u0041{${spell(text, choices)}}&amp;}`)).toBe(
        '{%41\\u0041{[redacted]}&amp;}',
      );
    }),
  );
});

test('does not change a text without a secret', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
      expect(redact(text)).toBe(text);
    }),
  );
});

test('redacts a secret that looks like an escape', () => {
  for (const secret of ['%2541%2Fkey', '\\u0041\\u0042-longer', '&#65;&amp;longer', '%41\\/longer%']) {
    for (const text of [secret, encodeURIComponent(secret), JSON.stringify(secret), `${secret}\\/`]) {
      expect(createRedactor([secret])(text)).toMatch(/^"?\[redacted\]"?(\\\/)?$/);
    }
  }
});

test('redacts a secret with non-ASCII letters', () => {
  expect(createRedactor(['pässwörter😀'])(encodeURIComponent('<pässwörter😀>'))).toBe('%3C[redacted]%3E');
});

test('ignores a secret of fewer than 8 characters', () => {
  expect(createRedactor(['active', ''])('{"status":"active"}')).toBe('{"status":"active"}');
});

test('redacts secrets that overlap', () => {
  expect(createRedactor(['abcdefgh', 'efghijkl'])('<abcdefghijkl>')).toBe('<[redacted]>');
});

test('processes a megabyte of escapes in linear time', () => {
  const text = '%25'.repeat(350_000);
  expect(redact(text + key)).toBe(`${text}[redacted]`);
});

test('finds one of many secrets, also with characters of regular expressions', () => {
  const secrets = Array.from({ length: 100 }, (_, index) => `key.(${index})[a-z]*$`);
  const redact = createRedactor(secrets);
  expect(redact('with key.(77)[a-z]*$ and key.(x)[a-z]*$')).toBe('with [redacted] and key.(x)[a-z]*$');
});

test('redacts many long secrets', () => {
  const secrets = Array.from({ length: 100 }, (_, index) => `${index}-${'k'.repeat(16_000)}`);
  const redact = createRedactor(secrets);
  expect(redact(`a,${secrets[7]},${btoa(secrets[8] ?? '')},b`)).toBe('a,[redacted],[redacted],b');
});
