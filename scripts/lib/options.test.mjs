import { expect, test } from 'vitest';
import { parseOptions } from './options.mjs';

const defaults = { requests: 10, quick: false, only: '' };

test('uses the default of an option that is not given', () => {
  expect(parseOptions(defaults, [])).toEqual(defaults);
});

test('parses an option as the type of its default', () => {
  const args = ['--requests', '7', '--quick', '--only=envelope'];
  expect(parseOptions(defaults, args)).toEqual({ requests: 7, quick: true, only: 'envelope' });
});

test.each([
  [['--requests', 'many'], '--requests must be a positive integer, got many.'],
  [['--requests', '0'], '--requests must be a positive integer, got 0.'],
  [['--requests'], '--requests requires a value.'],
  [['--requests', '--quick'], '--requests requires a value.'],
  [['--quick=yes'], '--quick does not take a value.'],
  [['--fast'], "Unknown option '--fast'. Known options: --requests, --quick, --only."],
  [['--toString'], "Unknown option '--toString'. Known options: --requests, --quick, --only."],
  [['now'], "Unexpected argument 'now'."],
])('rejects %j with a message', (args, message) => {
  expect(() => parseOptions(defaults, args)).toThrow(new Error(message));
});
