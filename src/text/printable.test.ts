import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandsIn, commandsOfCi } from '../../tests/support/command/commands-of-ci.js';
import { processorTime } from '../../tests/support/processor-time.js';
import { printable, printableParts } from './printable.js';

test.each([
  ['\u001b[2J\u001b[31mgone', '\\u001b[2J\\u001b[31mgone'],
  ['\u009b2J', '\\u009b2J'],
  ['one\r\ntwo\tthree', 'one\\u000d\\ntwo\\u0009three'],
  ['\u202edesrever\u2069', '\\u202edesrever\\u2069'],
  ['a tag \u{e0041}', 'a tag \\udb40\\udc41'],
  ['half \ud800 of one', 'half \\ud800 of one'],
  ['a ##[stop-commands]x', 'a \\u0023#[stop-commands]x'],
  ['###[group]', '#\\u0023#[group]'],
  ['#\u034f#\ufe0f[error]', '\\u0023\u034f#\ufe0f[error]'],
  ['a ##vso[task.complete]', 'a \\u0023#vso[task.complete]'],
  ['##TeamCity[buildStop]', '\\u0023#TeamCity[buildStop]'],
  ['::error::x', '\\u003a:error::x'],
  ['a\n ::error::x', 'a\\n \\u003a:error::x'],
  ['[[ATTACHMENT|/etc/passwd]]', '\\u005b[ATTACHMENT|/etc/passwd]]'],
  ['## Heading [1] ##12 a::b ::1 [[1]]', '## Heading [1] ##12 a::b ::1 [[1]]'],
  ['Größe in € – 東京 😀', 'Größe in € – 東京 😀'],
])('%j is shown as %s', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('escapes every string of a nested value', () => {
  expect(printableParts({ a: ['\u001b', { b: '\u009b', c: null, d: 1 }] })).toEqual({
    a: ['\\u001b', { b: '\\u009b', c: null, d: 1 }],
  });
});

const parts = [
  ...commandsOfCi,
  '#',
  '[',
  ']',
  ':',
  'a',
  ' ',
  '\t',
  '\n',
  '\u00a0',
  '\ufe0f',
  '\u034f',
  '\u115f',
  '\\',
];

test('no CI system finds a command in a printable text, whatever our text around it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (chosen) => {
      const text = printable(chosen.join(''));
      expect(commandsIn(`${text}\n  ${text}\n  actual  ${text}`)).toEqual([]);
      expect(printable(text)).toBe(text);
    }),
    { numRuns: 5000 },
  );
});

test('escapes each of many characters in a row', () => {
  expect(printable('\u001b\ud800'.repeat(1500))).toBe('\\u001b\\ud800'.repeat(1500));
});

test.each([
  '#',
  '##',
  '##a',
  '#\u034f',
  ':',
  ' :',
  ': \ufe0f',
  '[[',
  '\u001b',
  '\u200b',
  '\ud800',
  '\u{e0041}',
])('takes linear time for a megabyte of %j', (part) => {
  expect(processorTime(() => printable(part.repeat(1_000_000 / part.length)))).toBeLessThan(2000);
});
