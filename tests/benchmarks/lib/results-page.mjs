// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';

const file = join(root, 'docs/benchmarks.md');

/** Writes a section of docs/benchmarks.md. @param {string} heading @param {string} text Markdown */
export function writeSection(heading, text) {
  writeFileSync(file, withSection(readFileSync(file, 'utf8'), heading, text));
}

/**
 * @param {string} page
 * @param {string} heading
 * @param {string} text
 * @returns {string} the page with a replaced section
 */
export function withSection(page, heading, text) {
  const sections = page.split(/^(?=## )/m);
  const place = sections.findIndex((one) => one.startsWith(`## ${heading}\n`));
  if (place < 0) throw new Error(`${file} has no section ${heading}.`);
  const isLast = place === sections.length - 1;
  return sections.with(place, `## ${heading}\n\n${text.trim()}\n${isLast ? '' : '\n'}`).join('');
}
