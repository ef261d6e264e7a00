// @ts-check
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onServersCore } from './machine.mjs';
import { apiKey, reads } from './workloads.mjs';

/** On a loaded machine, the slowest server takes a minute to start. */
const defaultTimeoutMs = 180_000;
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/**
 * @typedef {object} ServerOptions
 * @property {boolean} [isPinned] runs it on the servers' core
 * @property {boolean} [hasIpc] enables memory samples
 * @property {number} [timeoutMs]
 * @property {Readonly<Record<string, string>>} [env] additional environment variables
 * @property {string} [logFile] receives standard error
 */

/** A server in a child process. */
export class ServerProcess {
  #isStopping = false;
  #stderr = '';
  #kill = () => void this.child.kill('SIGKILL');
  /** Milliseconds from the start of the process to the first response with status 200. */
  startMs = Number.NaN;

  /**
   * @param {number} port
   * @param {readonly string[]} args arguments of Node.js
   * @param {ServerOptions} options
   */
  constructor(
    port,
    args,
    { isPinned = true, hasIpc = false, timeoutMs = defaultTimeoutMs, env = {}, logFile },
  ) {
    this.port = port;
    this.timeoutMs = timeoutMs;
    this.startedAt = performance.now();
    const [command = '', ...rest] = [...(isPinned ? onServersCore() : []), process.execPath, ...args];
    const stderr = logFile === undefined ? 'pipe' : openSync(logFile, 'w');
    this.child = spawn(command, rest, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', stderr, hasIpc ? 'ipc' : 'ignore'],
    });
    if (typeof stderr === 'number') closeSync(stderr);
    this.child.stderr?.setEncoding('utf8').on('data', (text) => {
      if (this.#stderr.length < 10_000) this.#stderr += text;
    });
    this.ended = once(this.child, 'exit');
    // Also after Ctrl-C.
    process.once('exit', this.#kill);
    /** Rejects if the server exits unexpectedly. @type {Promise<never>} */
    this.crash = this.ended.then(([code, signal]) => {
      if (this.#isStopping) return new Promise(() => {});
      throw new Error(`${args.join(' ')} exited (${signal ?? `exit code ${code}`}): ${this.#stderr}`);
    });
    this.crash.catch(() => {});
  }

  /** @throws {Error} if the server exits or does not respond */
  async ready() {
    while (!(await this.#responds())) {
      const elapsed = performance.now() - this.startedAt;
      if (elapsed > this.timeoutMs) throw new Error(`No response: ${this.#stderr}`);
      // Requests every 2 ms would take a tenth of the machine from a server that starts for seconds.
      await Promise.race([sleep(Math.min(Math.max(2, elapsed / 100), 20)), this.crash]);
    }
    this.startMs = performance.now() - this.startedAt;
    // After another response, the start-up output of the server has arrived.
    await this.#responds();
    this.#stderr = '';
  }

  /** Returns the CPU time in milliseconds, or NaN if it is not available. */
  cpuMs() {
    if (process.platform !== 'linux') return Number.NaN;
    // The name of the program is in parentheses and may contain spaces.
    const text = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  }

  /** Returns the resident memory of the process in bytes. */
  memory() {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.child.pid)])) * 1024;
  }

  /** @returns {Promise<import('./soak/report.mjs').Sample>} a sample of soak/probe.mjs; requires hasIpc */
  async sample() {
    this.child.send('sample');
    const [sample] = await Promise.race([once(this.child, 'message'), this.crash]);
    return sample;
  }

  /** Returns the lines that the server has written to standard error since it was ready. */
  stderrLines() {
    return this.#stderr.split('\n').filter((line) => line !== '');
  }

  async stop() {
    this.#isStopping = true;
    this.#kill();
    await this.ended;
    process.off('exit', this.#kill);
  }

  #responds() {
    return new Promise((resolve) => {
      const headers = { Authorization: `Bearer ${apiKey}` };
      const options = { host: '127.0.0.1', port: this.port, headers, agent: false };
      get({ ...options, path: reads.providers.target }, (response) => {
        response.resume().once('close', () => resolve(response.statusCode === 200));
      }).once('error', () => resolve(false));
    });
  }
}

/**
 * @param {(port: number) => readonly string[]} argsOf returns the arguments of Node.js
 * @param {ServerOptions} [options]
 * @returns {Promise<ServerProcess>} once it responds
 */
export async function startServer(argsOf, options = {}) {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (free.address());
  await once(free.close(), 'close');
  const server = new ServerProcess(port, argsOf(port), options);
  try {
    await server.ready();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}
