import { listenProblem } from '../src/listen-on.js';
import { type CommandIo, UsageError } from './command.js';

/** Resolves when the program receives a signal to stop. */
export function stopped({ signal }: CommandIo): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Returns a readable error for the usual reasons why a server cannot listen, and any other error unchanged. */
export function asUsageError(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const problem = listenProblem(code, host, port, (option) => `--${option}`);
  return problem === null ? error : new UsageError(problem);
}
