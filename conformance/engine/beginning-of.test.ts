import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { beginningOf } from './beginning-of.js';
import { show } from './show.js';

test('truncates a long text, and says how long it is', () => {
  expect(beginningOf('abc', 3)).toBe('abc');
  expect(beginningOf('abcd', 3)).toBe('abc… (4 characters in all)');
});

test.each([
  ['beginningOf', (text: string) => beginningOf(text, 1000)],
  ['show', show],
])('%s does not hold the whole text in memory', (_, shorten) => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const shown: string[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 20; index += 1)
    shown.push(shorten(JSON.stringify(`${index}`.repeat(4_000_000))));
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  expect(shown).toHaveLength(20);
});
