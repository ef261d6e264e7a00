import type { Server } from 'node:http';

/**
 * Starts a server.
 *
 * @throws {Error} with Node's `code`; for the usual codes, the message is a sentence that says what to do
 */
export async function listenOn(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const problem = listenProblem(error.code, host, port, (option) => `\`${option}\``);
      const { code } = error;
      reject(problem === null ? error : Object.assign(new Error(problem, { cause: error }), { code }));
    };
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/**
 * Says why a server cannot listen; null for an unusual code.
 *
 * @param named returns how the caller writes an option
 */
export function listenProblem(
  code: string | undefined,
  host: string,
  port: number,
  named: (option: 'port' | 'host') => string,
): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use. Choose another with ${named('port')}, or 0 for any free port.`;
    case 'EACCES':
      return `No permission to listen on port ${port}. Choose one above 1023 with ${named('port')}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Choose another with ${named('host')}.`;
    default:
      return null;
  }
}
