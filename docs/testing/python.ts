import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';

/** Null, or why the tests that run Python are skipped. CI has Python with pip. */
export const pythonMissing =
  process.env.CI || spawnSync('python3', ['-m', 'pip', '--version']).status === 0
    ? null
    : 'needs python3 with pip';

/** Python packages in a folder of their own, without changes to the machine. */
export class PythonPackages {
  readonly #folder = temporaryFolder('python');

  /** @param names packages with their versions, such as `requests==2.34.2` */
  constructor(names: readonly string[]) {
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--root-user-action=ignore'];
    // Python compiles what it imports.
    const install = ['-m', 'pip', 'install', ...quiet, '--no-compile', '--target', this.#folder, ...names];
    execFileSync('python3', install, { stdio: 'pipe' });
  }

  /** The folder of their commands. */
  get bin(): string {
    return join(this.#folder, 'bin');
  }

  /** The environment in which Python finds the packages. */
  get env(): { readonly PYTHONPATH: string; readonly PYTHONDONTWRITEBYTECODE: string } {
    // Stores what it compiles, even if the environment says otherwise.
    return { PYTHONPATH: this.#folder, PYTHONDONTWRITEBYTECODE: '' };
  }
}
