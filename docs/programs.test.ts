import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { installed } from './testing/npm.js';
import { pages } from './testing/pages.js';
import { typeErrors } from './testing/type-errors.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const expressExample = `${root}docs/examples/webhook-receivers/express.ts`;
/** Programs that containers.test.ts and tests/packaging/test-runners.test.ts compile. */
const isElsewhere = /from '(testcontainers|@playwright\/test)'/;
/** The examples in docstrings, by file. */
const docstrings = ts.sys
  .readDirectory(
    root,
    ['.ts'],
    ['**/*.test.ts', '**/generated/**'],
    ['src/**/*', 'mocks/**/*', 'conformance/**/*'],
  )
  .flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^ \* @example\n \* ```ts\n([\s\S]*?)^ \* ```$/gm)].map(
      ([, code = '']) => ({ path, code: code.replaceAll(/^ \* ?/gm, '') }),
    ),
  );

it('every program in the pages and docstrings compiles, and the example with Express', {
  timeout: 120_000,
}, async () => {
  const programs = new Map<string, string>([
    ...pages.flatMap(({ name, blocks }) =>
      blocks
        .filter(({ language, code }) => language === 'ts' && !isElsewhere.test(code))
        .map(({ code }, index) => [`${root}${name}-${index}.ts`, code] as const),
    ),
    ...docstrings.map(({ path, code }, index) => [`${path}-${index}.ts`, code] as const),
    // tsconfig.json excludes it.
    [expressExample, readFileSync(expressExample, 'utf8')],
  ]);
  expect(docstrings.length).toBeGreaterThan(5);
  expect(programs.size).toBeGreaterThan(10 + docstrings.length);
  expect(typeErrors(programs, await installed('express'))).toEqual([]);
});
