import { join } from 'node:path';
import { build } from 'esbuild';
import { requireBanner } from '../../../scripts/lib/build/import-sources.mjs';
import { temporaryFolder } from '../temporary-folder.js';
import { type Program, startProgram } from './program.js';

export type Programs = Awaited<ReturnType<typeof buildPrograms>>;

/** Builds programs from the current sources, independently of `dist/`. @param files relative to the root of the package */
export async function buildPrograms(...files: readonly string[]) {
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
    /** Returns the path of a program. @param name of its file, without the extension */
    path,
    start(name: string, args: readonly string[]): Program {
      const program = startProgram(process.execPath, [path(name), ...args]);
      running.push(program);
      return program;
    },
    /** Kills running programs. */
    async remove(): Promise<void> {
      await Promise.all(running.map((program) => program.end('SIGKILL')));
    },
  };
}
