import { constants } from 'node:fs';
import { access, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { countsOf, verdictOf } from '../conformance/report/findings.js';
import { githubReport } from '../conformance/report/github.js';
import { htmlReport } from '../conformance/report/html.js';
import { jsonReport } from '../conformance/report/json.js';
import { junitReport } from '../conformance/report/junit.js';
import { markdownReport } from '../conformance/report/markdown.js';
import { prettyReport } from '../conformance/report/pretty.js';
import type { Report } from '../conformance/report.js';
import { type CommandIo, UsageError } from './command.js';
import { isReaderGone, notWhole } from './output.js';
import { type ReportOptions, reporterNames } from './report-options.js';

type ReporterName = (typeof reporterNames)[number];

const reporters: Readonly<Record<ReporterName, (report: Report, style: { colour: boolean }) => string>> = {
  pretty: prettyReport,
  html: htmlReport,
  markdown: (report) => markdownReport(report),
  json: jsonReport,
  junit: junitReport,
  github: githubReport,
};

/** A report to be written: by whom, and to which file; to standard output without one. */
export interface WantedReport {
  readonly reporter: ReporterName;
  readonly file?: string;
}

/** @throws {UsageError} when a reporter is not known, or two would write to standard output */
export function wantedReports({ reporter = ['pretty'], output }: ReportOptions): WantedReport[] {
  const wanted = reporter.map(wantedReport);
  if (output !== undefined) {
    const last = wanted.findLastIndex(({ file }) => file === undefined);
    const report = wanted[last];
    if (!report) {
      throw new UsageError('--output has no report left to write: each --reporter has its file.');
    }
    wanted[last] = { ...report, file: output };
  }
  // GitHub finds its commands wherever they are in the output.
  const [, second] = wanted.filter(({ reporter, file }) => file === undefined && reporter !== 'github');
  if (second) {
    throw new UsageError(
      `Only one report can go to standard output: give the others a file, as in --reporter ${second.reporter}=FILE.`,
    );
  }
  return wanted;
}

function wantedReport(value: string): WantedReport {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
  const reporter = reporterNames.find((known) => known === name);
  if (!reporter) {
    const names = `${reporterNames.slice(0, -1).join(', ')} or ${reporterNames.at(-1)}`;
    throw new UsageError(`--reporter is ${names}, not ${name}.`);
  }
  if (file === '') throw new UsageError(`--reporter ${value} names no file behind the =.`);
  return { reporter, ...(file === undefined ? {} : { file }) };
}

/**
 * Makes sure that reports and other files can be written, before a run is spent on them; folders are made.
 *
 * @throws {UsageError}
 */
export async function prepareFiles(
  wanted: readonly WantedReport[],
  ...others: readonly (string | undefined)[]
): Promise<void> {
  const files = [...wanted.map((report) => report.file), ...others].filter((file) => file !== undefined);
  for (const [index, file] of files.entries()) {
    try {
      await makeFolder(dirname(resolve(file)));
      await access(dirname(file), constants.W_OK);
      const there = await stat(file).catch(() => undefined);
      if (there?.isDirectory()) throw new Error('it is a folder');
      if (there) await access(file, constants.W_OK);
      const isFirst = files.findIndex((other) => resolve(other) === resolve(file)) === index;
      if (!isFirst && there?.isFile() !== false) throw new Error('another output goes there already');
    } catch (error) {
      throw new UsageError(`${file} cannot be written: ${(error as Error).message}.`);
    }
  }
}

/** Makes a folder from the nearest that exists on; Node's own way to do so never ends below /proc. */
async function makeFolder(path: string): Promise<void> {
  const missing: string[] = [];
  let nearest = path;
  let found = await stat(nearest).catch(unless('ENOENT'));
  while (!found) {
    missing.unshift(nearest);
    nearest = dirname(nearest);
    found = await stat(nearest).catch(unless('ENOENT'));
  }
  if (!found.isDirectory()) throw new Error(`${nearest} is not a folder`);
  for (const folder of missing) await mkdir(folder).catch(unless('EEXIST'));
}

/** What is done with an error of the system: one of this code is nothing. */
function unless(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error;
  };
}

/**
 * Writes each report to its place; where all go to files, says where on standard error.
 *
 * @returns false when one is not whole, which is said; the others are written all the same
 */
export async function writeReports(
  report: Report,
  wanted: readonly WantedReport[],
  io: CommandIo,
): Promise<boolean> {
  const { stdout, stderr } = io;
  const written: string[] = [];
  let areWhole = true;
  for (const { reporter, file } of wanted) {
    const colour = file === undefined && stdout.hasColors === true;
    const render = () => reporters[reporter](report, { colour });
    if (file === undefined) {
      // The pretty report has no control characters but its own; of others a program gets every byte.
      const isRaw = reporter === 'pretty' || !stdout.isTTY;
      if (isRaw) stdout.writeRaw(render());
      else stdout.write(render());
    } else if (await writeOutput(file, render, io)) written.push(file);
    else areWhole = false;
  }
  if (wanted.every(({ file }) => file !== undefined)) {
    const { word, reason } = verdictOf(report);
    const where = written.length > 0 ? ` Written to ${written.join(', ')}.` : '';
    stderr.write(`${countsOf(report)}\n${word}: ${reason}.${where}\n`);
  }
  return areWhole;
}

/**
 * @param render makes the text
 * @returns false when the file is not whole, which is said on standard error
 */
export async function writeOutput(
  file: string,
  render: () => string,
  { stderr }: CommandIo,
): Promise<boolean> {
  try {
    await writeFile(file, render());
    return true;
  } catch (error) {
    if (isReaderGone(error as Error)) return true;
    stderr.write(notWhole(file, error as Error));
    return false;
  }
}
