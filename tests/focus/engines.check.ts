import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { javaMissing, unoptimizedJava } from '../../docs/testing/programs.js';
import { createMock, type Mock } from '../../mocks/index.js';
import type { Engine } from '../../src/focus/rows/compact-engines.js';
import { compactSql } from '../../src/focus/rows/compact-sql.js';
import { runCli } from '../support/command/cli.js';
import { pythonPackages } from '../support/python-packages.js';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const python = pythonPackages('sql-engines', pathOf('engines-requirements.txt'), ['3.10']);
const missing = python.missing() ?? javaMissing;

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

/**
 * Splits the charges of each row between two resources, so that the statement has something to add up. Tags become a
 * map, as large clouds write them.
 */
function split(file: string): string {
  const amounts = ['BilledCost', 'EffectiveCost', 'ListCost', 'ContractedCost', 'CommitmentDiscountQuantity'];
  const part = (name: string) => `CAST(${name} / 4 AS DECIMAL(24, 6))`;
  const rows = (resource: number, value: (name: string) => string) =>
    `SELECT * REPLACE (
       concat(ResourceId, '-${resource}') AS ResourceId,
       json_transform(Tags, '"MAP(VARCHAR, VARCHAR)"') AS Tags,
       CASE WHEN ChargeCategory = 'Usage' THEN '{"InstanceSeries": "' || RegionId || '"}' END AS SkuPriceDetails,
       ${amounts.map((name) => `${value(name)} AS ${name}`).join(', ')}
     ) FROM '${file}'`;
  return `${rows(1, part)} UNION ALL ${rows(2, (name) => `${name} - ${part(name)}`)}`;
}

beforeAll(async () => {
  const exported = join(folder, 'exported.parquet');
  const { code, stderr } = await runCli(['data', 'export', '--start', '2025-06-01', '--out', exported]);
  expect([code, stderr]).toEqual([0, expect.stringContaining('exported.parquet')]);
  await runInDuckDb(`COPY (${split(exported)}) TO '${bill}' (FORMAT parquet)`);
  whole = await createMock({ data: [bill], frozen: true });
}, 900_000);
afterAll(async () => {
  await whole?.close();
  rmSync(folder, { recursive: true });
});

/** The statement for the bill. */
function statementFor(engine: Engine): string {
  const source = { duckdb: `'${bill}'`, clickhouse: `file('${bill}', Parquet)` }[engine as string];
  const options = { version: '1.2', maps: ['Tags'], hasUsageType: false } as const;
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

const title = `the statement of data sql${missing ? ` (skipped: ${missing})` : ''}`;
describe.skipIf(missing && !process.env.CI)(title, () => {
  test.each([
    ['Spark', runInSpark],
    ['ClickHouse', runInClickHouse],
    ['Trino', runInTrino],
  ])('run by %s has the figures of all rows', async (_, run) => expectSameFigures(await run()), 900_000);
});

describe('the statement of data sql for DuckDB', () => {
  const result = join(folder, 'duckdb.parquet');
  const run = (sql: string) => runInDuckDb(`COPY (${sql}) TO '${result}' (FORMAT parquet)`);

  test('has the figures of all rows in half as many', async () => {
    await run(statementFor('duckdb'));
    await expectSameFigures(result);
    const [[share] = []] = await runInDuckDb(
      `SELECT (SELECT count(*) FROM '${result}') / (SELECT count(*) FROM '${bill}')`,
    );
    expect(share).toBe(0.5);
  });

  test('would be found to be wrong', async () => {
    await run(statementFor('duckdb').replace('SUM(effective)', 'MAX(effective)'));
    await expect(expectSameFigures(result)).rejects.toThrow('to be');
  });
});

function runInPython(program: string, result: string, statement: string): void {
  const env = { ...process.env, ...unoptimizedJava, ...python.install() };
  execFileSync(python.python, ['-c', program, bill, statement, result], { env, cwd: folder, stdio: 'pipe' });
}

function runInSpark(): string {
  const result = join(folder, 'spark');
  runInPython(spark, result, statementFor('spark'));
  const [part = ''] = readdirSync(result).filter((name) => name.endsWith('.parquet'));
  return join(result, part);
}

function runInClickHouse(): string {
  const result = join(folder, 'clickhouse.parquet');
  runInPython(clickhouse, result, statementFor('clickhouse'));
  return result;
}

async function runInTrino(): Promise<string> {
  const result = join(folder, 'trino.csv');
  const statements = join(folder, 'trino.sql');
  const classPath = join(folder, 'class-path');
  writeFileSync(statements, [...(await tableInTrino()), statementFor('trino')].join('\0'));
  const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
  const maven = ['-q', '-B', `${plugin}:build-classpath`, `-Dmdep.outputFile=${classPath}`];
  const options = { env: { ...process.env, ...unoptimizedJava }, stdio: 'pipe' } as const;
  execFileSync('mvn', ['-f', pathOf('trino/pom.xml'), ...maven], options);
  execFileSync(
    'java',
    [
      ...['--add-opens=java.base/java.nio=ALL-UNNAMED', '--add-modules=jdk.incubator.vector'],
      ...['-cp', readFileSync(classPath, 'utf8'), pathOf('trino/Trino.java'), statements, result],
    ],
    options,
  );
  return result;
}

/** The statements that copy the bill into Trino, each as many rows as fit into one. */
async function tableInTrino(): Promise<readonly string[]> {
  const columns = (await runInDuckDb(`DESCRIBE FROM '${bill}'`)).map(([name, type], i) => {
    const isMap = String(type).startsWith('MAP');
    const field = isMap ? `json_parse(fields[${i + 1}])` : `fields[${i + 1}]`;
    return {
      text: `CAST(${isMap ? `to_json(${name})` : name} AS VARCHAR)`,
      value: `CAST(${field} AS ${type === 'TIMESTAMP' ? 'TIMESTAMP(6)' : type}) AS ${name}`,
    };
  });
  const texts = columns.map(({ text }) => text).join(', ');
  const rows = (await runInDuckDb(`SELECT CAST(to_json([${texts}]) AS VARCHAR) FROM '${bill}'`)).flat();
  const parts = Array.from({ length: Math.ceil(rows.length / 5000) }, (_, i) =>
    rows.slice(5000 * i, 5000 * (i + 1)),
  );
  return parts.map((part, i) => {
    const lines = part.join('\n').replaceAll("'", "''");
    return `${i === 0 ? 'CREATE TABLE focus_export AS' : 'INSERT INTO focus_export'}
      SELECT ${columns.map(({ value }) => value).join(', ')}
      FROM (SELECT CAST(json_parse(line) AS ARRAY(VARCHAR)) AS fields FROM UNNEST(split('${lines}', chr(10))) AS t(line))`;
  });
}

async function bodyOf(mock: Mock, read: string): Promise<string> {
  const headers = { Authorization: `Bearer ${mock.keys[0]?.key}` };
  const response = await mock.fetch(`http://127.0.0.1${read}`, { headers });
  expect(response.status, read).toBe(200);
  return response.text();
}

/** Runs a statement, and returns the rows of its result. */
async function runInDuckDb(sql: string): Promise<readonly (readonly unknown[])[]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(sql)).getRowsJS();
  connection.closeSync();
  instance.closeSync();
  return rows;
}
