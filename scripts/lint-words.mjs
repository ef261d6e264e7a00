// @ts-check
// Counts the words of words.yaml over all tracked files, and fails where one occurs more often than it may:
// `npm run lint:words`. `npm run lint:words -- WORD` also lists the places of a word that may occur.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { countWords } from './lib/lint/words.mjs';
import { root } from './lib/paths.mjs';

/** Not written by hand, or lists of these words. */
const excluded = [
  'released',
  'package-lock.json',
  '*.svg',
  'scripts/words.yaml',
  'scripts/lib/lint/words.test.mjs',
];

/** @type {import('./lib/lint/words.mjs').Word[]} */
const words = parse(readFileSync(join(root, 'scripts/words.yaml'), 'utf8'));
const files = execFileSync('git', ['ls-files', '-z', '--', '.', ...excluded.map((path) => `:!${path}`)], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(Boolean)
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const shown = process.argv[2];
for (const { word, places, isOver } of countWords(words, files)) {
  console.log(
    `${isOver ? 'FAIL' : 'ok  '} ${String(places.length).padStart(4)} of at most ${word.most ?? 0}: ${word.find}`,
  );
  if (isOver) process.exitCode = 1;
  if (!isOver && !(shown && new RegExp(`^(?:${word.find})$`, 'i').test(shown))) continue;
  console.log(`     Write instead: ${word.write}`);
  for (const { path, line, text } of places) console.log(`     ${path}:${line}: ${text.slice(0, 140)}`);
}
