import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));
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

/**
 * Compiles programs for users of the package.
 *
 * @param programs code by absolute path
 * @param modules a `node_modules` with the types of packages that this project does not install
 */
export function typeErrors(programs: ReadonlyMap<string, string>, modules?: string): string[] {
  const paths = {
    ...Object.fromEntries(sources),
    ...(modules ? { '*': [`${modules}/@types/*/index.d.ts`] } : {}),
  };
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  Object.assign(options, { noEmit: true, allowJs: false, paths });
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
  return [...programs.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}
