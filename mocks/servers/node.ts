import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TimeStamps } from '../clock.js';
import type { RequestLog } from '../control/request-log.js';
import { bodyLimitBytes } from '../limits.js';
import { isLoopbackAddress } from '../loopback.js';
import type { Pipeline } from '../pipeline.js';
import { Refusal } from '../refusal.js';
import type { Client, MockRequest, MockResponse } from '../types.js';
import { brokenResponse, refusalOf, sendBroken } from './broken.js';
import { type Connection, connectionOf, openConnection } from './connection.js';
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
  log: RequestLog | null = null,
): Promise<NodeServer> {
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, requestTimeoutMs),
    keepAliveTimeout: 65_000,
    // Node would refuse it as well, but without the envelope.
    requireHostHeader: false,
  });
  noteConnections(server);
  respondTo(server, handle, stamps, log);
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

function noteConnections(server: Server): void {
  let isExposed = true;
  server.on('listening', () => {
    isExposed = !isLoopbackAddress((server.address() as AddressInfo).address);
  });
  server.on('connection', (socket) => {
    openConnection(socket, isExposed);
    // After CONNECT node:http listens to the socket no more, and an error that nobody hears ends the process.
    socket.on('error', () => socket.destroy());
  });
}

function respondTo(server: Server, handle: Pipeline, stamps: TimeStamps, log: RequestLog | null): void {
  server.on('request', (message, response) => {
    const connection = connectionOf(message.socket);
    // node:http reads nothing of what came together with a request for another protocol.
    if (message.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    const refusal = protocolRefusal(message);
    if (refusal) {
      connection.isEarly = true;
      connection.last = response;
      send(response, brokenResponse(refusal, stamps));
      log?.addBroken(refusal, toSent(message));
    } else {
      serve(message, connection, async (body) => {
        connection.last = response;
        send(response, await handle(toMockRequest(message, body, connection.client)));
      });
    }
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connectionOf(socket);
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else {
      connection.endAfterLast(() => {
        // One request has one response, also where its rest turns out to be broken.
        if (connection.isEarly || !socket.writable) socket.end();
        else {
          const refusal = refusalOf(error);
          sendBroken(socket, refusal, stamps);
          log?.addBroken(refusal);
        }
      });
    }
  });
  server.on('connect', (message, socket) =>
    connectionOf(socket).endAfterLast(() => {
      const refusal = new Refusal('BAD_REQUEST', 'This server is no proxy.');
      sendBroken(socket, refusal, stamps);
      log?.addBroken(refusal, toSent(message));
    }),
  );
  server.on('checkExpectation', (message, response) => {
    connectionOf(message.socket).last = response;
    const refusal = new Refusal('BAD_REQUEST', 'Nothing can be expected but 100-continue.', { status: 417 });
    send(response, brokenResponse(refusal, stamps));
    log?.addBroken(refusal, toSent(message));
  });
}

/** What a request that is refused at once is shown as in the log. */
function toSent({ method = '', url = '', headers }: IncomingMessage) {
  return { method, url, headers: headers as MockRequest['headers'] };
}

/** Has a request responded to once its body has arrived. */
function serve(
  message: IncomingMessage,
  connection: Connection,
  respond: (body: Uint8Array | null) => Promise<void>,
): void {
  if (!hasBody(message)) {
    void respond(null);
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const done = () => {
    message.off('data', collect);
    void respond(Buffer.concat(chunks, length));
  };
  const collect = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= bodyLimitBytes) return;
    // The answer is the same however much follows. What does is still read, and dropped: a caller whose
    // connection is cut while it sends would never see the answer.
    message.off('end', done);
    message.once('end', () => {
      connection.isEarly = false;
    });
    connection.isEarly = true;
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

function toMockRequest(message: IncomingMessage, body: Uint8Array | null, client: Client): MockRequest {
  const target = originForm(message.url ?? '/');
  const mark = target.indexOf('?');
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: message.headers as MockRequest['headers'],
    body,
    client,
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
  // Added in place: a copy, or `setHeader` before `writeHead`, costs each request a twentieth of its time.
  const sent: Record<string, string> = headers;
  if (status !== 204) sent['Content-Length'] = String(length);
  response.writeHead(status, sent);
  if (transfer && body !== null) sendBadly(response, Buffer.from(body), transfer);
  else response.end(body);
}

function urlOf({ address, port, family }: AddressInfo): string {
  // An address that stands for all of the machine's is no address to call.
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`;
}
