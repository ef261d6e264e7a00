import { expect, test } from 'vitest';
import { markdownTable } from './markdown-table.mjs';

test('columns are as wide as their widest cell, figures to the right', () => {
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

test('the first columns may all be words', () => {
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
