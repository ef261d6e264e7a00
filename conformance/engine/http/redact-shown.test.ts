import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChoices, anyKey, reveals, spell } from '../../../tests/support/engine/spellings.js';
import { createShownRedactor, redactAll } from './redact-shown.js';

const key = 'ccc_test_0123456789';
const redact = createShownRedactor([key]);

test('redacts the prefix of a truncated key down to 8 characters', () => {
  for (let length = key.length - 1; length >= 8; length -= 1) {
    expect(redact(`"sent by ${key.slice(0, length)}… and more`)).toBe('"sent by [redacted]… and more');
  }
  expect(redact(`"sent by ${key.slice(0, 7)}…`)).toBe('"sent by ccc_tes…');
});

test('does not redact a text that is truncated outside a key', () => {
  expect(redact('ccc_test_0 is a word, and this text is long…')).toContain('ccc_test_0 is');
});

test('redacts a truncated key in every encoding', () => {
  const property = fc.property(anyKey, anyChoices, fc.nat(), (text, choices, at) => {
    const spelled = spell(text, choices);
    const cut = createShownRedactor([text])(`before ${spelled.slice(0, at % spelled.length)}…`);
    expect(reveals(cut, text.slice(0, 8))).toBe(false);
  });
  fc.assert(property);
});

test('redacts every string of a value, including property names', () => {
  expect(redactAll({ [key]: [key, 1, null], a: { b: `<${key}>` } }, redact)).toEqual({
    '[redacted]': ['[redacted]', 1, null],
    a: { b: '<[redacted]>' },
  });
});

test('redacts the prefix of a truncated long key, wherever it is cut', () => {
  const long = Array.from({ length: 400 }, (_, index) => `${index}.${key}`).join('');
  const redactLong = createShownRedactor([long]);
  for (const length of [8, 63, 64, 65, 1000, long.length - 1]) {
    expect(redactLong(`"sent by ${long.slice(0, length)}… and more`)).toBe('"sent by [redacted]… and more');
  }
  expect(redactLong(`sent by:${btoa(long).slice(0, 2000)}…`)).toBe('sent by:[redacted]…');
});
