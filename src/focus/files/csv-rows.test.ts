import { expect, test } from 'vitest';
import { temporaryFiles } from '../../../tests/support/bill/focus-files.js';
import { countRows } from './csv-rows.js';

const files = temporaryFiles();

function rowsOf(text: string, found = 0) {
  return countRows({ path: files.write('rows.csv', text), isGzipped: false }, found);
}

test.each([
  ['a,b\n1,2\n3,4\n', 2],
  ['a,b\r\n1,2\r\n3,4', 2],
  ['a,b\r1,2\r3,4\r', 2],
  ['a,b\n1,2\n\n\r\n3,4\n\n', 2],
  ['a,b\n1,"two\nlines"\n3,"""\n"\n', 2],
  ['a,b\n1,5" disk\n3,4\n', 2],
  ['a,b\n1,5"" disk\n3,4\n', 2],
  ['"a\nx",b\n', 0],
  ['', 0],
])('counts the rows of %j', async (text, count) => {
  expect(await rowsOf(text)).toMatchObject({ rows: count });
});

test('returns where the row after some rows starts', async () => {
  expect(await rowsOf('a,b\n1,2\n3,4\n', 1)).toEqual({ rows: 2, next: 8 });
  expect(await rowsOf('a,b\n1,2\n3,4\n', 2)).toEqual({ rows: 2, next: null });
});
