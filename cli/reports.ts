import { constants } from 'node:fs';
import { access, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { countsOf, verdictOf } from '../conformance/report/findings.js';
import { htmlReport } from '../conformance/report/html.js';
import { jsonReport } from '../conformance/report/json.js';
import { junitReport } from '../conformance/report/junit.js';
import { markdownReport } from '../conformance/report/markdown.js';
import { prettyReport } from '../conformance/report/pretty.js';
import type { Report } from '../conformance/report/report.js';
import { type CommandIo, UsageError } from './command.js';
import { oneOf } from './one-of.js';

const reporters: Readonly<Record<string, (report: Report, style: { colour: boolean }) => string>> = {
  pretty: prettyReport,
  html: htmlReport,
  markdown: (report) => markdownReport(report),
  json: jsonReport,
  junit: junitReport,
};

/** What every command that judges says of its reports in its help. */
export const reporterHelp = `\
  --reporter NAME[=FILE]  pretty (default), html, markdown, json or junit; may come again, each with
                          a file of its own, but for one that goes to standard output
  --output FILE           where the last report without a file goes
`;

/** The options themselves, for parseArgs. */
export const reporterOptions = {
  reporter: { type: 'string' as const, multiple: true as const, default: ['pretty'] },
  output: { type: 'string' as const },
};

/** A report to be written: by whom, and to which file; to standard output without one. */
export interface WantedReport {
  readonly reporter: string;
  readonly file?: string;
}

/**
 * @param values of `--reporter`, each a name or `NAME=FILE`, and of `--output`
 * @throws {UsageError} when a reporter is not known, or two would write to standard output
 */
export function reportsAskedFor({
  reporter: values,
  output,
}: {
  reporter: readonly string[];
  output?: string | undefined;
}): WantedReport[] {
  const wanted: WantedReport[] = values.map((value) => {
    const [, reporter = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
    oneOf('reporter', reporter, Object.keys(reporters));
    if (file === '') throw new UsageError(`--reporter ${value} names no file behind the =.`);
    return { reporter, ...(file === undefined ? {} : { file }) };
  });
  if (output !== undefined) {
    const last = wanted.findLastIndex(({ file }) => file === undefined);
    if (last < 0) throw new UsageError('--output has no report left to write: each --reporter has its file.');
    wanted[last] = { reporter: wanted[last]?.reporter ?? '', file: output };
  }
  const [, second] = wanted.filter(({ file }) => file === undefined);
  if (second) {
    throw new UsageError(
      `Only one report can go to standard output: give the others a file, as in --reporter ${second.reporter}=FILE.`,
    );
  }
  return wanted;
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
  for (const file of [...wanted.map((report) => report.file), ...others]) {
    if (file === undefined) continue;
    try {
      await mkdir(dirname(file), { recursive: true });
      await access(dirname(file), constants.W_OK);
      const there = await stat(file).catch(() => undefined);
      if (there?.isDirectory()) throw new Error('it is a folder');
      if (there) await access(file, constants.W_OK);
    } catch (error) {
      throw new UsageError(`${file} cannot be written: ${(error as Error).message}.`);
    }
  }
}

/** Writes each report to its place; where all go to files, says where on standard error. */
export async function writeReports(
  report: Report,
  wanted: readonly WantedReport[],
  { stdout, stderr, env }: CommandIo,
): Promise<void> {
  for (const { reporter, file } of wanted) {
    const colour = file === undefined && stdout.isTTY === true && !env.NO_COLOR;
    const text = reporters[reporter]?.(report, { colour }) ?? '';
    if (file === undefined) stdout.write(text);
    else await writeFile(file, text);
  }
  if (wanted.every(({ file }) => file !== undefined)) {
    const { word, reason } = verdictOf(report);
    const files = wanted.map(({ file }) => file).join(', ');
    stderr.write(`${countsOf(report)}\n${word}: ${reason}. Written to ${files}.\n`);
  }
}
