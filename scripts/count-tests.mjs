// @ts-check
// Summarizes the JSON reports of the test runner: lists each failed test, then prints `N passed, N failed` and, if any,
// `, N skipped`. Exits with 1 if a report is missing or no test ran.
// `node scripts/count-tests.mjs REPORT...`
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** How many lines of a message are shown: the output of a program may precede the reason. */
const shownLines = 10;

const reports = process.argv
  .slice(2)
  .map((path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null));
const sum = (/** @type {string} */ field) =>
  reports.reduce((total, report) => total + (report?.[field] ?? 0), 0);

// Failures are listed here because the end of a long log is read first, and may be all that is stored.
for (const { name, assertionResults, message } of reports.flatMap((report) => report?.testResults ?? [])) {
  const failed = assertionResults.filter((/** @type {any} */ { status }) => status === 'failed');
  for (const { fullName, failureMessages } of failed)
    printFailure(`${file(name)}: ${fullName}`, failureMessages[0]);
  // A file that cannot be loaded has a message but no tests.
  if (failed.length === 0 && message) printFailure(file(name), message);
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
function printFailure(what, message = '') {
  const lines = message.split('\n').filter((line) => line.trim() && !/^ +at /.test(line));
  console.log([`FAILED: ${what}`, ...lines.slice(0, shownLines)].join('\n  '));
}
