import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free port for a server that another process starts later. It lies below the range from which systems choose the
 * ports of other servers and of connections, so that no parallel test gets it in the meantime.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = 12_000 + Math.floor(Math.random() * 20_000);
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
  await once(server.close(), 'close');
  return port;
}
