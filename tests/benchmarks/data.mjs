// @ts-check
// Measures the mock on bills of different sizes beside plain DuckDB, and writes a section of docs/benchmarks.md.
// `npm run bench:data`; `-- --quick` is a short test run with one small bill, `-- --folder <directory>` generates the bills
// there unless it has them, and leaves them.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionsOf } from '../../scripts/lib/options.mjs';
import { generateExport } from './lib/data/generate.mjs';
import { measureBill, measureCompact } from './lib/data/measure.mjs';
import { dataReport } from './lib/data/report.mjs';
import { writeSection } from './lib/results-page.mjs';

const { quick, folder } = optionsOf({ quick: false, folder: '' });
const directory = folder || mkdtempSync(join(tmpdir(), 'bench-data-'));
mkdirSync(directory, { recursive: true });
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(130));
process.once('exit', () => folder || rmSync(directory, { recursive: true }));

/** Requests are sent to the mock of one. @type {readonly (readonly [format: string, rows: number, starts: number, rounds: number])[]} */
const bills = quick
  ? [['parquet', 100_000, 1, 1]]
  : [
      ['parquet', 100_000, 5, 0],
      ['parquet', 1_000_000, 5, 0],
      ['parquet', 10_000_000, 7, 5],
      ['csv', 1_000_000, 3, 0],
      ['csv.gz', 1_000_000, 3, 0],
      ['parquet', 30_000_000, 3, 0],
    ];
const results = [];
/** @type {import('./lib/data/measure.mjs').CompactResult | undefined} */
let compact;
for (const [format, rows, starts, rounds] of bills) {
  console.error(`${rows} rows, ${format}`);
  const file = join(directory, `${rows}.${format}`);
  if (!existsSync(file)) await generateExport(file, rows);
  const result = await measureBill(file, { starts, rounds });
  console.error(`ready in ${(result.readyMs / 1000).toFixed(1)} s`);
  results.push(result);
  if (rounds > 0) compact = await measureCompact(file);
  if (!folder) rmSync(file);
}
const report = dataReport(results, /** @type {import('./lib/data/measure.mjs').CompactResult} */ (compact));
if (!quick) writeSection('Bills', report);
console.log(report);
