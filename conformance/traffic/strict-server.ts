import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { valuesOf } from './message-headers.js';
import { type Refusal, refusal, refuse, refuseRaw } from './refusal.js';

const loopbackNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Serves HTTP/1.1 and hands on only requests that have one reading: what two servers could frame
 * differently is refused, in the API's failure envelope.
 */
export class StrictServer {
  readonly #server: Server;
  /** Every connection, with the exchanges over it that are not over. */
  readonly #connections = new Map<Socket, Map<ServerResponse, IncomingMessage>>();
  readonly #refused = new WeakSet<Socket>();
  /** Names by which callers reach it; null where other machines may, by names that nobody knows here. */
  #names: RegExp | null = loopbackNames;

  constructor(handle: Handle) {
    const server = createServer({ requireHostHeader: false, insecureHTTPParser: false }, (...exchange) => {
      if (!this.#refuses(...exchange)) handle(...exchange);
    });
    // Beyond it headers would be read and left out, framing too; their bytes are bounded in any case.
    server.maxHeadersCount = 0;
    server.on('connection', (socket: Socket) => this.#watch(socket));
    server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      this.#open(incoming, outgoing);
      this.#refuse(incoming, outgoing, refusal(417, 'Nothing can be expected but 100-continue.'));
    });
    server.on('clientError', (error, socket) => this.#end(socket, ofClientError(error)));
    for (const event of ['connect', 'upgrade']) {
      server.on(event, (_: IncomingMessage, socket: Duplex) =>
        this.#end(socket, refusal(501, 'It speaks HTTP/1.1 and nothing else: no tunnels, no WebSockets.')),
      );
    }
    this.#server = server;
  }

  /** @returns the address, such as `http://127.0.0.1:4020` */
  async listen(port: number, host: string): Promise<string> {
    this.#names = loopbackNames.test(host.includes(':') ? `[${host}]` : host) ? loopbackNames : null;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    const { port: own } = this.#server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${own}`;
  }

  /** Ends it, with all connections; nothing passes any more when it resolves. */
  async close(): Promise<void> {
    const ends = [new Promise<void>((resolve) => this.#server.close(() => resolve()))];
    for (const socket of this.#connections.keys()) {
      ends.push(new Promise((resolve) => socket.once('close', () => resolve())));
      socket.destroy();
    }
    await Promise.all(ends);
  }

  #watch(socket: Socket): void {
    this.#connections.set(socket, new Map());
    socket.once('close', () => this.#connections.delete(socket));
  }

  #open(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const open = this.#connections.get(incoming.socket);
    open?.set(outgoing, incoming);
    outgoing.once('close', () => open?.delete(outgoing));
  }

  /** @returns whether it has refused it */
  #refuses(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    // Its connection is about to be closed; what follows there may have been meant as a body.
    if (this.#refused.has(incoming.socket)) return true;
    this.#open(incoming, outgoing);
    const found = problemOf(incoming) ?? this.#problemOfName(incoming);
    if (found) this.#refuse(incoming, outgoing, found);
    return found !== undefined;
  }

  /** A web page whose domain was pointed at this machine sends its own name. */
  #problemOfName(incoming: IncomingMessage): Refusal | undefined {
    const [host] = valuesOf(incoming, 'host');
    if (this.#names === null || host === undefined) return undefined;
    if (this.#names.test(host.replace(/:\d*$/, ''))) return undefined;
    return refusal(421, 'Only programs on this machine may use it: call it by 127.0.0.1 or localhost.');
  }

  #refuse({ socket }: IncomingMessage, outgoing: ServerResponse, found: Refusal): void {
    this.#refused.add(socket);
    refuse(outgoing, found);
  }

  /** Ends a connection of which nothing more can be read. */
  #end(socket: Duplex, found: Refusal): void {
    const [open, ...more] = this.#connections.get(socket as Socket) ?? [];
    if (!open && socket.writable) {
      refuseRaw(socket as Socket, found);
      return;
    }
    const [outgoing, incoming] = open ?? [];
    // It belongs to the last request only: nothing may come into or before responses to earlier ones.
    const isOfItsBody = more.length === 0 && incoming?.complete === false && !outgoing?.headersSent;
    if (outgoing && isOfItsBody) this.#refuse(incoming, outgoing, found);
    else socket.destroy();
  }
}

function problemOf(incoming: IncomingMessage): Refusal | undefined {
  const { httpVersion, method, url = '' } = incoming;
  const codings = valuesOf(incoming, 'transfer-encoding');
  const hosts = valuesOf(incoming, 'host').length;
  if (!/^1\.[01]$/.test(httpVersion)) return refusal(505, 'Send HTTP/1.1.');
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return refusal(400, 'Send one Host header.');
  if (codings.length > 0 && httpVersion === '1.0') {
    return refusal(400, 'HTTP/1.0 has no Transfer-Encoding: send Content-Length, or HTTP/1.1.');
  }
  if (codings.length > 0 && (codings.length > 1 || codings[0]?.trim().toLowerCase() !== 'chunked')) {
    return refusal(501, 'Send no Transfer-Encoding but chunked.');
  }
  if (!url.startsWith('/') && !(url === '*' && method === 'OPTIONS')) {
    return refusal(400, 'It stands in front of one server: send the path alone, beginning with "/".');
  }
  return undefined;
}

function ofClientError({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(408, 'The request did not arrive in time.');
    case 'HPE_HEADER_OVERFLOW':
      return refusal(431, 'The headers are larger than 16 KiB.');
    default:
      return refusal(400, 'This is not a valid HTTP/1.1 request.');
  }
}
