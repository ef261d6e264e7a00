import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMock, type Mock } from '../../mocks/index.js';
import type { Engine } from '../../src/focus/rows/compact-engines.js';
import { compactSql } from '../../src/focus/rows/compact-sql.js';
import { runCli } from '../support/cli.js';
import { pythonPackages } from '../support/python-packages.js';

const requirements = (name: string) => fileURLToPath(new URL(`${name}-requirements.txt`, import.meta.url));
const python = pythonPackages('sql-engines', requirements('engines'), ['3.10']);
const parser = pythonPackages('sql-parser', requirements('parser'), ['3.9']);
const missing = python.missing();

const spark = `
import sys
from pyspark.sql import SparkSession
local = {
    'spark.sql.session.timeZone': 'UTC',
    'spark.ui.enabled': 'false',
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.driver.host': '127.0.0.1',
    'spark.sql.shuffle.partitions': '4',
}
session = SparkSession.builder.master('local[2]').config(map=local).getOrCreate()
session.read.parquet(sys.argv[1]).createOrReplaceTempView('focus_export')
session.sql(sys.argv[2]).coalesce(1).write.parquet(sys.argv[3])
`;
const clickhouse = `
import sys
import chdb
chdb.query(f"INSERT INTO FUNCTION file('{sys.argv[3]}', Parquet) {sys.argv[2]}")
`;

/** Parses a statement for Trino, resolves its columns, and translates it to DuckDB's dialect. */
const trino = `
import json, sys
import sqlglot
from sqlglot.optimizer.qualify import qualify
statement = sqlglot.parse_one(sys.argv[1], read='trino')
assert type(statement) is sqlglot.exp.Select, type(statement)
schema = {'focus_export': {name: 'VARCHAR' for name in json.loads(sys.argv[2])}}
qualify(statement.copy(), schema=schema, dialect='trino')
print(statement.sql(dialect='duckdb'))
`;

/** Reads of figures that the statement sums up. */
const reads = [
  ...['provider_a', 'provider_b'].flatMap((provider) => [
    `/api/v1/providers/${provider}/costs/breakdown?group_by=service&group_by=account_id&group_by=region&page_size=100`,
    `/api/v1/providers/${provider}/costs/breakdown?group_by=tag&tag_key=team&preset=6M&show_cost_as=net_amortized`,
    `/api/v1/providers/${provider}/costs/timeline?preset=12M&granularity=monthly&dimension=service`,
    `/api/v1/providers/${provider}/costs/summary`,
    `/api/v1/providers/${provider}/costs/invoices`,
    `/api/v1/commitments/utilization?provider=${provider}`,
    `/api/v1/commitments/utilization?provider=${provider}&type=sp`,
    `/api/v1/commitments/coverage-rates?provider=${provider}`,
    `/api/v1/commitments/by-service?provider=${provider}`,
    `/api/v1/commitments?provider=${provider}`,
  ]),
  '/api/v1/costs/forecast?provider=all',
  '/api/v1/commitments/esr?scope=all',
  '/api/v1/commitments/uncovered',
  '/api/v1/commitments/portfolio',
  '/api/v1/commitments/overview',
];

const folder = mkdtempSync(join(tmpdir(), 'engines-'));
const bill = join(folder, 'bill.parquet');
let whole: Mock;

beforeAll(async () => {
  const { code, stderr } = await runCli(['data', 'export', '--start', '2025-06-01', '--out', bill]);
  expect([code, stderr]).toEqual([0, expect.stringContaining('bill.parquet')]);
  whole = await createMock({ data: [bill], frozen: true });
}, 900_000);
afterAll(async () => {
  await whole?.close();
  rmSync(folder, { recursive: true });
});

/** The statement for the bill. */
function statementFor(engine: Engine): string {
  const source = { duckdb: `'${bill}'`, clickhouse: `file('${bill}', Parquet)` }[engine as string];
  const options = { version: '1.2', maps: [], hasUsageType: false } as const;
  return compactSql({ engine, source: source ?? 'focus_export', ...options });
}

/** Compares the figures of a result of the statement with those of all rows. */
async function expectSameFigures(result: string): Promise<void> {
  const compact = await createMock({ data: [result], frozen: true });
  for (const read of reads) {
    const expected = await bodyOf(whole, read);
    expect(await bodyOf(compact, read), read).toBe(expected);
  }
  await compact.close();
}

describe.skipIf(missing && !process.env.CI)(
  `the statement of data sql${missing ? ` (skipped: ${missing})` : ''}`,
  () => {
    let env: NodeJS.ProcessEnv;
    beforeAll(() => {
      env = { ...process.env, ...python.install() };
    }, 900_000);

    /** Runs the statement of an engine. @returns the file with its result */
    function aggregate(engine: 'spark' | 'clickhouse'): string {
      const result = join(folder, `${engine}.parquet`);
      const program = engine === 'spark' ? spark : clickhouse;
      const args = [bill, statementFor(engine), result];
      execFileSync('python3', ['-c', program, ...args], { env, cwd: folder, stdio: 'pipe' });
      if (engine !== 'spark') return result;
      const [part = ''] = readdirSync(result).filter((name) => name.endsWith('.parquet'));
      return join(result, part);
    }

    test.each(['spark', 'clickhouse'] as const)(
      'run by %s has the figures of all rows',
      async (engine) => expectSameFigures(aggregate(engine)),
      300_000,
    );
  },
);

test('the statement of data sql run by DuckDB has the figures of all rows', async () => {
  const result = join(folder, 'duckdb.parquet');
  await runInDuckDb(`COPY (${statementFor('duckdb')}) TO '${result}' (FORMAT parquet)`);
  await expectSameFigures(result);
});

// No package brings Trino.
describe.skipIf(parser.missing() && !process.env.CI)('the statement of data sql for Trino', () => {
  const parse = (sql: string, columns: readonly string[]) =>
    execFileSync('python3', ['-c', trino, sql, JSON.stringify(columns)], {
      env: { ...process.env, ...parser.install() },
      encoding: 'utf8',
      stdio: 'pipe',
    });

  test('is in its grammar, and translated to DuckDB has the figures of all rows', async () => {
    const result = join(folder, 'trino.parquet');
    const translated = parse(statementFor('trino'), await columnsOf(bill));
    await runInDuckDb(
      `CREATE VIEW focus_export AS FROM '${bill}'; COPY (${translated}) TO '${result}' (FORMAT parquet)`,
    );
    await expectSameFigures(result);
  }, 300_000);

  test('would be found to be wrong', async () => {
    const columns = await columnsOf(bill);
    expect(() =>
      parse(statementFor('trino').replace('WITH charges AS (', 'WITH charges AS'), columns),
    ).toThrow('ParseError');
    expect(() => parse(statementFor('trino').replace('RegionId', 'RegionKey'), columns)).toThrow(
      'OptimizeError',
    );
  }, 300_000);
});

async function columnsOf(file: string): Promise<readonly string[]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const names = (await connection.runAndReadAll(`FROM '${file}' LIMIT 0`)).columnNames();
  connection.closeSync();
  instance.closeSync();
  return names;
}

async function bodyOf(mock: Mock, read: string): Promise<string> {
  const headers = { Authorization: `Bearer ${mock.keys[0]?.key}` };
  const response = await mock.fetch(`http://127.0.0.1${read}`, { headers });
  expect(response.status, read).toBe(200);
  return response.text();
}

async function runInDuckDb(sql: string): Promise<void> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}
