import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

/** Python packages of a test, installed in a cache. */
export interface PythonPackages {
  /** The Python that they are for: `python3`, or another command or path. */
  readonly python: string;
  /** Why they cannot be used here, or null. */
  missing(): string | null;
  /**
   * Installs them, unless they are in the cache already.
   *
   * @returns the environment with which Python finds them
   */
  install(): Readonly<Record<string, string>>;
}

/** The oldest version of Python, and the first that is too new, if any. */
type PythonVersions = readonly [oldest: string, tooNew?: string];

/**
 * @param options `compiled`: for programs that do not store what Python compiles, and start often. Otherwise, Python
 * compiles only what it imports.
 */
export function pythonPackages(
  name: string,
  requirements: string,
  versions: PythonVersions,
  { compiled = false } = {},
): PythonPackages {
  const found = findPython(versions);
  const python = found ?? 'python3';
  /** Depends on the requirements and the version of Python. */
  const folder = () => {
    const { stdout } = spawnSync(python, ['-VV']);
    const hash = createHash('sha256').update(readFileSync(requirements)).update(stdout).digest('hex');
    return join(cache, name, hash.slice(0, 16));
  };
  return {
    python,
    missing() {
      const [oldest, tooNew] = versions;
      if (!found) return `Python ${oldest} or later${tooNew ? ` and before ${tooNew}` : ''} is missing`;
      return existsSync(folder()) || spawnSync(python, ['-m', 'pip', '--version']).status === 0
        ? null
        : 'pip is missing';
    },
    install() {
      const installed = folder();
      if (!existsSync(installed))
        install(python, [...(compiled ? [] : ['--no-compile']), '-r', requirements], installed);
      // Stores what it compiles, even if the environment says otherwise.
      return { PYTHONPATH: installed, PYTHONDONTWRITEBYTECODE: '' };
    },
  };
}

/** Returns `python3`, or another Python that is installed beside it, for example by pyenv; null if none has these versions. */
function findPython([oldest, tooNew = '4']: PythonVersions): string | null {
  const tuple = (version: string) => `(${version.replace('.', ',')},)`;
  const fits = `import sys; sys.exit(not ${tuple(oldest)} <= sys.version_info < ${tuple(tooNew)})`;
  const others = ['3.14', '3.13', '3.12', '3.11', '3.10'].map((version) => `python${version}`);
  const found = ['python3', ...others, ...pythonsOfPyenv()];
  return found.find((python) => spawnSync(python, ['-c', fits]).status === 0) ?? null;
}

function pythonsOfPyenv(): string[] {
  const { status, stdout } = spawnSync('pyenv', ['root'], { encoding: 'utf8' });
  const folder = join((stdout ?? '').trim(), 'versions');
  if (status !== 0 || !existsSync(folder)) return [];
  return readdirSync(folder).map((version) => join(folder, version, 'bin/python3'));
}

function install(python: string, packages: readonly string[], installed: string): void {
  mkdirSync(dirname(installed), { recursive: true });
  const incomplete = mkdtempSync(`${installed}-`);
  execFileSync(
    python,
    ['-m', 'pip', 'install', '--quiet', '--only-binary=:all:', '--target', incomplete, ...packages],
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
