// @ts-check
import { markdownTable } from '../../../../scripts/lib/markdown-table.mjs';
import { machine } from '../machine.mjs';

const goals = { readyFactor: 3, peakBytes: 2 * 10 ** 9, p95Ms: 300 };

/**
 * @param {readonly import('./measure.mjs').BillResult[]} results by size, ascending
 * @returns {string} Markdown that is readable in a terminal
 */
export function dataReport(results) {
  const largest = /** @type {import('./measure.mjs').BillResult} */ (results.at(-1));
  return `${machine(false)}. \`npm run bench:data\`: generated FOCUS exports (Parquet), read by \`cost-contract mock --data\`, beside plain
DuckDB on the same file in the same run.

${starts(results)}

Each operation on ${whole(largest.rows)} rows, with different parameters, in milliseconds:

${operations(largest)}

Goals:

${goalLines(largest).join('\n')}`;
}

/** @param {readonly import('./measure.mjs').BillResult[]} results */
function starts(results) {
  return markdownTable([
    ['rows', 'file, MB', 'DuckDB reads all columns, s', 'mock ready, s', 'ratio', 'peak memory, MB'],
    ...results.map(({ rows, bytes, scanMs, readyMs, peakBytes }) => [
      whole(rows),
      whole(bytes / 10 ** 6),
      (scanMs / 1000).toFixed(2),
      (readyMs / 1000).toFixed(2),
      `${(readyMs / scanMs).toFixed(1)} ×`,
      whole(peakBytes / 10 ** 6),
    ]),
  ]);
}

/** @param {import('./measure.mjs').BillResult} result */
function operations({ mock, duckdb }) {
  return markdownTable([
    ['operation', 'mock, median', 'mock, p95', 'DuckDB SQL, median', 'ratio'],
    ...[...mock].map(([operation, times]) => {
      const sql = duckdb.get(operation);
      return [
        operation,
        times.median.toFixed(1),
        times.p95.toFixed(1),
        sql ? sql.median.toFixed(1) : '',
        sql ? `${(times.median / sql.median).toFixed(2)} ×` : '',
      ];
    }),
  ]);
}

/** @param {import('./measure.mjs').BillResult} result */
function goalLines({ scanMs, readyMs, peakBytes, mock }) {
  const p95 = Math.max(...[...mock.values()].map((times) => times.p95));
  return [
    goalLine('ready, relative to the scan by DuckDB', readyMs / scanMs, goals.readyFactor, '×'),
    goalLine('peak memory, in GB', peakBytes / 10 ** 9, goals.peakBytes / 10 ** 9, ''),
    goalLine('p95 of the slowest operation, in ms', p95, goals.p95Ms, ''),
  ];
}

/** @param {string} what @param {number} reached @param {number} limit @param {string} unit */
function goalLine(what, reached, limit, unit) {
  const verdict = reached <= limit ? 'met' : '**missed**';
  return `- ${what}: ${reached.toFixed(reached < 10 ? 1 : 0)} ${unit} (goal: at most ${limit}), ${verdict}`.replace(
    '  ',
    ' ',
  );
}

/** @param {number} value */
function whole(value) {
  return Math.round(value).toLocaleString('en-US');
}
