// @ts-check
// Adds up the test runner's JSON reports: names each test that failed, and prints `N passed, N failed`, with
// `, N skipped` where some were. Exits with 1 when a report is missing or no test ran.
// `node scripts/count-tests.mjs REPORT...`
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const reports = process.argv
  .slice(2)
  .map((path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null));
const sum = (/** @type {string} */ field) =>
  reports.reduce((total, report) => total + (report?.[field] ?? 0), 0);

// The end of a long log is what is read first, and sometimes all of it that is kept.
for (const { name, assertionResults, message } of reports.flatMap((report) => report?.testResults ?? [])) {
  const failed = assertionResults.filter((/** @type {any} */ { status }) => status === 'failed');
  for (const { fullName, failureMessages } of failed) tell(`${file(name)}: ${fullName}`, failureMessages[0]);
  // A file that cannot be loaded has no tests, but a message.
  if (failed.length === 0 && message) tell(file(name), message);
}

const skipped = sum('numPendingTests');
console.log(
  `${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
if (reports.includes(null) || sum('numTotalTests') === 0) process.exitCode = 1;

/** @param {string} name */
function file(name) {
  return relative(process.cwd(), name);
}

/** @param {string} what @param {string} [message] */
function tell(what, message = '') {
  const [reason = ''] = message.split('\n', 1);
  console.log(`FAILED: ${what}${reason && `\n  ${reason}`}`);
}
