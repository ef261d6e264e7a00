import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

/** A program in a process of its own. */
export interface Program {
  /** The next line it writes to standard output. */
  line(): Promise<string>;
  /** Ends it, and waits until it has. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Programs made of the sources as they are, whatever was built last. */
export interface Programs {
  /** @param name of the file, without its ending */
  start(name: string, args: readonly string[]): Program;
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
  return {
    start(name, args) {
      const child = spawn(process.execPath, [join(folder, `${name}.mjs`), ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const program = programOf(child, name);
      running.push(program);
      return program;
    },
    async remove() {
      await Promise.all(running.map((program) => program.end('SIGKILL')));
      rmSync(folder, { recursive: true });
    },
  };
}

function programOf(child: ChildProcess, name: string): Program {
  const ended = once(child, 'exit');
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const lines = createInterface(child.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]();
  return {
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${name} ended: ${complaints}`);
      return value;
    },
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
