import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { listenOn } from '../../../../src/listen-on.js';
import { valuesOf } from '../message-headers.js';
import { type Refusal, type Refusals, refusal } from '../refusal.js';

const loopbackNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * An HTTP/1.1 server that prevents request smuggling: it rejects requests that two servers could frame
 * differently, in the API's failure envelope.
 */
export class StrictServer {
  readonly #server: Server;
  /** Every connection with its open exchanges. */
  readonly #connections = new Map<Socket, Map<ServerResponse, IncomingMessage>>();
  readonly #rejected = new WeakSet<Socket>();
  /** Accepted names in Host; null if other machines can reach the server, by names that are unknown here. */
  #names: RegExp | null = loopbackNames;

  constructor(
    handle: Handle,
    readonly refusals: Refusals,
  ) {
    const server = createServer({ requireHostHeader: false, insecureHTTPParser: false }, (...exchange) => {
      if (!this.#rejects(...exchange)) handle(...exchange);
    });
    // Node would silently drop headers over the limit, framing headers too. Their size is limited in any case.
    server.maxHeadersCount = 0;
    server.on('connection', (socket: Socket) => this.#watch(socket));
    server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      this.#open(incoming, outgoing);
      this.#refuse(incoming, outgoing, refusal(417, 'The only supported Expect header is 100-continue.'));
    });
    server.on('clientError', (error, socket) => this.#end(socket, refusalFor(error)));
    for (const event of ['connect', 'upgrade']) {
      server.on(event, (_: IncomingMessage, socket: Duplex) =>
        this.#end(socket, refusal(501, 'Only HTTP/1.1 is supported: no tunnels and no WebSockets.')),
      );
    }
    this.#server = server;
  }

  /** @returns the URL, such as `http://127.0.0.1:4020` */
  async listen(port: number, host: string): Promise<string> {
    this.#names = loopbackNames.test(host.includes(':') ? `[${host}]` : host) ? loopbackNames : null;
    await listenOn(this.#server, port, host);
    const { port: actualPort } = this.#server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`;
  }

  /** Closes the server and all connections. */
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

  /** @returns whether the request was rejected */
  #rejects(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    // After a rejection, further data on the connection may belong to the body of the rejected request.
    if (this.#rejected.has(incoming.socket)) return true;
    this.#open(incoming, outgoing);
    const problem = problemOf(incoming) ?? this.#hostProblem(incoming);
    if (problem) this.#refuse(incoming, outgoing, problem);
    return problem !== undefined;
  }

  /** Prevents DNS rebinding: a web page whose domain resolves to this machine sends its own name in Host. */
  #hostProblem(incoming: IncomingMessage): Refusal | undefined {
    const [host] = valuesOf(incoming, 'host');
    if (this.#names === null || host === undefined) return undefined;
    if (this.#names.test(host.replace(/:\d*$/, ''))) return undefined;
    return refusal(
      421,
      'Only programs on this machine may use the proxy. Call it as 127.0.0.1 or localhost.',
    );
  }

  #refuse({ socket }: IncomingMessage, outgoing: ServerResponse, problem: Refusal): void {
    this.#rejected.add(socket);
    this.refusals.send(outgoing, problem);
  }

  /** Closes a connection after an error, with an error response if possible. */
  #end(socket: Duplex, problem: Refusal): void {
    const [open, ...more] = this.#connections.get(socket as Socket) ?? [];
    if (!open && socket.writable) {
      this.refusals.sendRaw(socket as Socket, problem);
      return;
    }
    const [outgoing, incoming] = open ?? [];
    // The response belongs to the last request, so it must not precede responses to earlier ones.
    const canRespond = more.length === 0 && incoming?.complete === false && !outgoing?.headersSent;
    if (outgoing && canRespond) this.#refuse(incoming, outgoing, problem);
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
    return refusal(400, 'HTTP/1.0 does not support Transfer-Encoding. Send Content-Length, or use HTTP/1.1.');
  }
  if (codings.length > 0 && (codings.length > 1 || codings[0]?.trim().toLowerCase() !== 'chunked')) {
    return refusal(501, 'The only supported Transfer-Encoding is chunked.');
  }
  if (!url.startsWith('/') && !(url === '*' && method === 'OPTIONS')) {
    return refusal(
      400,
      'The proxy forwards to one server only. Send the path without scheme and host, starting with "/".',
    );
  }
  return undefined;
}

function refusalFor({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(408, 'The request did not arrive in time.');
    case 'HPE_HEADER_OVERFLOW':
      return refusal(431, 'The headers are larger than 16 KiB.');
    default:
      return refusal(400, 'This is not a valid HTTP/1.1 request.');
  }
}
