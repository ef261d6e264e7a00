import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = new URL('.', import.meta.url).pathname;

/** The target files of all references in a file of the split document, by its path in this folder. */
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
 * Spectral's resolver silently stops resolving the references of a file after a hundred references to that file. Files
 * without references are not affected. So parts that all operations share are in files without references, or in a file
 * each.
 */
test('no file with references to other files is referenced a hundred times', () => {
  const all = [...references.values()].flat();
  const popular = [...references]
    .filter(([, targets]) => targets.length > 0)
    .map(([file]) => ({ file, times: all.filter((target) => target === file).length }))
    .filter(({ times }) => times >= 100);

  expect(popular).toEqual([]);
});
