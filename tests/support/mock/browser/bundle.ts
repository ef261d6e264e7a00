import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

/** A bundle in memory: its files by name, and its imports. */
export interface Bundle {
  readonly files: ReadonlyMap<string, string>;
  readonly metafile: Metafile;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Bundles a module of this project for browsers. Node's built-in modules, DuckDB and Prism are external, so the
 * metafile shows which files import them.
 *
 * @param entry relative to the root of the project
 */
export async function bundleForBrowser(entry: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: { entry },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['node:*', '@duckdb/*', '@stoplight/*'],
    outdir: '/',
    minify: true,
    write: false,
    metafile: true,
    legalComments: 'none',
  });
  return { files: new Map(outputFiles.map(({ path, text }) => [path, text])), metafile };
}

/** The files that load with the entry, without those behind a dynamic `import()`. */
export function initialFiles({ metafile }: Bundle): { files: string[]; imports: string[] } {
  const outputs = metafile.outputs;
  const entry = Object.keys(outputs).find((path) => path.endsWith('entry.js'));
  if (!entry) throw new Error('The bundle has no entry.');
  const files = [entry];
  const externals: string[] = [];
  for (const file of files) {
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (kind === 'dynamic-import') continue;
      if (external) externals.push(path);
      else if (!files.includes(path)) files.push(path);
    }
  }
  return { files: files.map((file) => `/${file.split('/').at(-1)}`), imports: externals };
}
