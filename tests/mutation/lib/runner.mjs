// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleDataset } from './bundles.mjs';

/** Longest comparison and longest run of the suite; a mutant that takes longer does not end. */
const longest = { original: 300_000, compare: 40_000, judge: 60_000 };

/** Most datasets that the suite judges a mutant on. */
const mostRuns = 2;

/** @param {{ failed: string[] } | undefined} caught */
const outcomeOf = (caught) => (caught ? (caught.failed.length > 0 ? 'standard' : 'strict') : 'survived');

/** @param {string} file */
function processOf(file) {
  // Its temporary files are removed with the folder.
  const child = fork(file, { env: { ...process.env, TMPDIR: dirname(file) } });
  // Of a process that crashed no message would come.
  child.on('error', () => {}).once('exit', () => child.emit('error', new Error('The process ended.')));
  return child;
}

/** Evaluates mutants in a process, which is replaced when a mutant does not return. */
export class Runner {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;
  #files = 0;

  /** @param {{ folder: string, evaluator: string, name: string }} options */
  constructor({ folder, evaluator, name }) {
    this.folder = folder;
    this.evaluator = evaluator;
    this.name = name;
  }

  /**
   * @param {import('./points.mjs').Mutant} mutant
   * @returns {Promise<object>}
   */
  async evaluate(mutant) {
    await this.start();
    const file = this.#nextFile();
    try {
      await bundleDataset(file, mutant);
    } catch {
      return { outcome: 'does not compile' };
    }
    const result = await this.#judged(file);
    rmSync(file, { force: true });
    return result;
  }

  /**
   * Runs the suite on datasets that show the mutant, until it fails.
   *
   * @param {string} file
   */
  async #judged(file) {
    /** @type {any} */
    let seen;
    /** @type {{ dataset: number, failed: string[], warned: string[] } | undefined} */
    let caught;
    for (let from = 0, runs = 0; runs < mostRuns; runs += 1) {
      const { result: visible, error, isLate } = await this.#run('compare', { file, from });
      if (isLate) return { outcome: 'does not end' };
      if (error)
        return {
          outcome: 'does not start',
          error: error.split('\n', 1)[0]?.replaceAll(/(file:\/\/)?\/\S+/g, '…'),
        };
      if (visible === null) break;
      seen ??= visible;
      const judged = await this.#run('judge', { index: visible.index });
      // A list without end can exhaust the memory before the time.
      if (judged.isLate || (judged.error && !this.#process)) return { outcome: 'does not end' };
      if (judged.error) throw new Error(judged.error);
      const { failed, warned } = judged.result;
      if (failed.length > 0 || (warned.length > 0 && !caught))
        caught = { dataset: visible.index, failed, warned };
      if (failed.length > 0) break;
      from = visible.index + 1;
    }
    if (!seen) return { outcome: 'not visible' };
    return { outcome: outcomeOf(caught), seen, caught };
  }

  /** Starts the process and records the responses of the original. */
  async start() {
    if (this.#process) return;
    this.#process = processOf(this.evaluator);
    const file = this.#nextFile();
    await bundleDataset(file);
    const { result, error } = await this.#run('original', { file });
    if (error) throw new Error(error);
    if (result.visible)
      throw new Error(`The original is not deterministic: ${JSON.stringify(result.visible)}`);
    return result;
  }

  #nextFile() {
    this.#files += 1;
    return join(this.folder, `${this.name}-${this.#files}.mjs`);
  }

  /**
   * @param {keyof typeof longest} task
   * @param {object} input
   * @returns {Promise<{ result?: any, error?: string, isLate?: boolean }>}
   */
  async #run(task, input) {
    const child = /** @type {import('node:child_process').ChildProcess} */ (this.#process);
    const signal = AbortSignal.timeout(longest[task]);
    child.send({ task, input });
    try {
      const [message] = await once(child, 'message', { signal });
      return message;
    } catch (error) {
      this.close();
      if (signal.aborted) return { isLate: true };
      return { error: String(error) };
    }
  }

  close() {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }
}
