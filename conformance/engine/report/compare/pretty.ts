import { printableParts } from '../../../../src/text/printable.js';
import { failureBlocks } from '../failures.js';
import { painter } from '../paint.js';
import { fitted, rowsOf, screen, sectionsOf, within } from '../screen.js';
import type { Comparison } from './compare.js';
import { checkItems, conclusionOf, failureItems, type Item, verdictItems } from './items.js';

/** Maximum lines of a list beside the new failures. */
const maxItems = 8;

export interface ComparisonOptions {
  readonly colour: boolean;
  /** Shows everything. Default: what fits a screen. */
  readonly verbose: boolean;
  /** Columns to which lists of one line each are cut, Infinity for whole lines. Default: 100. */
  readonly width?: number | undefined;
  /** The names of the files. */
  readonly files: readonly [old: string, now: string];
}

/** Renders a comparison for a terminal. */
export function prettyComparison(raw: Comparison, options: ComparisonOptions): string {
  const { colour, verbose, files, width = screen.columns } = options;
  const comparison = printableParts(raw);
  const { broken, fixed, stillFailing, notJudged, checks, notes } = comparison;
  const paint = painter(colour);
  const section = (title: string, items: readonly Item[], noun: string) => {
    const lines = items.map(({ subject, text }) => `  ${subject}${text && `: ${text}`}`);
    return lines.length === 0
      ? []
      : [[title, ...(verbose ? lines : within(maxItems, lines, noun, width))].join('\n')];
  };
  const heading = paint.bold(`Changes from ${files[0]} to ${files[1]}`);
  const before = [heading, ...notes.map((note) => `Note: ${note}`)].join('\n');
  const { isBroken, text } = conclusionOf(comparison);
  const after = [
    ...section(
      `${paint.red('✗ NOT TESTED ANY MORE')} ${paint.dim('(passed before)')}`,
      verdictItems(broken.verdicts),
      'reason',
    ),
    ...section(
      paint.green('✓ FIXED'),
      [...failureItems(fixed.failures), ...verdictItems(fixed.verdicts)],
      'line',
    ),
    ...section(paint.yellow('= STILL FAILING'), failureItems(stillFailing), 'failure'),
    ...section(
      `${paint.yellow('? NO VERDICT ANY MORE')} ${paint.dim('(not applicable, or not run)')}`,
      verdictItems(notJudged),
      'reason',
    ),
    ...section('+ NEW CHECKS', checkItems(checks.new), 'check'),
    ...section('- GONE CHECKS', checkItems(checks.gone), 'check'),
    paint.bold(isBroken ? paint.red(text) : paint.green(text)),
  ];
  const blocks = failureBlocks(
    { ...comparison.new, results: broken.failures },
    { paint, verbose, groupBy: 'check', width },
  );
  const taken = [before, ...after].reduce((sum, one) => sum + rowsOf(one) + 1, 0);
  const failures = verbose ? sectionsOf(blocks) : fitted(blocks, screen.rows - taken, 'new failure', width);
  return `${[before, ...failures, ...after].join('\n\n')}\n`;
}
