import { stripVTControlCharacters } from 'node:util';
import { groupBy } from '../../../src/group-by.js';
import { count } from '../count.js';

/** Number of rows that a report may take, and the width at which lines are assumed to wrap. */
export const screen = { rows: 60, columns: 100 } as const;

/** A part of a report that is shown in full, or in one line. */
export interface Block {
  /** Printed above the first of consecutive blocks with the same heading. */
  readonly heading: readonly string[];
  readonly body: readonly string[];
  /** What the block is about; blocks about the same share a line. */
  readonly subject: string;
  /** The rest of the line. */
  readonly short: string;
}

/** Returns the number of rows that a text takes on a terminal. */
export function rowsOf(text: string): number {
  return text
    .split('\n')
    .map((line) => Math.ceil(stripVTControlCharacters(line).length / screen.columns))
    .reduce((sum, rows) => sum + Math.max(1, rows), 0);
}

/** Cuts a line to a number of characters. */
function cut(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}

/**
 * Lists lines; if they exceed a number of rows, the others are only counted.
 *
 * @param width to which each line is cut
 */
export function within(rows: number, lines: readonly string[], noun: string, width: number): string[] {
  const oneRow = (line: string) => cut(line, width);
  const room = Math.max(1, rows);
  if (lines.length <= room) return lines.map(oneRow);
  const shown = lines.slice(0, room - 1);
  return [...shown.map(oneRow), `  … and ${count(lines.length - shown.length, `more ${noun}`)}`];
}

/** Joins blocks to sections, which blank lines separate. */
export function sectionsOf(blocks: readonly Block[]): string[] {
  const sections: string[][] = [];
  let last: string | undefined;
  for (const { heading, body } of blocks) {
    const title = heading.join('\n');
    if (title === last) sections.at(-1)?.push(...body);
    else sections.push([...heading, ...body]);
    last = title;
  }
  return sections.map((lines) => lines.join('\n'));
}

/** Returns a line for the blocks about each subject. */
function linesOf(blocks: readonly Block[], noun: string): string[] {
  return [...groupBy(blocks, ({ subject }) => subject)].map(([subject, [{ short }, ...rest]]) => {
    const text = rest.length > 0 ? `${rest.length + 1} distinct ${noun}s, first ${short}` : short;
    return `  ${subject}: ${text}`;
  });
}

/** Shows as many blocks as possible in full, at least one, and the others in a line each. */
export function fitted(blocks: readonly Block[], rows: number, noun: string, width: number): string[] {
  const costOf = (full: number) =>
    sectionsOf(blocks.slice(0, full)).reduce((sum, section) => sum + rowsOf(section) + 1, 0) +
    (full < blocks.length ? linesOf(blocks.slice(full), noun).length + 2 : 0);
  let full = blocks.length;
  while (full > 1 && costOf(full) > rows) full -= 1;
  const sections = sectionsOf(blocks.slice(0, full));
  const others = linesOf(blocks.slice(full), noun);
  if (others.length === 0) return sections;
  const left = rows - sections.reduce((sum, section) => sum + rowsOf(section) + 1, 0) - 2;
  const lines = within(left, others, noun, width);
  // Only their number fits.
  if (lines.length === 1 && others.length > 1) return [...sections, ...lines];
  return [...sections, [`Other ${noun}s:`, ...lines].join('\n')];
}
