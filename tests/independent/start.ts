import { startProgram } from '../support/mock/program.js';

export interface StartedServer {
  readonly url: string;
  /** Stops the server and waits until it has exited. */
  stop(): Promise<unknown>;
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
  const env = { ...process.env, ...environment, COST_CONTRACT_API_KEYS: apiKeys.join(',') };
  const server = startProgram(program, [...args, '0'], { env });
  return { url: await server.line(), stop: () => server.end('SIGTERM') };
}
