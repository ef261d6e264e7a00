// @ts-check
import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { root } from '../../../../scripts/lib/paths.mjs';
import { startServer } from '../server-process.mjs';
import { median } from '../statistics.mjs';
import { apiKey } from '../workloads.mjs';
import { generateExport } from './generate.mjs';
import { requests, statements } from './queries.mjs';

/** @typedef {{ median: number, p95: number }} Times milliseconds */
/**
 * @typedef {object} BillResult
 * @property {number} rows
 * @property {number} bytes size of the file
 * @property {number} scanMs the time in which DuckDB reads all columns once
 * @property {number} readyMs the time from the start of the mock to its first response
 * @property {number} peakBytes the highest memory of the process
 * @property {ReadonlyMap<string, Times>} mock by operation
 * @property {ReadonlyMap<string, Times>} duckdb by operation, on the file
 */

/**
 * @param {string} file
 * @param {number} rows
 * @param {number} rounds
 * @returns {Promise<BillResult>}
 */
export async function measureBill(file, rows, rounds) {
  await generateExport(file, rows);
  const { size } = statSync(file);
  const { scanMs, exactRows, times } = await measureDuckDb(file, rounds);
  const args = ['mock', '--data', file, '--rate-limit', '1000000', '--quiet', '--no-control'];
  const server = await startServer(
    (port) => [join(root, 'dist/cli/main.js'), ...args, '--port', String(port)],
    { isPinned: false },
  );
  try {
    const mock = await measureMock(server.port, rounds);
    const peakBytes = peakOf(server.child.pid);
    return { rows: exactRows, bytes: size, scanMs, readyMs: server.startMs, peakBytes, mock, duckdb: times };
  } finally {
    await server.stop();
    rmSync(file);
  }
}

/** @param {string} file @param {number} rounds */
async function measureDuckDb(file, rounds) {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const source = `'${file}'`;
  const first = async (/** @type {string} */ sql) => (await connection.runAndReadAll(sql)).getRows()[0] ?? [];
  try {
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`);
    const names = described.getRows().map(([name]) => `max(${name})`);
    const scanMs = median(await timed(3, () => first(`SELECT ${names.join(', ')} FROM ${source}`)));
    const [exactRows] = await first(`SELECT count(*)::INTEGER FROM ${source}`);
    /** @type {Map<string, Times>} */
    const times = new Map();
    for (const [operation, all] of Object.entries(statements)) {
      const each = [];
      for (const sql of all(source)) each.push(...(await timed(Math.min(rounds, 2), () => first(sql))));
      times.set(operation, summary(each));
    }
    return { scanMs, exactRows: Number(exactRows), times };
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
  for (const [operation, targets] of Object.entries(requests)) {
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

/** The highest resident memory of a process so far, in bytes; NaN where the system does not count it. @param {number | undefined} pid */
function peakOf(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const status = execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' });
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}
