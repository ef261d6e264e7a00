import { type CommandIo, UsageError } from './command.js';

/** Resolves when the program receives a signal to stop. */
export function stopped({ signal }: CommandIo): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Returns a readable error for the usual reasons why a server cannot listen, and any other error unchanged. */
export function listenProblem(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} is already in use. Choose another with --port, or 0 for any free port.`,
      );
    case 'EACCES':
      return new UsageError(`No permission to listen on port ${port}. Choose one above 1023 with --port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(`${host} is not an address of this machine. Choose another with --host.`);
    default:
      return error;
  }
}
