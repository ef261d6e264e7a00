import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const source = fileURLToPath(new URL('fastapi', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/fastapi', import.meta.url));

/** A fault of the server in FastAPI: texts that occur once, and what replaces them. */
export interface Fault {
  readonly name: string;
  /** What is wrong, in one sentence. */
  readonly fault: string;
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[];
}

export const faults: readonly Fault[] = parse(readFileSync(join(source, 'faults.yaml'), 'utf8'));

/** Why the server cannot be started here, or null. */
export function missingForFastApi(): string | null {
  const version = 'import sys; sys.exit(sys.version_info < (3, 10))';
  if (spawnSync('python3', ['-c', version]).status !== 0) return 'Python 3.10 or later is missing';
  return existsSync(packages()) || spawnSync('python3', ['-m', 'pip', '--version']).status === 0
    ? null
    : 'pip is missing';
}

/**
 * Installs the pinned packages in the cache, unless they are there already.
 *
 * @returns the environment with which Python finds them
 */
export function installFastApi(): Readonly<Record<string, string>> {
  const installed = packages();
  if (!existsSync(installed)) install(installed);
  return { PYTHONPATH: installed };
}

function install(installed: string): void {
  mkdirSync(dirname(installed), { recursive: true });
  const incomplete = mkdtempSync(`${installed}-`);
  const requirements = join(source, 'requirements.txt');
  execFileSync(
    'python3',
    ['-m', 'pip', 'install', '--quiet', '--only-binary=:all:', '--target', incomplete, '-r', requirements],
    { stdio: 'pipe' },
  );
  try {
    renameSync(incomplete, installed);
  } catch (error) {
    rmSync(incomplete, { recursive: true });
    // Another test has installed them in the meantime.
    if (!existsSync(installed)) throw error;
  }
}

/** The folder of the installed packages, which depends on the requirements and the version of Python. */
function packages(): string {
  const requirements = readFileSync(join(source, 'requirements.txt'));
  const { stdout } = spawnSync('python3', ['-VV']);
  return join(cache, createHash('sha256').update(requirements).update(stdout).digest('hex').slice(0, 16));
}

/**
 * Copies the server to a folder, with a fault if there is one.
 *
 * @returns the command that starts the copy
 */
export function fastApiCommand(
  folder: string,
  { edits }: Pick<Fault, 'edits'> = { edits: [] },
): readonly string[] {
  cpSync(source, folder, { recursive: true });
  for (const { file, from, to } of edits) {
    const path = join(folder, file);
    const parts = readFileSync(path, 'utf8').split(from);
    if (parts.length !== 2)
      throw new Error(`${file} contains the text to replace ${parts.length - 1} times: ${from}`);
    writeFileSync(path, parts.join(to));
  }
  return ['python3', '-B', join(folder, 'main.py')];
}
