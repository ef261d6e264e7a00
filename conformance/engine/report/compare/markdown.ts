import { escapeHtml } from '../../../../src/text/markup.js';
import { printableLines, printableParts } from '../../../../src/text/printable.js';
import { count } from '../../count.js';
import { causesByCheck } from '../findings.js';
import { code, collapsed, finding, sentence } from '../markdown.js';
import type { Comparison } from './compare.js';
import { checkItems, conclusionOf, failureItems, type Item, verdictItems } from './items.js';

/** Maximum characters: GitHub refuses a comment of more than 65,536. */
const maxLength = 60_000;
const maxItems = 20;

/** Renders a comparison as Markdown, for a comment of a pull request. */
export function markdownComparison(raw: Comparison): string {
  const comparison = printableParts(raw, printableLines);
  const { old, new: now, notes, broken, fixed, stillFailing, notJudged, checks } = comparison;
  const { isBroken, text } = conclusionOf(comparison);
  const { verdicts } = broken;
  const failures = causesByCheck({ ...now, results: broken.failures }, 'failed');
  const heading = [
    `## ${isBroken ? '❌' : '✅'} ${text}`,
    `<p>${code(old.target)} at ${escapeHtml(old.started_at)}, then ${code(now.target)} at ${escapeHtml(now.started_at)}</p>`,
    ...notes.map((note) => `<p>Note: ${escapeHtml(note)}</p>`),
  ];
  return fitted(heading, [
    ...failures.map((causes) => finding(causes, now)),
    ...list(`${count(verdicts.length, 'verdict')} not tested any more`, verdictItems(verdicts)),
    ...list('Fixed', [...failureItems(fixed.failures), ...verdictItems(fixed.verdicts)]),
    ...list('Still failing', failureItems(stillFailing)),
    ...list('No verdict any more: not applicable, or not run', verdictItems(notJudged)),
    ...list(count(checks.new.length, 'new check'), checkItems(checks.new)),
    ...list(`${count(checks.gone.length, 'check')} gone`, checkItems(checks.gone)),
  ]);
}

/** Joins the blocks that fit a comment, and counts the others. */
function fitted(heading: readonly string[], blocks: readonly string[]): string {
  let left = maxLength - heading.join('\n\n').length;
  const shown = blocks.filter((block) => {
    const fits = block.length + 2 <= left;
    if (fits) left -= block.length + 2;
    return fits;
  });
  const omitted = blocks.length - shown.length;
  const more =
    omitted > 0 ? [`Omitted because of the size: ${count(omitted, 'section')}. See --format json.`] : [];
  return `${[...heading, ...shown, ...more].join('\n\n')}\n`;
}

/** Returns a collapsed list; nothing without items. */
function list(title: string, items: readonly Item[]): string[] {
  const more = items.length - maxItems;
  return collapsed(title, [
    ...items
      .slice(0, maxItems)
      .map(({ subject, text }) => `${code(subject)}${text === '' ? '' : `: ${sentence(text)}`}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]);
}
