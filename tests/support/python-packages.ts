import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

/** Python packages of a test, installed in a cache. */
export interface PythonPackages {
  /** Why they cannot be used here, or null. */
  missing(): string | null;
  /**
   * Installs them, unless they are in the cache already.
   *
   * @returns the environment with which Python finds them
   */
  install(): Readonly<Record<string, string>>;
}

/** @param versions the oldest version of Python, and the first that is too new, if any */
export function pythonPackages(
  name: string,
  requirements: string,
  [oldest, tooNew = '4']: readonly [string, string?],
): PythonPackages {
  /** Depends on the requirements and the version of Python. */
  const folder = () => {
    const { stdout } = spawnSync('python3', ['-VV']);
    const hash = createHash('sha256').update(readFileSync(requirements)).update(stdout).digest('hex');
    return join(cache, name, hash.slice(0, 16));
  };
  return {
    missing() {
      const tuple = (version: string) => `(${version.replace('.', ',')},)`;
      const fits = `import sys; sys.exit(not ${tuple(oldest)} <= sys.version_info < ${tuple(tooNew)})`;
      if (spawnSync('python3', ['-c', fits]).status !== 0) {
        return `Python ${oldest} or later${tooNew === '4' ? '' : ` and before ${tooNew}`} is missing`;
      }
      return existsSync(folder()) || spawnSync('python3', ['-m', 'pip', '--version']).status === 0
        ? null
        : 'pip is missing';
    },
    install() {
      const installed = folder();
      if (!existsSync(installed)) install(requirements, installed);
      return { PYTHONPATH: installed };
    },
  };
}

function install(requirements: string, installed: string): void {
  mkdirSync(dirname(installed), { recursive: true });
  const incomplete = mkdtempSync(`${installed}-`);
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
