// @ts-check
// Reads the test runner's JSON report and prints `N passed, N failed, N skipped`, or `N passed, N failed`
// where nothing was skipped. Exits with 1 when no test ran. `node scripts/count-tests.mjs <report>`
import { existsSync, readFileSync } from 'node:fs';

const [path = ''] = process.argv.slice(2);
const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
const passed = report?.numPassedTests ?? 0;
const failed = report?.numFailedTests ?? 0;
const skipped = report?.numPendingTests ?? 0;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (passed + failed === 0) process.exitCode = 1;
