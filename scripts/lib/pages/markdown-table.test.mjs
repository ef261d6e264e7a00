import { expect, test } from 'vitest';
import { markdownTable } from './markdown-table.mjs';

test('pads columns to their widest cell and aligns figures to the right', () => {
  expect(
    markdownTable([
      ['server', 'providers'],
      ['this mock', '35,120'],
      ['bare', '9'],
    ]),
  ).toBe(`| server    | providers |
| --------- | --------: |
| this mock |    35,120 |
| bare      |         9 |`);
});

test('aligns several columns to the left', () => {
  expect(
    markdownTable(
      [
        ['id', 'kind', 'a month'],
        ['a', 'plan', '$1'],
      ],
      2,
    ),
  ).toBe(`| id  | kind | a month |
| --- | ---- | ------: |
| a   | plan |      $1 |`);
});
