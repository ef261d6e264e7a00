import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface StartedServer {
  readonly url: string;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
}

/**
 * Starts a server that is a program of its own, on a free port.
 *
 * @param command the program and its arguments; the port is put after them
 * @throws {Error} with what it wrote, when it ends before it has told its address
 */
export async function start(command: readonly string[], apiKeys: readonly string[]): Promise<StartedServer> {
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, '0'], {
    env: { ...process.env, COST_CONTRACT_API_KEYS: apiKeys.join(',') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = once(child, 'exit');
  const url = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => String(line)),
    ended.then(() => Promise.reject(new Error(`${command.join(' ')} ended: ${complaints}`))),
  ]);
  return { url, stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}
