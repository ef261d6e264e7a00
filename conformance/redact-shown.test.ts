import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChoices, anyKey, reveals, spell } from '../tests/support/spellings.js';
import { createShownRedactor, redactAll } from './redact-shown.js';

const key = 'ccc_test_0123456789';
const redact = createShownRedactor([key]);

test('the beginning of a key that was cut off is taken out, until it tells little', () => {
  for (let length = key.length - 1; length >= 8; length -= 1) {
    expect(redact(`"asked by ${key.slice(0, length)}… and more`)).toBe('"asked by [redacted]… and more');
  }
  expect(redact(`"asked by ${key.slice(0, 7)}…`)).toBe('"asked by ccc_tes…');
});

test('what is cut elsewhere than in a key stays', () => {
  expect(redact('ccc_test_0 is a word, and this text is long…')).toContain('ccc_test_0 is');
});

test('no half of a key is left where a text is cut, however the key is written', () => {
  const property = fc.property(anyKey, anyChoices, fc.nat(), (text, choices, at) => {
    const spelled = spell(text, choices);
    const cut = createShownRedactor([text])(`before ${spelled.slice(0, at % spelled.length)}…`);
    expect(reveals(cut, text.slice(0, 8))).toBe(false);
  });
  fc.assert(property);
});

test('every text of a value is redacted, names of properties too', () => {
  expect(redactAll({ [key]: [key, 1, null], a: { b: `<${key}>` } }, redact)).toEqual({
    '[redacted]': ['[redacted]', 1, null],
    a: { b: '<[redacted]>' },
  });
});
