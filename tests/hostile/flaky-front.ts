import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { random } from '../support/random.js';
import { type Handler, listen, requestOf, respondWith } from '../support/serve.js';

/** One request in this many meets the fault. */
const oneIn = 20;

/** What a server or the gateway in front of it does to some requests. */
interface Flaw {
  /** Returns it in place of a response. */
  readonly status?: number;
  readonly type?: string;
  /** Closes the connection without a response: one that was used before, or any, before or after it runs the request. */
  readonly closes?: 'reused' | 'any' | 'any, after the request';
}

export const flaws = {
  'returns 503': { status: 503, type: 'text/html' },
  'closes reused connections': { closes: 'reused' },
  'closes connections': { closes: 'any' },
  'closes connections after it has run the request': { closes: 'any, after the request' },
  'returns 500 and closes the connection without announcing it': { status: 500, type: 'text/plain' },
  'returns 503 and closes reused connections': { status: 503, type: 'text/html', closes: 'reused' },
  'returns 503 and closes connections': { status: 503, type: 'text/html', closes: 'any' },
} as const satisfies Readonly<Record<string, Flaw>>;

/** Serves a handler with a flaw on a free port. The first request meets the flaw too. */
export async function serveWith(flaw: keyof typeof flaws, seed: number, handler: Handler) {
  const { status, type, closes }: Flaw = flaws[flaw];
  const draw = random(seed);
  const reused = new WeakSet<Socket>();
  let requests = 0;
  let failures = 0;
  let closed = 0;
  const server = createServer(async (incoming, outgoing) => {
    const { socket } = incoming;
    const isReused = reused.has(socket);
    reused.add(socket);
    requests += 1;
    const isFirst = requests === 1;
    const isHit = () => draw(oneIn) === 0 || isFirst;
    if (closes && (isReused || closes !== 'reused') && isHit()) {
      closed += 1;
      if (closes === 'any, after the request') await handler(await requestOf(incoming));
      socket.destroy();
    } else if (status !== undefined && isHit()) {
      failures += 1;
      incoming.resume();
      outgoing.writeHead(status, { 'content-type': type }).end('Oops');
      if (status === 500) outgoing.once('finish', () => socket.end());
    } else void respondWith(handler, incoming, outgoing);
  });
  return { ...(await listen(server)), counts: () => ({ failures, closed }) };
}
