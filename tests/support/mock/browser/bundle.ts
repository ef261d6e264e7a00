import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

/** A bundle in memory: its files by name, and what imports what. */
export interface Bundle {
  readonly files: ReadonlyMap<string, string>;
  readonly metafile: Metafile;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Bundles a module of this project for browsers. Node's own modules and Prism stay outside, so whoever
 * imports them is seen in the metafile.
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
    external: ['node:*', '@stoplight/*'],
    outdir: '/',
    minify: true,
    write: false,
    metafile: true,
    legalComments: 'none',
  });
  return { files: new Map(outputFiles.map(({ path, text }) => [path, text])), metafile };
}

/** The files that are loaded with the entry, without those that wait for an `import()`. */
export function loadedAtOnce({ metafile }: Bundle): { files: string[]; imports: string[] } {
  const outputs = metafile.outputs;
  const entry = Object.keys(outputs).find((path) => path.endsWith('entry.js'));
  if (!entry) throw new Error('The bundle has no entry.');
  const files = [entry];
  const outside: string[] = [];
  for (const file of files) {
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (kind === 'dynamic-import') continue;
      if (external) outside.push(path);
      else if (!files.includes(path)) files.push(path);
    }
  }
  return { files: files.map((file) => `/${file.split('/').at(-1)}`), imports: outside };
}
