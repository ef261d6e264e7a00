import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyChoices, anyKey, reveals, spell } from '../../../tests/support/engine/spellings.js';
import { keyRedactor } from './redact-key.js';

const key = 'abc+/SECRET~caller-0001==';
const redact = keyRedactor(key);

it.each([
  ['alone', key, '[redacted]'],
  ['in a sentence', `The key ${key}, which may not do this.`, 'The key [redacted], which may not do this.'],
  ['twice', `${key}&${key}`, '[redacted]&[redacted]'],
  ['in a URL', `GET /?key=${encodeURIComponent(key)} failed`, 'GET [redacted] failed'],
  ['in HTML', `<p>Key ${key.replaceAll('/', '&#x2F;')} is unknown</p>`, '<p>Key [redacted] is unknown</p>'],
  ['as .NET escapes HTML in JSON', `Key ${key.replace('+', '\\u0026#43;')} failed`, 'Key [redacted] failed'],
  ['in credentials', `Basic ${btoa(`user:${key}`)} failed`, 'Basic [redacted] failed'],
])('redacts the key: %s', (_, text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

it('redacts the key in any combination of encodings', () => {
  fc.assert(
    fc.property(anyKey, anyChoices, fc.string(), fc.string(), (anyOne, choices, before, after) => {
      const redacted = keyRedactor(anyOne)(`${before} (${spell(anyOne, choices)}) ${after}`);
      expect(redacted).toContain('[redacted]');
      expect(reveals(redacted, anyOne)).toBe(false);
    }),
  );
});

it('redacts the key within base64 and base64url', () => {
  fc.assert(
    fc.property(anyKey, fc.string(), fc.string(), (anyOne, before, after) => {
      for (const encoding of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(before + anyOne + after).toString(encoding);
        for (const text of [encoded, encodeURIComponent(encoded), JSON.stringify(encoded)]) {
          expect(reveals(keyRedactor(anyOne)(text), anyOne)).toBe(false);
        }
      }
    }),
  );
});

it('does not change a text without the key', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
      expect(redact(text)).toBe(text);
    }),
  );
});

it('does not redact a key of fewer than 8 characters, which may be an ordinary word', () => {
  expect(keyRedactor('active')('The status is active.')).toBe('The status is active.');
});

it('processes a megabyte of escapes in linear time', () => {
  const text = '%25'.repeat(350_000);
  expect(redact(`${text} ${key}`)).toBe(`${text} [redacted]`);
});
