import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { csvOf, temporaryFiles, usage } from '../../tests/support/bill/focus-files.js';
import { openDatabase } from './duckdb.js';
import { groupFiles } from './files/file-groups.js';
import { openCharges } from './open-charges.js';
import { storeWholeCsv } from './rows/store-whole-csv.js';

const files = temporaryFiles();
const million = 1_000_000;

/** The message that refuses a file, or its number of rows. */
async function resultOf(name: string, ...parts: (string | Uint8Array)[]): Promise<string | number> {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return openFile(files.write(name, name.endsWith('.gz') ? gzipSync(content, { level: 1 }) : content));
}

async function openFile(path: string): Promise<string | number> {
  try {
    const charges = await openCharges([path], { allowRepeatedRows: true });
    charges.close();
    return charges.info.rows;
  } catch (error) {
    expect(error).toMatchObject({ name: 'FocusError' });
    return (error as Error).message.replaceAll(`${files.path('.')}/`, '');
  }
}

const rows = csvOf([usage, { ...usage, ResourceId: 'vm-2' }]);
const [header = '', row = ''] = rows.split('\n');
const advice = 'Remove the row, or export or copy the file again if it was cut off.';

test.each(['bill.csv', 'bill.csv.gz'])('refuses rows of %s that are too long', async (name) => {
  const place = `${name}, row 4, from byte ${rows.length} on: longer than 2 MB`;
  const long = Buffer.alloc(33 * million, 'z');
  expect(await resultOf(name, rows, long)).toBe(`${place}. ${advice}`);
  expect(await resultOf(name, rows, long, `\n${row}\n`)).toBe(`${place}. ${advice}`);
  expect(await resultOf(name, rows, Buffer.alloc(40 * million))).toBe(`${place}, of zero bytes. ${advice}`);
  expect(await resultOf(name, rows, Buffer.alloc(40 * million, ' '))).toBe(`${place}, of blanks. ${advice}`);
  expect(await resultOf(name, rows, Buffer.alloc(3 * million, 'z'))).toBe(`${place}. ${advice}`);
});

/** A gzipped file of 3 GB, most of which repeats a text. */
function bomb(name: string, start: string, repeated: string): string {
  const member = gzipSync(repeated.repeat(Math.ceil((64 * million) / repeated.length)), { level: 9 });
  return files.write(name, Buffer.concat([gzipSync(start), ...Array(47).fill(member)]));
}

test.each([
  ['empty lines', `${header}\n`, '\n'],
  ['empty lines of Windows', `${header}\n`, '\r\n'],
  ['carriage returns', `${header}\n`, '\r'],
  ['empty lines in quotes', `${header}\n"`, '\n'],
  ['equal rows', `${header}\n`, `${row}\n`],
  ['empty rows', `${header}\n`, `${','.repeat(header.split(',').length - 1)}\n`],
])('refuses a small file that expands to 3 GB of %s', async (_name, start, repeated) => {
  expect(await openFile(bomb('bomb.csv.gz', start, repeated))).toBe(
    'bomb.csv.gz expands to more than 200 times its size, as no bill does. If its rows are right, unpack it first.',
  );
});

test('refuses a line of 3 GB in a small file', async () => {
  expect(await openFile(bomb('line.csv.gz', rows, 'z'))).toBe(
    `line.csv.gz, row 4, from byte ${rows.length} on: longer than 2 MB. ${advice}`,
  );
});

test('refuses a row of 300 MB as the only one', async () => {
  expect(await resultOf('only.csv.gz', `${header}\n`, Buffer.alloc(300 * million, 'z'))).toBe(
    `only.csv.gz, row 2, from byte ${header.length + 1} on: longer than 2 MB. ${advice}`,
  );
});

test('reads rows of up to 2 MB, also in files whose lines end in a carriage return', async () => {
  const name = (length: number) => csvOf([{ ...usage, SubAccountName: 'x'.repeat(length) }]);
  expect(await resultOf('long.csv', name(1.9 * million))).toBe(1);
  const many = csvOf(Array.from({ length: 9000 }, (_, index) => ({ ...usage, ResourceId: `vm-${index}` })));
  expect(many.length).toBeGreaterThan(2 * million);
  expect(await resultOf('returns.csv', many.replaceAll('\n', '\r'))).toBe(9000);
  expect(await resultOf('both.csv.gz', many.replaceAll('\n', '\r\n'))).toBe(9000);
});

test('counts rows of several lines', async () => {
  const several = Array.from({ length: 300 }, (_, index) => ({
    ...usage,
    SubAccountName: `two "quoted",\n\r\n${index}`,
  }));
  expect(await resultOf('several.csv', csvOf(several))).toBe(300);
  expect(await resultOf('open.csv', rows, `"${'\n'.repeat(40 * million)}`)).toMatch(
    /^open\.csv, line 4: a quoted value does not end/,
  );
});

test('reads every member of a gzipped file', async () => {
  const path = files.write('members.csv.gz', Buffer.concat([gzipSync(rows), gzipSync(`${row}\n`)]));
  expect(await openFile(path)).toBe(3);
});

test('compares the rows of a Parquet file with the number that it states', async () => {
  const [csv, path] = [files.write('source.csv', rows), files.path('bill.parquet')];
  const { connection, close } = await openDatabase({ temporary: files.path('.'), memoryLimit: '1GB' });
  await connection.run(
    `COPY (SELECT * FROM read_csv('${csv}', all_varchar = true), range(10000)) TO '${path}' (FORMAT parquet)`,
  );
  close();
  expect(await openFile(path)).toBe(20_000);
  const content = readFileSync(path);
  // The number of rows in the end of the file: field 3, before that of the first group of rows.
  const stated = content.indexOf(
    Buffer.from([0x16, 0xc0, 0xb8, 0x02]),
    content.length - content.readUInt32LE(content.length - 8),
  );
  content.writeUInt8(0xc2, stated + 1);
  expect(await openFile(files.write('more.parquet', content))).toBe(
    'more.parquet states 20001 rows, but 20000 could be read. Export or copy the file again.',
  );
});

test('names the first row of a CSV file that was not read', async () => {
  const path = files.write('lost.csv', rows);
  const { connection, close } = await openDatabase({ temporary: files.path('.'), memoryLimit: '1GB' });
  const losing = new Proxy(connection, {
    get: (target, name) =>
      name === 'runAndReadAll'
        ? (sql: string) =>
            target.runAndReadAll(
              sql.replace(/FROM (read_csv\(.*?\))(\) TO .*)?$/s, 'FROM (FROM $1 LIMIT 1)$2'),
            )
        : Reflect.get(target, name),
  });
  const groups = await groupFiles(connection, [{ path, format: 'csv', isGzipped: false }]);
  await expect(storeWholeCsv(losing, groups, files.path('.'))).rejects.toThrow(
    `lost.csv: 1 of 2 rows could be read; row 3 starts at byte ${header.length + row.length + 2}. Export or copy the file again, or as Parquet.`,
  );
  close();
});
