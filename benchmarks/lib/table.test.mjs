import { expect, test } from 'vitest';
import { table } from './table.mjs';

test('columns are as wide as their widest cell, figures to the right', () => {
  expect(
    table([
      ['server', 'providers'],
      ['this mock', '35,120'],
      ['bare', '9'],
    ]),
  ).toBe(`| server    | providers |
| --------- | --------: |
| this mock |    35,120 |
| bare      |         9 |`);
});
