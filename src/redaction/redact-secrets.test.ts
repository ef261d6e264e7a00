import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChoices, spell } from '../../tests/support/spellings.js';
import { createRedactor } from './redact-secrets.js';

const key = 'abc+/SECRET~caller-0001==';
const redact = createRedactor([key]);
/** Where a key has none of what escapes begin with, any mixture of spellings can be distinguished. */
const anyText = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 8,
  })
  .filter((text) => text.trim() === text && !/[\\%&]/.test(text));

test.each([
  ['as it is', key],
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
])('no key is left in a text that repeats it: %s', (_, text) => {
  expect(redact(`before ${text} after`)).toMatch(/^before .*\[redacted\].* after$/);
  expect(redact(text)).not.toMatch(/SECRET|caller/);
});

test.each([
  ['alone', key],
  ['with its scheme', `Bearer ${key}`],
  ['as a user', `${key}:`],
  ['as a password', `:${key}`],
  ['as a password of somebody', `someone:${key}`],
  ['in a document', JSON.stringify({ headers: { key } })],
])('no key is left in base64: %s', (_, text) => {
  for (const encoding of ['base64', 'base64url'] as const) {
    const encoded = Buffer.from(text).toString(encoding);
    for (const written of [
      encoded,
      encodeURIComponent(encoded),
      JSON.stringify(encoded).replaceAll('/', '\\/'),
    ]) {
      const [before = '', after = '', ...more] = redact(written).split('[redacted]');
      expect(more).toEqual([]);
      // What is left of the encoding holds nothing but what stood around the key.
      expect(written.length - before.length - after.length).toBeGreaterThanOrEqual((key.length * 8) / 6);
    }
  }
});

test('no key is left, however each of its characters is written', () => {
  fc.assert(
    fc.property(anyText, anyChoices, fc.string(), fc.string(), (text, choices, before, after) => {
      const redacted = createRedactor([text])(`${before} ${spell(text, choices)} ${after}`);
      expect(redacted).toContain('[redacted]');
      expect(redacted).not.toContain(text);
    }),
  );
});

test('what is around a key stays as it is', () => {
  fc.assert(
    fc.property(anyText, anyChoices, (text, choices) => {
      fc.pre(!/[{}]/.test(text));
      expect(createRedactor([text])(`{%41\\u0041{${spell(text, choices)}}&amp;}`)).toBe(
        '{%41\\u0041{[redacted]}&amp;}',
      );
    }),
  );
});

test('a text without a secret stays as it is, whatever it escapes', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
      expect(redact(text)).toBe(text);
    }),
  );
});

test('a secret that itself looks like an escape is found', () => {
  for (const secret of ['%2541%2Fkey', '\\u0041\\u0042-longer', '&#65;&amp;longer', '%41\\/longer%']) {
    for (const text of [secret, encodeURIComponent(secret), JSON.stringify(secret), `${secret}\\/`]) {
      expect(createRedactor([secret])(text)).toMatch(/^"?\[redacted\]"?(\\\/)?$/);
    }
  }
});

test('a secret with letters beyond ASCII is found', () => {
  expect(createRedactor(['pässwörter😀'])(encodeURIComponent('<pässwörter😀>'))).toBe('%3C[redacted]%3E');
});

test('a secret shorter than eight characters is no reason to blank out words', () => {
  expect(createRedactor(['active', ''])('{"status":"active"}')).toBe('{"status":"active"}');
});

test('secrets that overlap leave nothing of each other', () => {
  expect(createRedactor(['abcdefgh', 'efghijkl'])('<abcdefghijkl>')).toBe('<[redacted]>');
});

test('a megabyte of escapes is read in linear time', () => {
  const text = '%25'.repeat(350_000);
  expect(redact(text + key)).toBe(`${text}[redacted]`);
});
