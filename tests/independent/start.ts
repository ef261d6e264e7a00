import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface StartedServer {
  readonly url: string;
  /** Stops the server and waits until it has exited. */
  stop(): Promise<void>;
}

/**
 * Starts a server as a child process on a free port.
 *
 * @param command the program and its arguments, to which the port is appended
 * @throws {Error} if the server exits before it prints its URL; the message contains its standard error
 */
export async function start(
  command: readonly string[],
  apiKeys: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, '0'], {
    env: { ...process.env, ...environment, COST_CONTRACT_API_KEYS: apiKeys.join(',') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'exit');
  const url = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => String(line)),
    ended.then(() => Promise.reject(new Error(`${command.join(' ')} exited: ${stderr}`))),
  ]);
  return { url, stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}
