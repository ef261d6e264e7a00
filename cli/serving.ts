import { type CommandIo, UsageError } from './command.js';

/** Resolves when the program is told to stop. */
export function stopped({ signal }: CommandIo): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** @returns why a server could not listen, in words for a person where it is a usual reason */
export function listenProblem(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UsageError(
        `port ${port} is already in use. Choose another with --port, or 0 for a free one.`,
      );
    case 'EACCES':
      return new UsageError(
        `port ${port} may not be opened by this user. Choose one above 1023 with --port.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(`${host} is no address of this machine. Choose another with --host.`);
    default:
      return error;
  }
}
