import { constants } from 'node:fs';
import { access, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { countsOf, verdictOf } from '../../conformance/engine/report/findings.js';
import type { PrettyOptions } from '../../conformance/engine/report/pretty.js';
import type { Report } from '../../conformance/engine/report.js';
import { defined } from '../../src/defined.js';
import { type CommandIo, UsageError } from '../command.js';
import { type ReportOptions, reporterNames } from '../options/shared-options.js';
import { incompleteMessage, isClosedByReader } from './output.js';

type ReporterName = (typeof reporterNames)[number];

type Reporter = (report: Report, options: PrettyOptions) => string;

/** Loads a reporter: most runs need one or two of them. */
const reporters: Readonly<Record<ReporterName, () => Promise<Reporter>>> = {
  pretty: async () => (await import('../../conformance/engine/report/pretty.js')).prettyReport,
  html: async () => (await import('../../conformance/engine/report/html/html.js')).htmlReport,
  markdown: async () => {
    const { markdownReport } = await import('../../conformance/engine/report/markdown.js');
    return (report) => markdownReport(report);
  },
  json: async () => (await import('../../conformance/engine/report/json.js')).jsonReport,
  junit: async () => (await import('../../conformance/engine/report/junit.js')).junitReport,
  ctrf: async () => (await import('../../conformance/engine/report/ctrf.js')).ctrfReport,
  github: async () => (await import('../../conformance/engine/report/github.js')).githubReport,
};

/** A report to write: its format and its file. Without a file, it goes to standard output. */
export interface WantedReport {
  readonly reporter: ReporterName;
  readonly file?: string;
}

/** @throws {UsageError} if a reporter is unknown, or two would write to standard output */
export function wantedReports({ reporter = ['pretty'], output }: ReportOptions): WantedReport[] {
  const wanted = reporter.map(wantedReport);
  if (output !== undefined) {
    const last = wanted.findLastIndex(({ file }) => file === undefined);
    const report = wanted[last];
    if (!report) {
      throw new UsageError('--output is not used, because each --reporter already has a file. Remove it.');
    }
    wanted[last] = { ...report, file: output };
  }
  // GitHub recognizes its commands anywhere in the output.
  const [, second] = wanted.filter(({ reporter, file }) => file === undefined && reporter !== 'github');
  if (second) {
    throw new UsageError(
      `Only one report can be written to standard output. Give the others a file: --reporter ${second.reporter}=FILE.`,
    );
  }
  return wanted;
}

function wantedReport(value: string): WantedReport {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
  const reporter = reporterNames.find((known) => known === name);
  if (!reporter) {
    const names = `${reporterNames.slice(0, -1).join(', ')} or ${reporterNames.at(-1)}`;
    throw new UsageError(`Unknown reporter '${name}'. Use ${names}.`);
  }
  if (file === '') throw new UsageError(`--reporter ${value} has no file name after '='.`);
  return defined({ reporter, file });
}

/**
 * Creates missing folders, and fails early if a report or another file cannot be written.
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
      await createFolder(dirname(resolve(file)));
      await access(dirname(file), constants.W_OK);
      const existing = await stat(file).catch(() => undefined);
      if (existing?.isDirectory()) throw new Error('it is a folder');
      if (existing) await access(file, constants.W_OK);
      const isFirst = files.findIndex((other) => resolve(other) === resolve(file)) === index;
      if (!isFirst && existing?.isFile() !== false) throw new Error('another output uses this file');
    } catch (error) {
      throw new UsageError(`Cannot write ${file}: ${(error as Error).message}.`);
    }
  }
}

/** Creates a folder and its missing parents. Node's recursive `mkdir` never ends below /proc. */
async function createFolder(path: string): Promise<void> {
  const missing: string[] = [];
  let nearest = path;
  let found = await stat(nearest).catch(ignore('ENOENT'));
  while (!found) {
    missing.unshift(nearest);
    nearest = dirname(nearest);
    found = await stat(nearest).catch(ignore('ENOENT'));
  }
  if (!found.isDirectory()) throw new Error(`${nearest} is not a folder`);
  for (const folder of missing) await mkdir(folder).catch(ignore('EEXIST'));
}

/** Returns a handler that ignores system errors with a code, and rethrows all others. */
function ignore(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error;
  };
}

/**
 * Writes the reports. If all of them go to files, prints a summary with their names to standard error.
 *
 * @returns false if a report is incomplete, after printing the reason; the others are still written
 */
export async function writeReports(
  report: Report,
  wanted: readonly WantedReport[],
  { verbose, groupBy }: ReportOptions,
  io: CommandIo,
): Promise<boolean> {
  const { stdout, stderr } = io;
  const files = wanted.flatMap(({ reporter, file }) => (isComplete(reporter) ? (file ?? []) : []));
  const written: string[] = [];
  let areComplete = true;
  for (const { reporter, file } of wanted) {
    const colour = file === undefined && stdout.hasColors === true;
    // What is not a terminal is searched or read in an editor.
    const width = (file === undefined ? stdout.columns : undefined) ?? Number.POSITIVE_INFINITY;
    const write = await reporters[reporter]();
    const render = () => write(report, { colour, verbose, groupBy, width, files });
    if (file === undefined) {
      // Reports are already escaped. The control characters of the pretty one, and the commands of that for GitHub, are ours.
      stdout.writeRaw(render());
    } else if (await writeOutput(file, render, io)) written.push(file);
    else areComplete = false;
  }
  if (wanted.every(({ file }) => file !== undefined)) {
    const { word, reason } = verdictOf(report);
    const where = written.length > 0 ? ` Written to ${written.join(', ')}.` : '';
    stderr.write(`${countsOf(report)}\n${word}: ${reason}.${where}\n`);
  }
  return areComplete;
}

/** Whether a report for people has everything. */
function isComplete(reporter: ReporterName): boolean {
  return reporter === 'html' || reporter === 'markdown' || reporter === 'json';
}

/**
 * @param render returns the content
 * @returns false if the file is incomplete, after printing the reason to standard error
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
    if (isClosedByReader(error as Error)) return true;
    stderr.write(incompleteMessage(file, error as Error));
    return false;
  }
}
