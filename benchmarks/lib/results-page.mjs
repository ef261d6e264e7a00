// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';

const file = join(root, 'docs/benchmarks.md');

const start = `# Benchmarks

Written by the benchmarks themselves; each says in its section what it ran on, when, and how. Run them with
\`npm run bench\` and \`npm run soak\`.
`;

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
  const section = `## ${heading}\n\n${text.trim()}\n`;
  const [before = '', ...sections] = page.split(/^(?=## )/m);
  const at = sections.findIndex((one) => one.startsWith(`## ${heading}\n`));
  const others = at < 0 ? [...sections, section] : sections.with(at, section);
  return [before, ...others]
    .map((part) => part.trimEnd())
    .join('\n\n')
    .concat('\n');
}
