// @ts-check
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { platform } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pinned } from './cores.mjs';
import { apiKey, reads } from './workloads.mjs';

/**
 * @typedef {object} ServerProcess
 * @property {number} port
 * @property {number} startMs from its start to its first answer with 200
 * @property {() => number} memory bytes that it holds
 * @property {() => number} cpuMs time it has been at work; not a number where the system does not tell
 * @property {() => Promise<void>} stop
 */

/** On a machine with much else to do the slowest of them takes a minute. */
const patienceMs = 180_000;

/**
 * @param {(port: number) => readonly string[]} argsOf arguments of Node
 * @param {readonly string[]} [launcher] what starts it on a core of its own, where it has one
 * @returns {Promise<ServerProcess>} once it answers
 * @throws when it ends or stays silent instead
 */
export async function startServer(argsOf, launcher = pinned('server')) {
  const port = await freePort();
  const [command = '', ...args] = [...launcher, process.execPath, ...argsOf(port)];
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints = (complaints + text).slice(-2000);
  });
  const ended = once(child, 'exit');
  const kill = () => void child.kill('SIGKILL');
  // Also when somebody presses Ctrl-C.
  process.once('exit', kill);
  const stop = async () => {
    kill();
    await ended;
    process.off('exit', kill);
  };
  while (!(await answers(port))) {
    if (child.exitCode === null && performance.now() - startedAt < patienceMs) await sleep(2);
    else {
      await stop();
      throw new Error(`No answer from ${args.join(' ')}: ${complaints}`);
    }
  }
  return {
    port,
    startMs: performance.now() - startedAt,
    cpuMs: () => cpuTimeOf(child.pid ?? 0),
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) * 1024,
    stop,
  };
}

/** Linux counts it in hundredths of a second. */
const tickMs = 10;

/** @param {number} pid */
function cpuTimeOf(pid) {
  if (platform !== 'linux') return Number.NaN;
  // Behind the name of the program, which may hold anything, stand numbers.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** @param {number} port */
function answers(port) {
  return new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${apiKey}` };
    get({ host: '127.0.0.1', port, path: reads.providers.target, headers, agent: false }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
