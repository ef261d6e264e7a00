import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Program, startProgram } from './program.js';

/** Programs made of the sources as they are, whatever was built last. */
export interface Programs {
  /** @param name of the file, without its ending */
  start(name: string, args: readonly string[]): Program;
  /** Where one is, for who starts it another way. */
  path(name: string): string;
  /** Ends what still runs and removes the programs. */
  remove(): Promise<void>;
}

/** @param files relative to the root of the package */
export async function buildPrograms(...files: readonly string[]): Promise<Programs> {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
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
    external: ['@stoplight/*', 'msw'],
    // What is bundled from CommonJS still requires Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
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
      rmSync(folder, { recursive: true });
    },
  };
}
