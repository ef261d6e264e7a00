// @ts-check
import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { importSources } from '../../../../scripts/lib/import-sources.mjs';
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
 * @property {number} readMs the time in which DuckDB reads the columns once that the mock reads
 * @property {number} scanMs the time in which DuckDB reads all columns once
 * @property {number} readyMs the time from the start of the mock to its first response
 * @property {{ read: number, scan: number, ready: number }} cpuMs processor time of the same
 * @property {number} peakBytes the highest memory of the process
 * @property {ReadonlyMap<string, Times>} mock by operation
 * @property {ReadonlyMap<string, Times>} duckdb by operation, on the file
 */

/**
 * @param {string} file a FOCUS export
 * @param {number} rounds how often each request is sent; 0 measures the start only
 * @returns {Promise<BillResult>}
 */
export async function measureBill(file, rounds) {
  // Before and after, since other load on the machine changes.
  const before = await measureDuckDb(file, rounds);
  const args = ['mock', '--data', file, '--rate-limit', '1000000', '--quiet', '--no-control'];
  const server = await startServer(
    (port) => [join(root, 'dist/cli/main.js'), ...args, '--port', String(port)],
    { isPinned: false, timeoutMs: 1_800_000 },
  );
  try {
    const ready = server.cpuMs();
    const mock = await measureMock(server.port, rounds);
    const peakBytes = peakOf(server.child.pid);
    const after = await measureDuckDb(file, 0);
    const mean = (/** @type {'readMs' | 'scanMs' | 'readCpuMs' | 'scanCpuMs'} */ name) =>
      (before[name] + after[name]) / 2;
    return {
      format: basename(file).replace(/^\d+\./, ''),
      rows: before.rows,
      bytes: statSync(file).size,
      readMs: mean('readMs'),
      scanMs: mean('scanMs'),
      readyMs: server.startMs,
      cpuMs: { read: mean('readCpuMs'), scan: mean('scanCpuMs'), ready },
      peakBytes,
      mock,
      duckdb: before.duckdb,
    };
  } finally {
    await server.stop();
  }
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

/** @param {string} file @param {number} rounds */
async function measureDuckDb(file, rounds) {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const source = file.endsWith('.parquet') ? `'${file}'` : `read_csv('${file}', all_varchar = true)`;
  const first = async (/** @type {string} */ sql) => (await connection.runAndReadAll(sql)).getRows()[0] ?? [];
  try {
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`);
    const all = described.getRows().map(([name]) => String(name));
    const read = all.filter(
      (name) =>
        focusColumns.some((/** @type {{ name: string }} */ column) => column.name === name) &&
        !unread.includes(name),
    );
    const scan = async (/** @type {readonly string[]} */ names) => {
      const cpuBefore = process.cpuUsage();
      const each = await timed(2, () =>
        first(`SELECT ${names.map((name) => `max(${name})`).join(', ')} FROM ${source}`),
      );
      const { user, system } = process.cpuUsage(cpuBefore);
      return [median(each), (user + system) / 1000 / each.length];
    };
    const [readMs = Number.NaN, readCpuMs = Number.NaN] = await scan(read);
    const [scanMs = Number.NaN, scanCpuMs = Number.NaN] = await scan(all);
    const [rows] = await first(`SELECT count(*)::INTEGER FROM ${source}`);
    /** @type {Map<string, Times>} */
    const times = new Map();
    for (const [operation, sqlOf] of rounds === 0 ? [] : Object.entries(statements)) {
      const each = [];
      for (const sql of sqlOf(source)) each.push(...(await timed(Math.min(rounds, 2), () => first(sql))));
      times.set(operation, summary(each));
    }
    return { readMs, scanMs, readCpuMs, scanCpuMs, rows: Number(rows), duckdb: times };
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
    const { rows, bytes, readyMs } = await measureBill(result, 0);
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
