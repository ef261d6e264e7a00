// @ts-check
// Adds up the test runner's JSON reports and prints `N passed, N failed`, with `, N skipped` where some
// were. Exits with 1 when a report is missing or no test ran. `node scripts/count-tests.mjs REPORT...`
import { existsSync, readFileSync } from 'node:fs';

const reports = process.argv
  .slice(2)
  .map((path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null));
const sum = (/** @type {string} */ field) =>
  reports.reduce((total, report) => total + (report?.[field] ?? 0), 0);

const skipped = sum('numPendingTests');
console.log(
  `${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
if (reports.includes(null) || sum('numTotalTests') === 0) process.exitCode = 1;
