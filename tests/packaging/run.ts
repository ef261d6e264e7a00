import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const quietly = ['--prefer-offline', '--no-audit', '--no-fund'];

// Without the variables that npm sets for scripts, because they refer to this project.
export const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry)/.test(name)),
  ),
  npm_config_loglevel: 'error',
};

/** Runs a command, and returns its exit code and output. */
export function run(command: string, args: readonly string[], cwd: string) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(command, args, { cwd, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/** The compiler of this project, or of the oldest version that the documentation states. */
export async function compilerOf(version: 'oldest' | 'current', folder: string): Promise<string> {
  if (version === 'current') return createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const page = readFileSync(new URL('../../docs/package.md', import.meta.url), 'utf8');
  const [, oldest] = /TypeScript (\d\.\d) or later/.exec(page) ?? [];
  const project = join(folder, 'typescript');
  mkdirSync(project, { recursive: true });
  await run('npm', ['install', ...quietly, '--prefix', project, `typescript@~${oldest}.0`], project);
  return join(project, 'node_modules/typescript/bin/tsc');
}
