import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { choose } from './page-bill.js';
import { otherFormat, textOf } from './text-of.js';

const latin1 = (text: string) => new Blob([Buffer.from(text, 'latin1')]);
const zipOf = (name: string) => latin1(`PK\x03\x04${'\n'.repeat(26)}${name}`);

test.each([
  ['gzip', new Blob([gzipSync('a,b\n')]), 'The file is compressed with gzip. Load it in the terminal with'],
  ['Parquet', latin1('PAR1\x15\x04'), 'The file is in the Parquet format. Load it in the terminal with'],
  ['XLSX', zipOf('[Content_Types].xml'), 'The file is an Excel workbook. Save it as CSV in UTF-8.'],
  [
    'XLS',
    latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    'The file is an Excel workbook. Save it as CSV in UTF-8.',
  ],
  ['a ZIP archive', zipOf('bill.csv'), 'The file is a ZIP archive. Unpack it and choose the CSV file in it.'],
  ['UTF-16', latin1('\xff\xfeP\0'), 'The file is in UTF-16. Save it as CSV in UTF-8.'],
  ['JSON', latin1('\xef\xbb\xbf [{"a": 1}]'), 'The file is JSON. Export the bill as CSV.'],
  ['HTML', latin1('<!doctype html>'), 'The file is HTML or XML. Export the bill as CSV.'],
])('names the format of %s, and what to do', async (_, file, message) => {
  expect(await otherFormat(file)).toContain(message);
  await expect(choose(file)).rejects.toThrow(message);
});

test.each([
  ['', 'The file is empty. Export a period with charges.'],
  ['\xef\xbb\xbf\n', 'The file is empty. Export a period with charges.'],
  ['Caf\xe9,b\n', 'The file is not UTF-8. Save it as CSV in UTF-8.'],
  ['a,\0b\n', 'The file is not text. Save it as CSV in UTF-8.'],
])('refuses %j', async (text, message) => {
  expect(await otherFormat(latin1(text))).toBeNull();
  await expect(textOf(latin1(text))).rejects.toThrow(message);
});

test('refuses a large file by its format first', async () => {
  const rest = new Uint8Array(5_000_001);
  await expect(choose(new Blob([gzipSync('a'), rest]))).rejects.toThrow('compressed with gzip');
  await expect(choose(new Blob(['a', rest]))).rejects.toThrow('The file is larger than 5 MB. Load it in the');
});
