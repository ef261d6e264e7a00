import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type Program, startProgram } from '../support/mock/program.js';
import { pythonPackages } from '../support/python-packages.js';

const source = fileURLToPath(new URL('fastapi', import.meta.url));

/** A fault of the server in FastAPI: texts that occur once, and what replaces them. */
export interface Fault {
  readonly name: string;
  /** What is wrong, in one sentence. */
  readonly fault: string;
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[];
}

export const faults: readonly Fault[] = parse(readFileSync(join(source, 'faults.yaml'), 'utf8'));

/** The packages of the server. */
export const fastApi = pythonPackages('fastapi', join(source, 'requirements.txt'), ['3.10'], {
  compiled: true,
});

/** Copies the server to a folder, with a fault if there is one. @returns the path of its program */
export function copyFastApi(folder: string, { edits }: Pick<Fault, 'edits'> = { edits: [] }): string {
  cpSync(source, folder, { recursive: true });
  for (const { file, from, to } of edits) {
    const path = join(folder, file);
    const parts = readFileSync(path, 'utf8').split(from);
    if (parts.length !== 2)
      throw new Error(`${file} contains the text to replace ${parts.length - 1} times: ${from}`);
    writeFileSync(path, parts.join(to));
  }
  return join(folder, 'main.py');
}

/** Starts copies of the server in processes that share imported packages, since imports take half of the time of a start. */
export class FastApiServers {
  readonly #fork: Program;
  /** The last start. One at a time, because all print to the same output. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(apiKeys: readonly string[]) {
    const args = ['-B', join(source, '../fork.py'), 'fastapi', 'uvicorn', 'sqlite3'];
    const env = { ...process.env, ...fastApi.install(), COST_CONTRACT_API_KEYS: apiKeys.join(',') };
    this.#fork = startProgram(fastApi.python, args, { env });
  }

  /** @throws {Error} if the program fails before it prints its URL */
  start(program: string): Promise<{ readonly url: string; stop(): void }> {
    const started = this.#last.then(() => this.#start(program));
    this.#last = started.catch(() => undefined);
    return started;
  }

  async #start(program: string) {
    this.#fork.write(`${program}\n`);
    const processId = Number(await this.#fork.line());
    const url = await this.#fork.line();
    if (!url.startsWith('http:')) throw new Error(`${program} failed: ${url}`);
    return { url, stop: () => void process.kill(processId) };
  }

  close(): Promise<unknown> {
    return this.#fork.end('SIGTERM');
  }
}
