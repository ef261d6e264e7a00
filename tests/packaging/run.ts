import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

// Without the variables that npm sets for scripts, because they refer to this project.
export const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry)|^NODE_OPTIONS$/.test(name)),
  ),
  npm_config_loglevel: 'error',
};

/** Milliseconds after which a program is stopped: less than the longest timeout of a test that runs one. */
const timeout = 290_000;

/** Runs a command, and returns its exit code and output. @param more variables of its environment */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd, env: { ...env, ...more }, maxBuffer: 1e8, timeout };
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/**
 * Installs packages of npm in a folder, without changes to this project.
 *
 * @param packages names with versions, such as `express@5.3.0`, and archives
 */
export async function install(folder: string, ...packages: readonly string[]): Promise<void> {
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { code, stdout, stderr } = await run(
    'npm',
    ['install', '--prefix', folder, ...quietly, ...packages],
    folder,
  );
  if (code !== 0 || stderr) throw new Error(`npm install ${packages.join(' ')}: ${stdout}${stderr}`);
}

/** Packs this project as it is built. */
export async function pack(
  folder: string,
): Promise<{ archive: string; files: { path: string }[]; size: number }> {
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    root,
  );
  const [{ filename, files, size }] = JSON.parse(stdout);
  return { archive: join(folder, filename), files, size };
}

/** Installs the oldest compiler that the documentation states, or the newest one. @returns its program */
export async function compilerOf(version: 'oldest' | 'newest', folder: string): Promise<string> {
  const project = join(folder, `typescript-${version}`);
  const program = join(project, 'node_modules/typescript/bin/tsc');
  if (existsSync(program)) return program;
  const page = readFileSync(new URL('../../docs/package.md', import.meta.url), 'utf8');
  const [, oldest] = /TypeScript (\d\.\d) or later/.exec(page) ?? [];
  mkdirSync(project, { recursive: true });
  await install(project, `typescript@~${version === 'oldest' ? `${oldest}.0` : '7.0.2'}`);
  return program;
}

/** Compiles programs in a project. @param sources the name of each without `.ts`, and its code */
export function compiled(tsc: string, project: string, sources: string[][], options: readonly string[]) {
  for (const [name, code = ''] of sources) writeFileSync(join(project, `${name}.ts`), code);
  const files = sources.map(([name]) => `${name}.ts`);
  return run(process.execPath, [tsc, '--strict', '--skipLibCheck', 'false', ...options, ...files], project);
}
