import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = new URL('.', import.meta.url).pathname;

/** Files a file of the split document refers to, once for each reference, by its path in this folder. */
const references = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const targets = [...text.matchAll(/\$ref: "?([^"#}\s]+\.yaml)/g)].map(([, file]) =>
        join(dirname(name), file as string),
      );
      return [name, targets];
    }),
);

/**
 * Spectral's resolver stops following what a file refers to, without a word, once a hundred
 * references have led to that file. One that refers to no other is safe, however popular: so what all
 * operations share stands either in such a file, or in a file of its own.
 */
test('no file that refers on to others is referred to a hundred times', () => {
  const all = [...references.values()].flat();
  const popular = [...references]
    .filter(([, targets]) => targets.length > 0)
    .map(([file]) => ({ file, times: all.filter((target) => target === file).length }))
    .filter(({ times }) => times >= 100);

  expect(popular).toEqual([]);
});
