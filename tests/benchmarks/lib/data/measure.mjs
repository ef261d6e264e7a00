// @ts-check
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { importSources } from '../../../../scripts/lib/build/import-sources.mjs';
import { root } from '../../../../scripts/lib/paths.mjs';
import { startServer } from '../server-process.mjs';
import { median } from '../statistics.mjs';
import { apiKey } from '../workloads.mjs';
import { requests, statements } from './queries.mjs';

const { focusColumns, compactSql } = await importSources(
  `export { focusColumns } from './src/focus/columns.ts'; export { compactSql } from './src/focus/rows/compact-sql.ts';`,
);

/** @typedef {{ median: number, p95: number }} Times milliseconds */
/**
 * @typedef {object} BillResult
 * @property {string} format
 * @property {number} rows
 * @property {number} bytes size of the file
 * @property {number} readMs the time from the start of DuckDB until it has read the columns once that the mock reads
 * @property {number} readyMs the time from the start of the mock to its first response
 * @property {{ read: number, ready: number }} cpuMs processor time of the same
 * @property {number} peakBytes the highest memory of the mock
 * @property {ReadonlyMap<string, Times>} mock by operation
 * @property {ReadonlyMap<string, Times>} duckdb by operation, on the file
 */

/** @typedef {{ ms: number, cpuMs: number }} Scan the time from the start of the process to its result, and its processor time */
/** @typedef {{ read: Scan, ready: Awaited<ReturnType<typeof measureStart>> }} Start */

/**
 * @param {string} file a FOCUS export
 * @param {object} times
 * @param {number} times.starts how often DuckDB and the mock are started
 * @param {number} times.rounds how often each request is sent; 0 measures the start only
 * @returns {Promise<BillResult>}
 */
export async function measureBill(file, { starts, rounds }) {
  const { columns, rows, duckdb } = await measureDuckDb(file, rounds);
  /** @type {Start[]} */
  const results = [];
  // In turn, since other load on the machine changes.
  for (let start = 0; start < starts; start += 1) {
    results.push({
      read: await measureScan(file, columns.filter(isRead)),
      ready: await measureStart(file, start === 0 ? rounds : 0),
    });
  }
  const medianOf = (/** @type {(result: Start) => number} */ of) => median(results.map(of));
  return {
    format: basename(file).replace(/^\d+\./, ''),
    rows,
    bytes: statSync(file).size,
    readMs: medianOf(({ read }) => read.ms),
    readyMs: medianOf(({ ready }) => ready.ms),
    cpuMs: {
      read: medianOf(({ read }) => read.cpuMs),
      ready: medianOf(({ ready }) => ready.cpuMs),
    },
    peakBytes: Math.max(...results.map(({ ready }) => ready.peakBytes)),
    mock: results[0]?.ready.mock ?? new Map(),
    duckdb,
  };
}

/** Columns of the view of charges that the mock does not read. */
const unread = [
  'PricingCategory',
  'ConsumedUnit',
  'PricingQuantity',
  'PricingUnit',
  'ResourceType',
  'InvoiceId',
  'ServiceCategory',
];

/** @param {string} name */
function isRead(name) {
  return (
    focusColumns.some((/** @type {{ name: string }} */ column) => column.name === name) &&
    !unread.includes(name)
  );
}

/** Starts the mock and stops it. @param {string} file @param {number} rounds */
async function measureStart(file, rounds) {
  const args = ['mock', '--data', file, '--rate-limit', '1000000', '--quiet', '--no-control'];
  const server = await startServer(
    (port) => [join(root, 'dist/cli/main.js'), ...args, '--port', String(port)],
    { isPinned: false, timeoutMs: 1_800_000 },
  );
  try {
    const cpuMs = server.cpuMs();
    const mock = await measureMock(server.port, rounds);
    return { ms: server.startMs, cpuMs, mock, peakBytes: peakOf(server.child.pid) };
  } finally {
    await server.stop();
  }
}

/**
 * Starts DuckDB in a process of its own, and reads columns once.
 *
 * @param {string} file
 * @param {readonly string[]} columns
 * @returns {Promise<Scan>}
 */
async function measureScan(file, columns) {
  const sql = `SELECT ${columns.map((name) => `max(${name})`).join(', ')} FROM ${sourceOf(file)}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(new URL('scan.mjs', import.meta.url)), sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await once(child.stdout, 'data');
  const ms = performance.now() - startedAt;
  await once(child, 'exit');
  return { ms, cpuMs: Number(output) };
}

/** In SQL. @param {string} file */
const sourceOf = (file) =>
  file.endsWith('.parquet') ? `'${file}'` : `read_csv('${file}', all_varchar = true)`;

/** @param {string} file @param {number} rounds */
async function measureDuckDb(file, rounds) {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const source = sourceOf(file);
  const first = async (/** @type {string} */ sql) => (await connection.runAndReadAll(sql)).getRows()[0] ?? [];
  try {
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`);
    const [rows] = await first(`SELECT count(*)::INTEGER FROM ${source}`);
    /** @type {Map<string, Times>} */
    const duckdb = new Map();
    for (const [operation, sqlOf] of rounds === 0 ? [] : Object.entries(statements)) {
      const each = [];
      for (const sql of sqlOf(source)) each.push(...(await timed(Math.min(rounds, 2), () => first(sql))));
      duckdb.set(operation, summary(each));
    }
    return { columns: described.getRows().map(([name]) => String(name)), rows: Number(rows), duckdb };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
/** @param {number} port @param {number} rounds @returns {Promise<Map<string, Times>>} */
async function measureMock(port, rounds) {
  /** @type {Map<string, Times>} */
  const times = new Map();
  const headers = { Authorization: `Bearer ${apiKey}` };
  for (const [operation, targets] of rounds === 0 ? [] : Object.entries(requests)) {
    const each = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const target of targets) {
        const [ms] = await timed(1, async () => {
          const response = await fetch(`http://127.0.0.1:${port}${target}`, { headers });
          const body = await response.text();
          if (!response.ok) throw new Error(`${target} returned ${response.status}: ${body.slice(0, 500)}`);
        });
        each.push(ms ?? Number.NaN);
      }
    }
    times.set(operation, summary(each));
  }
  return times;
}

/** @param {number} times @param {() => Promise<unknown>} run @returns {Promise<number[]>} milliseconds of each run */
async function timed(times, run) {
  const each = [];
  for (let i = 0; i < times; i += 1) {
    const startedAt = performance.now();
    await run();
    each.push(performance.now() - startedAt);
  }
  return each;
}

/** @param {readonly number[]} values @returns {Times} */
function summary(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: median(values), p95: sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN };
}

/**
 * @typedef {object} CompactResult
 * @property {number} rows
 * @property {number} bytes
 * @property {number} ms the time in which DuckDB runs the statement of `data sql`
 * @property {number} readyMs the time from the start of the mock of the result to its first response
 */

/** @param {string} file a Parquet file @returns {Promise<CompactResult>} */
export async function measureCompact(file) {
  const result = file.replace(/\.parquet$/, '.compact.parquet');
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '1200MB',
    temp_directory: `${result}.tmp`,
  });
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    const options = { version: '1.2', maps: [], hasUsageType: false };
    const sql = compactSql({ engine: 'duckdb', source: `'${file}'`, ...options });
    const [ms = Number.NaN] = await timed(1, () =>
      connection.run(`COPY (${sql}) TO '${result}' (FORMAT parquet)`),
    );
    const { rows, bytes, readyMs } = await measureBill(result, { starts: 1, rounds: 0 });
    return { rows, bytes, ms, readyMs };
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(result, { force: true });
  }
}

/** The highest resident memory of a process so far, in bytes; NaN where the system does not count it. @param {number | undefined} pid */
function peakOf(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const status = execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' });
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}
