import { expect, test } from 'vitest';
import { parseOptions } from './options.mjs';

const defaults = { requests: 10, quick: false, only: '' };

test('what is not given has its default', () => {
  expect(parseOptions(defaults, [])).toEqual(defaults);
});

test('an option has the type of its default', () => {
  const args = ['--requests', '7', '--quick', '--only=envelope'];
  expect(parseOptions(defaults, args)).toEqual({ requests: 7, quick: true, only: 'envelope' });
});

test.each([
  [['--requests', 'many'], '--requests must be a whole number above 0, not many.'],
  [['--requests', '0'], '--requests must be a whole number above 0, not 0.'],
  [['--requests'], '--requests needs a value.'],
  [['--requests', '--quick'], '--requests needs a value.'],
  [['--quick=yes'], '--quick takes no value.'],
  [['--fast'], "Unknown option '--fast'. Known: --requests, --quick, --only."],
  [['--toString'], "Unknown option '--toString'. Known: --requests, --quick, --only."],
  [['now'], "Unexpected argument 'now'."],
])('%j is refused in words', (args, message) => {
  expect(() => parseOptions(defaults, args)).toThrow(new Error(message));
});
