import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { pages } from './testing/pages.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** The entry points of the package with their sources. */
const sources = Object.entries<any>(manifest.exports)
  .filter(([, target]) => target.types)
  .map(([subpath, { types }]) => {
    const source = types.replace('./dist/', root).replace(/\.d\.ts$/, '.ts');
    return [
      `${manifest.name}${subpath.slice(1)}`,
      [ts.sys.fileExists(source) ? source : types.replace('./dist/', root)],
    ];
  });

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

it('every program in the pages and docstrings compiles', { timeout: 120_000 }, () => {
  const programs = new Map<string, string>([
    ...pages.flatMap(({ name, blocks }) =>
      blocks
        .filter(({ language }) => language === 'ts')
        .map(({ code }, index) => [`${root}${name}-${index}.ts`, code] as const),
    ),
    ...docstrings.map(({ path, code }, index) => [`${path}-${index}.ts`, code] as const),
  ]);
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  Object.assign(options, { noEmit: true, allowJs: false, paths: Object.fromEntries(sources) });
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => programs.has(path) || fileExists(path);
  host.readFile = (path) => programs.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const code = programs.get(path);
    return code === undefined
      ? getSourceFile(path, target, ...rest)
      : ts.createSourceFile(path, code, target);
  };
  const program = ts.createProgram([...programs.keys()], options, host);
  const errors = [...programs.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
  expect(docstrings.length).toBeGreaterThan(5);
  expect(programs.size).toBeGreaterThan(10 + docstrings.length);
  expect(errors).toEqual([]);
});
