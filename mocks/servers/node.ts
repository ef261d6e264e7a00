import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TimeStamps } from '../clock.js';
import { failureResponse } from '../envelope.js';
import { isLoopbackAddress } from '../loopback.js';
import type { Pipeline } from '../pipeline.js';
import { Refusal } from '../refusal.js';
import { bodyLimitBytes } from '../request-body.js';
import type { Client, MockRequest, MockResponse } from '../types.js';
import { protocolRefusal } from './protocol.js';
import { sendBadly } from './send-badly.js';

/** Where to listen, and how long to wait for slow callers. */
export interface ListenOptions {
  /** 0 takes a free one. Default: 0. */
  readonly port?: number;
  /** Default: 127.0.0.1, which only this machine can reach. */
  readonly host?: string;
  /** How long a request may take to arrive whole, in milliseconds. Default: 30 seconds. */
  readonly requestTimeoutMs?: number;
}

/** A server that listens. */
export interface NodeServer {
  readonly url: string;
  readonly port: number;
  /** Answers what has arrived, then ends all connections; what is not answered within a second is cut off. */
  close(): Promise<void>;
}

/** How long a request that is being answered may go on once the server ends, in milliseconds. */
const graceMs = 1000;

/**
 * Serves a pipeline by node:http.
 *
 * @throws when it cannot listen there, with Node's own `code`, such as `EADDRINUSE`
 */
export async function listen(
  handle: Pipeline,
  stamps: TimeStamps,
  { port = 0, host = '127.0.0.1', requestTimeoutMs = 30_000 }: ListenOptions,
): Promise<NodeServer> {
  /** Connections on which a request has been answered before it was read to its end. */
  const early = new WeakSet<Duplex>();
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, requestTimeoutMs),
      keepAliveTimeout: 65_000,
      // Node would refuse it as well, but without the envelope.
      requireHostHeader: false,
    },
    (message, response) => {
      // node:http reads nothing of what came together with a request for another protocol.
      if (message.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
      const refusal = protocolRefusal(message);
      if (refusal) {
        early.add(message.socket);
        send(response, brokenResponse(refusal, stamps));
      } else serve(handle, message, response, early);
    },
  );
  let isExposed = true;
  server.on('listening', () => {
    isExposed = !isLoopbackAddress((server.address() as AddressInfo).address);
  });
  server.on('connection', (socket) => {
    clients.set(socket, { kind: 'socket', address: socket.remoteAddress ?? null, isExposed });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // One request has one answer, also where its rest turns out to be broken.
    if (early.has(socket)) socket.end();
    else if (socket.writable && error.code !== 'ECONNRESET')
      sendBroken(socket as Socket, refusalOf(error), stamps);
    else socket.destroy();
  });
  server.on('connect', (_message, socket) =>
    sendBroken(socket as Socket, new Refusal('BAD_REQUEST', 'This server is no proxy.'), stamps),
  );
  server.on('checkExpectation', (_message, response: ServerResponse) => {
    const refusal = new Refusal('BAD_REQUEST', 'Nothing can be expected but 100-continue.', { status: 417 });
    send(response, brokenResponse(refusal, stamps));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    url: urlOf(server.address() as AddressInfo),
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function serve(
  handle: Pipeline,
  message: IncomingMessage,
  response: ServerResponse,
  early: WeakSet<Duplex>,
): void {
  if (!hasBody(message)) {
    void respond(handle, message, null, response);
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const done = () => {
    message.off('data', collect);
    void respond(handle, message, Buffer.concat(chunks, length), response);
  };
  const collect = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= bodyLimitBytes) return;
    // The answer is the same however much follows. What does is still read, and dropped: a caller whose
    // connection is cut while it sends would never see the answer.
    message.off('end', done);
    message.once('end', () => early.delete(message.socket));
    early.add(message.socket);
    done();
    message.resume();
  };
  message.on('data', collect);
  message.once('end', done);
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Who is at the other end of each connection. It is looked up when the connection opens: once the peer has
 * reset it, the system does not know any more.
 */
const clients = new WeakMap<Socket, Client>();

/** Whoever is not known may not do more than anybody. */
const stranger: Client = { kind: 'socket', address: null, isExposed: true };

async function respond(
  handle: Pipeline,
  message: IncomingMessage,
  body: Uint8Array | null,
  response: ServerResponse,
): Promise<void> {
  send(response, await handle(toMockRequest(message, body)));
}

function toMockRequest(message: IncomingMessage, body: Uint8Array | null): MockRequest {
  const target = originForm(message.url ?? '/');
  const mark = target.indexOf('?');
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: message.headers as MockRequest['headers'],
    body,
    client: clients.get(message.socket) ?? stranger,
  };
}

/** A proxy's caller sends the whole address where others send the path. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  return /^https?:\/\/[^/?]*(.*)$/i.exec(target)?.[1] || '/';
}

function send(response: ServerResponse, { status, headers, body, transfer }: MockResponse): void {
  // Nobody is left to answer when the caller has hung up; writing would do no harm, but no good either.
  if (response.destroyed) return;
  if (transfer?.kind === 'drop') {
    response.destroy();
    return;
  }
  const length = body === null ? 0 : Buffer.byteLength(body);
  response.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': length });
  if (transfer && body !== null) sendBadly(response, Buffer.from(body), transfer);
  else response.end(body);
}

/** The answer to what never becomes a request of the pipeline; what follows on the connection is not read. */
function brokenResponse(refusal: Refusal, stamps: TimeStamps): MockResponse {
  const { status, headers, body } = failureResponse(refusal, stamps);
  const more = { 'Cache-Control': 'no-store', Date: stamps.date(), Connection: 'close' };
  return { status, headers: { ...headers, ...more }, body };
}

/** How long a connection stays open after a last response, for a caller that is still sending to read it. */
const lingerMs = 1000;

/** Answers where node:http has made no response to answer with. */
function sendBroken(socket: Socket, refusal: Refusal, stamps: TimeStamps): void {
  const { status, headers, body } = brokenResponse(refusal, stamps);
  const length = { 'Content-Length': String(Buffer.byteLength(body ?? '')) };
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  // After CONNECT node:http listens to the socket no more: its errors would end the process, and a caller who
  // does not close it would hold up the end of the server.
  socket.on('error', () => socket.destroy());
  setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.resume();
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal('BAD_REQUEST', 'The request did not arrive in time.', { status: 408 });
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal('BAD_REQUEST', 'The headers are larger than 16 KiB.', { status: 431 });
    default:
      return new Refusal('BAD_REQUEST', 'This is not an HTTP request.');
  }
}

function urlOf({ address, port, family }: AddressInfo): string {
  // An address that stands for all of the machine's is no address to call.
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`;
}
