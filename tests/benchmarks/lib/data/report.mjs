// @ts-check
import { markdownTable } from '../../../../scripts/lib/pages/markdown-table.mjs';
import { machine } from '../machine.mjs';

const goals = { readyFactor: 3, peakBytes: 2 * 10 ** 9, p95Ms: 300 };

/**
 * @param {readonly import('./measure.mjs').BillResult[]} results one of them with operations
 * @param {import('./measure.mjs').CompactResult} compact of that one
 * @returns {string} Markdown that is readable in a terminal
 */
export function dataReport(results, compact) {
  const measured = /** @type {import('./measure.mjs').BillResult} */ (
    results.find(({ mock }) => mock.size > 0)
  );
  return `${machine(false)}. \`npm run bench:data\`: generated FOCUS exports, read by \`cost-contract mock --data\`, beside plain
DuckDB on the same file in the same run.

The exports are as large clouds write them: 51 columns of FOCUS 1.2; Parquet is compressed with Snappy. 88 % of the rows are
hours of instances, most of which are replaced after hours or days, 12 % are days of other resources; the more rows, the larger
the organization, always in 92 days. Rows of an hour are in a mixed order, amounts have 12 digits after the point, and every
row has five tags. Ten million rows have 870,000 resources, 3,000 sets of tags and 200 accounts of two providers.

${starts(results)}

"DuckDB" is the time from the start of a Node.js process until DuckDB in it has read those columns once that the mock reads
(\`SELECT max(…), …\`), "mock ready" the time from the start of the mock to its first response. Each is the median of up to
seven starts, in turn. DuckDB within the mock uses up to 1.2 GB, and writes what does not fit to a temporary directory.

The statement of \`data sql --engine duckdb\` aggregates ${whole(measured.rows)} rows of Parquet to ${whole(compact.rows)} rows (${whole(compact.bytes / 10 ** 6)} MB) in
${(compact.ms / 1000).toFixed(1)} s, within 1.2 GB too. The mock of the result is ready in ${(compact.readyMs / 1000).toFixed(1)} s.

Each operation on ${whole(measured.rows)} rows, with different parameters, in milliseconds:

${operations(measured)}

Goals:

${goalLines(measured, results).join('\n')}`;
}

/** @param {readonly import('./measure.mjs').BillResult[]} results */
function starts(results) {
  return markdownTable([
    ['rows', 'format', 'file, MB', 'DuckDB, s', 'mock ready, s', 'ratio', 'peak memory, MB'],
    ...results.map(({ rows, format, bytes, readMs, readyMs, peakBytes }) => [
      whole(rows),
      format,
      whole(bytes / 10 ** 6),
      (readMs / 1000).toFixed(2),
      (readyMs / 1000).toFixed(2),
      `${(readyMs / readMs).toFixed(1)} ×`,
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

/** @param {import('./measure.mjs').BillResult} measured @param {readonly import('./measure.mjs').BillResult[]} results */
function goalLines({ rows, readyMs, readMs, cpuMs, mock }, results) {
  const p95 = Math.max(...[...mock.values()].map((times) => times.p95));
  const peakBytes = Math.max(...results.map((result) => result.peakBytes));
  const largest = Math.max(...results.map(({ bytes }) => bytes));
  const ready = `until ${whole(rows)} rows are ready, relative to`;
  return [
    goalLine(`time ${ready} that of DuckDB for the same columns`, readyMs / readMs, goals.readyFactor, '×'),
    goalLine(`processor time ${ready} the same`, cpuMs.ready / cpuMs.read, goals.readyFactor, '×'),
    goalLine(
      `highest peak memory, in GB, with files of up to ${(largest / 10 ** 9).toFixed(1)} GB`,
      peakBytes / 10 ** 9,
      goals.peakBytes / 10 ** 9,
      '',
    ),
    goalLine('p95 of the slowest operation, in ms', p95, goals.p95Ms, ''),
  ];
}
/** @param {string} what @param {number} reached @param {number} limit @param {string} unit */
function goalLine(what, reached, limit, unit) {
  const verdict = reached <= limit ? 'met' : '**missed**';
  return `- ${what}: ${reached.toFixed(reached < 10 ? 2 : 0)} ${unit} (goal: at most ${limit}), ${verdict}`.replace(
    '  ',
    ' ',
  );
}

/** @param {number} value */
function whole(value) {
  return Math.round(value).toLocaleString('en-US');
}
