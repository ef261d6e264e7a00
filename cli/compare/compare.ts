import { compareReports, exitCodeOfComparison } from '../../conformance/engine/report/compare/compare.js';
import { jsonComparison } from '../../conformance/engine/report/compare/json.js';
import { markdownComparison } from '../../conformance/engine/report/compare/markdown.js';
import { prettyComparison } from '../../conformance/engine/report/compare/pretty.js';
import type { CommandIo } from '../command.js';
import { loadReport } from './load-report.js';

export interface CompareCommandOptions {
  readonly format: 'pretty' | 'markdown' | 'json';
  readonly verbose?: boolean;
}

/**
 * Compares two JSON reports, and prints what changed.
 *
 * @returns 1 if something broke, else 0
 * @throws {CannotStart} if a file is not a report that this version can read
 */
export async function runCompare(
  old: string,
  now: string,
  { format, verbose = false }: CompareCommandOptions,
  { stdout }: CommandIo,
): Promise<number> {
  const comparison = compareReports(await loadReport(old), await loadReport(now));
  const colour = stdout.hasColors === true;
  const width = stdout.columns ?? Number.POSITIVE_INFINITY;
  const texts = {
    pretty: () => prettyComparison(comparison, { colour, verbose, width, files: [old, now] }),
    markdown: () => markdownComparison(comparison),
    json: () => jsonComparison(comparison),
  };
  // The texts are escaped; the control characters of the pretty one are ours.
  stdout.writeRaw(texts[format]());
  return exitCodeOfComparison(comparison);
}
