// @ts-check
// Measures the mock on bills of different sizes beside plain DuckDB, and writes a section of docs/benchmarks.md.
// `npm run bench:data`; `-- --quick` is a short test run with one small bill.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionsOf } from '../../scripts/lib/options.mjs';
import { measureBill } from './lib/data/measure.mjs';
import { dataReport } from './lib/data/report.mjs';
import { writeSection } from './lib/results-page.mjs';

const { quick, rows } = optionsOf({ quick: false, rows: 10_000_000 });
const folder = mkdtempSync(join(tmpdir(), 'bench-data-'));
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(130));
process.once('exit', () => rmSync(folder, { recursive: true }));

const sizes = quick ? [100_000] : [...new Set([100_000, 1_000_000, rows])];
const results = [];
for (const size of sizes) {
  console.error(`${size} rows`);
  results.push(await measureBill(join(folder, `${size}.parquet`), size, quick ? 1 : 5));
}
const report = dataReport(results);
if (!quick) writeSection('Bills', report);
console.log(report);
