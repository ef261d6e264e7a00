import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { random } from '../support/random.js';
import { type Handler, respondWith } from '../support/serve.js';

/** One request in this many meets the fault. */
const oneIn = 20;

/** What a server or the gateway in front of it does to some requests. */
export const flaws = {
  'returns 503': { status: 503, type: 'text/html', closes: false },
  'closes reused connections': { status: null, type: '', closes: true },
  'returns 500 and closes the connection without announcing it': {
    status: 500,
    type: 'text/plain',
    closes: false,
  },
  'returns 503 and closes reused connections': { status: 503, type: 'text/html', closes: true },
} as const;

/** Serves a handler with a flaw on a free port. */
export async function serveWith(flaw: keyof typeof flaws, seed: number, handler: Handler) {
  const { status, type, closes } = flaws[flaw];
  const draw = random(seed);
  const reused = new WeakSet<Socket>();
  let failures = 0;
  let closed = 0;
  const server = createServer((incoming, outgoing) => {
    const { socket } = incoming;
    const isReused = reused.has(socket);
    reused.add(socket);
    const isHit = () => draw(oneIn) === 0;
    if (closes && isReused && isHit()) {
      closed += 1;
      socket.destroy();
    } else if (status !== null && isHit()) {
      failures += 1;
      incoming.resume();
      outgoing.writeHead(status, { 'content-type': type }).end('Oops');
      if (status === 500) outgoing.once('finish', () => socket.end());
    } else void respondWith(handler, incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => ({ failures, closed }),
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
