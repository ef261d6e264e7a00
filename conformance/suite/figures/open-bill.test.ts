import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { printable } from '../../../src/text/printable.js';
import { billRows, csvOf } from '../../../tests/support/bill/bill-rows.js';
import { csvOf as focusCsvOf, usage } from '../../../tests/support/bill/focus-files.js';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';
import { CannotStart } from '../../engine/cannot-start.js';
import { sqlLines } from '../../engine/report/violation-lines.js';
import { selectChecks } from '../../engine/run/select-checks.js';
import { api } from '../api.js';
import { openBill } from './open-bill.js';
import { lastCompleteDay, providersOf } from './provider-bills.js';

const directory = temporaryFolder('open-bill');
const file = join(directory, "bill's.csv");
writeFileSync(file, csvOf(billRows()));

async function opened(data: string) {
  const bill = await openBill({ data });
  onTestFinished(() => bill.close());
  return bill;
}

test('a statement computes the same value from the file as the bill', async () => {
  const bill = await opened(file);
  const query = {
    figures: { cost: 'sum(BilledCost)', used: "count(*) FILTER (WHERE CommitmentDiscountStatus = 'Used')" },
    where: ["ChargeCategory = 'Usage'"],
    groupBy: { provider: 'provider_id', usage_type: 'usage_type', platform: 'platform' },
  };
  const rows = await bill.expected(query);
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows.slice(0, 3)) {
    const [, statement = ''] = row.sql.split(/;\n/);
    const [again] = await bill.reader.all(statement.replace(/;$/, ''));
    expect(Number(again?.cost)).toBeCloseTo(row.figures.cost ?? Number.NaN, 9);
    expect(Number(again?.row_count)).toBe(row.rows);
  }
});

test('a statement computes the same value as it is printed', async () => {
  const names = ['two\nlines', 'C:\\new', 'so\u00adft', '👨\u200d👩', "O'Brien"];
  const rows = names.map((ServiceName) => ({ ...usage, ServiceName, ResourceId: ServiceName }));
  const odd = join(directory, 'folder\\new\n');
  mkdirSync(odd);
  writeFileSync(join(odd, 'bill.csv'), focusCsvOf(rows));
  const bill = await opened(odd);
  const query = { figures: { cost: 'sum(BilledCost)' }, where: [], groupBy: { service: 'ServiceName' } };
  const found = await bill.expected(query);
  expect(found.map(({ group }) => group.service).sort()).toEqual(names.toSorted());
  for (const { sql, group } of found) {
    const [, , ...printed] = sqlLines({ sql: printable(sql) }, '  ');
    const again = await bill.reader.all(printed.join('\n').replace(/;$/, ''));
    expect(again, printable(String(group.service))).toMatchObject([{ cost: 1 }]);
  }
});

test('a statement reads tags that are lists of keys and values', async () => {
  const path = join(directory, 'lists.csv');
  const forms = ['[{"key":"team","value":"web","type":"tag"}]', '{"team":"data"}', '[]'];
  writeFileSync(path, focusCsvOf(forms.map((Tags, i) => ({ ...usage, Tags, ResourceId: `vm-${i}` }))));
  const bill = await opened(path);
  const team = "json_extract_string(Tags, '$.team')";
  const found = await bill.expected({
    figures: { cost: 'sum(BilledCost)' },
    where: [],
    groupBy: { team },
  });
  expect(found.map(({ group }) => group.team)).toEqual(expect.arrayContaining(['data', 'web', null]));
  for (const { sql } of found) {
    const [, statement = ''] = sql.split(/;\n/);
    expect(await bill.reader.all(statement.replace(/;$/, '')), sql).toMatchObject([{ cost: 1 }]);
  }
});

test('selects complete days, months with every kind of row, and days around a correction', async () => {
  const bill = await opened(file);
  expect(await lastCompleteDay(bill)).toBe('2026-06-30');
  const [first, second, third] = await providersOf(bill, '2026-06-28');
  expect([first?.id, second?.id, third?.id]).toEqual(['provider_a', 'provider_b', 'provider_c']);
  expect(first?.days).toEqual({ first: '2026-04-01', last: '2026-06-27' });
  expect(first?.months[0]).toBe('2026-05');
  expect(first?.around).toEqual({ first: '2026-05-17', last: '2026-05-21' });
});

test('groups are in the same order in each run', async () => {
  const bill = await opened(file);
  const groupBy = { service: 'ServiceName', day: "strftime(ChargePeriodStart, '%Y-%m-%d')" };
  const rows = await bill.expected({ figures: {}, where: [], groupBy });
  const keys = rows.map(({ group }) => `${group.service} ${group.day}`);
  expect(keys).toEqual(keys.toSorted());
});

test('data that cannot be read are an error for the user', async () => {
  await expect(openBill({ data: join(directory, 'none.csv') })).rejects.toThrow(CannotStart);
  const odd = openBill({ data: join(directory, 'no\nne.csv') });
  await expect(odd).rejects.toThrow('no\\nne.csv does not exist.');
});

describe('reading that ends early leaves no temporary files', () => {
  const temporary = join(directory, 'temporary');
  beforeEach(() => {
    mkdirSync(temporary, { recursive: true });
    vi.stubEnv('TMPDIR', temporary);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  test('because the run was stopped', async () => {
    const opened = openBill({ data: file, signal: AbortSignal.abort() });
    await expect(opened).rejects.toThrow(new CannotStart('The run was stopped while it read the bill.'));
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('because the rows cannot be copied', async () => {
    const { run } = DuckDBConnection.prototype;
    vi.spyOn(DuckDBConnection.prototype, 'run').mockImplementation(function (this: DuckDBConnection, sql) {
      return run.call(this, String(sql).replace('TABLE copied AS FROM charges', 'TABLE copied AS FROM none'));
    });
    await expect(openBill({ data: file })).rejects.toThrow('none');
    expect(readdirSync(temporary)).toEqual([]);
  });
});

test('without a bill, its checks are not run', () => {
  const { selected } = selectChecks(api.checks, {});
  expect(selected.filter(({ id }) => id.startsWith('bill.'))).toEqual([]);
  expect(() => selectChecks(api.checks, { only: ['bill.*'] })).toThrow('Pass its files with --data.');
  expect(selectChecks(api.checks, { only: ['bill.*'], data: file }).selected.length).toBeGreaterThan(20);
});

describe('a short statement', () => {
  const cost = { figures: { cost: 'sum(BilledCost)' }, groupBy: { service: 'ServiceName' } };
  const statementsOf = async (path: string, where: readonly string[]) => {
    const bill = await opened(path);
    const rows = await bill.expected({ ...cost, where });
    return Promise.all(rows.map((row) => row.shortSqlFor(['cost'])));
  };

  test('names the files and the provider, and has the value of the bill', async () => {
    const path = join(directory, 'short.csv');
    writeFileSync(path, focusCsvOf([usage, { ...usage, ProviderName: 'Provider B', BilledCost: '3' }]));
    const [statement = ''] = await statementsOf(path, ["provider_id = 'provider_a'"]);
    expect(statement).toBe(
      `SET TimeZone = 'UTC';\nSELECT sum(BilledCost)\nFROM '${path}'\nWHERE ProviderName = 'Provider B' AND ServiceName = 'Compute';`,
    );
    const connection = await DuckDBConnection.create();
    expect((await connection.runAndReadAll(statement)).getRowsJson()).toEqual([['3']]);
    connection.closeSync();
  });

  test('is not used if DuckDB reads other values from the files', async () => {
    const path = join(directory, 'words.csv');
    // `NULL` is a service to DuckDB, and none to this program.
    writeFileSync(
      path,
      focusCsvOf([
        { ...usage, ServiceName: 'NULL' },
        { ...usage, ServiceName: '', ResourceId: 'x' },
      ]),
    );
    const [statement = ''] = await statementsOf(path, []);
    expect(statement).toContain('WITH charges AS');
  });
});
