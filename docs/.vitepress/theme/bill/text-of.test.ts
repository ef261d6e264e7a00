import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { choose } from './page-bill.js';
import { textOf } from './text-of.js';

const empty = 'The file is empty. Export a period with charges.';
const other = 'The file is not CSV in UTF-8. Save a workbook as CSV in UTF-8, and unpack an archive.';

test.each([
  ['no bytes', '', empty],
  ['only a byte order mark', '\xef\xbb\xbf\n', empty],
  ['Latin-1', 'Caf\xe9,b\n', other],
  ['a control character', 'a,\0b\n', other],
  ['UTF-16', '\xff\xfeP\0', other],
  ['gzip', gzipSync('a,b\n').toString('latin1'), other],
])('refuses %s', async (_, text, message) => {
  await expect(textOf(new Blob([Buffer.from(text, 'latin1')]))).rejects.toThrow(message);
});

test('refuses a large file', async () => {
  const file = new Blob([new Uint8Array(5_000_001)]);
  await expect(choose(file)).rejects.toThrow('The file is larger than 5 MB. Load it in the');
});
