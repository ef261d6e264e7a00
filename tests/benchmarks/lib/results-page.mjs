// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';

const file = join(root, 'docs/benchmarks.md');

const start = `# Benchmarks

Written by the benchmarks themselves; each says in its section what it ran on, when, and how. Run them with
\`npm run bench\` and \`npm run soak\`.
`;

/** The sections in the order in which they are read; others follow. */
const order = ['Mock server', 'Client', 'Verify', 'Soak'];

/**
 * Puts a section into docs/benchmarks.md, in the place of the one with the same heading.
 *
 * @param {string} heading
 * @param {string} text Markdown
 */
export function writeSection(heading, text) {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : start;
  writeFileSync(file, withSection(page, heading, text));
}

/**
 * @param {string} page
 * @param {string} heading
 * @param {string} text
 * @returns {string} the page with that section, the others as they were
 */
export function withSection(page, heading, text) {
  const [before = '', ...sections] = page.split(/^(?=## )/m);
  const others = sections.filter((one) => headingOf(one) !== heading);
  const all = [...others, `## ${heading}\n\n${text}`].sort((a, b) => placeOf(a) - placeOf(b));
  return `${[before, ...all].map((part) => part.trim()).join('\n\n')}\n`;
}

/** @param {string} section */
const headingOf = (section) => section.slice('## '.length, section.indexOf('\n'));

/** @param {string} section */
function placeOf(section) {
  const place = order.indexOf(headingOf(section));
  return place < 0 ? order.length : place;
}
