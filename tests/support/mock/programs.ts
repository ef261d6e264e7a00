import { join } from 'node:path';
import { build } from 'esbuild';
import { requireBanner } from '../../../scripts/lib/build/import-sources.mjs';
import { temporaryFolder } from '../temporary-folder.js';
import { type Program, startProgram } from './program.js';

/** Programs built from the current sources, independently of `dist/`. */
export interface Programs {
  /** @param name of the file, without its extension */
  start(name: string, args: readonly string[]): Program;
  /** Returns the path of a program. */
  path(name: string): string;
  /** Kills running programs and removes the files. */
  remove(): Promise<void>;
}

/** @param files relative to the root of the package */
export async function buildPrograms(...files: readonly string[]): Promise<Programs> {
  const folder = temporaryFolder('programs');
  await build({
    entryPoints: [...files],
    outdir: folder,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    external: ['@stoplight/*', '@duckdb/node-api', 'msw'],
    banner: requireBanner,
  });
  const running: Program[] = [];
  const path = (name: string) => join(folder, `${name}.mjs`);
  return {
    path,
    start(name, args) {
      const program = startProgram(process.execPath, [path(name), ...args]);
      running.push(program);
      return program;
    },
    async remove() {
      await Promise.all(running.map((program) => program.end('SIGKILL')));
    },
  };
}
