import { executionAsyncResource } from 'node:async_hooks';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenOn } from '../../src/listen-on.js';
import type { RequestLog } from '../control/journal/request-log.js';
import { HttpError } from '../http/http-error.js';
import { isLoopbackAddress } from '../http/loopback.js';
import type { TimeStamps } from '../session/clock.js';
import { bodyLimitBytes, headerLimitBytes } from '../settings/limits.js';
import type { ListenOptions } from '../settings/options.js';
import type { Client, MockRequest, MockResponse, Pipeline } from '../types.js';
import { type Connection, connectionOf, openConnection } from './connection.js';
import { faultyChunks } from './faulty-chunks.js';
import { originForm, protocolErrorIn } from './protocol.js';
import { endSlowly, parserErrorOf, protocolErrorResponse, sendProtocolError } from './protocol-error.js';

/** A listening server. */
export interface NodeServer {
  readonly url: string;
  readonly port: number;
  /** Stops the server. Aborts requests that are not complete within one second. */
  close(): Promise<void>;
}

/** How long requests in progress may continue after `close`, in milliseconds. */
const graceMs = 1000;

/**
 * Holds an object of `process.nextTick`, so that no garbage collection discards the hidden class of such objects. V8
 * would create them ten times as slowly from then on, several for each request.
 */
const ticks = new Set<object>();
process.nextTick(() => ticks.add(executionAsyncResource()));

/**
 * Serves a pipeline with node:http.
 *
 * @param bodyLimit returns the longest body of a request, in bytes, before the body is read
 * @throws {Error} with Node's `code` if it cannot listen, such as `EADDRINUSE`
 */
export async function listen(
  handle: Pipeline,
  stamps: TimeStamps,
  { port = 0, host = '127.0.0.1', requestTimeoutMs = 30_000 }: ListenOptions,
  log: RequestLog | null = null,
  bodyLimit: (request: MockRequest) => number = () => bodyLimitBytes,
): Promise<NodeServer> {
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, requestTimeoutMs),
    keepAliveTimeout: 65_000,
    maxHeaderSize: headerLimitBytes,
    // Checked by `protocolErrorIn`, which returns the envelope.
    requireHostHeader: false,
  });
  trackConnections(server);
  respondTo(server, handle, stamps, log, bodyLimit);
  await listenOn(server, port, withoutBrackets(host));
  return {
    url: urlOf(server.address() as AddressInfo),
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        const timeout = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(timeout);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** Receives one request on a port of its own: the first of a client then finds the code for sockets compiled. */
export async function rehearse(handle: Pipeline, stamps: TimeStamps): Promise<void> {
  const { url, close } = await listen(handle, stamps, {});
  await new Promise((resolve) => {
    get(url, (message) => message.resume().on('close', resolve)).on('error', resolve);
  });
  await close();
}

function trackConnections(server: Server): void {
  let isExposed = true;
  server.on('listening', () => {
    isExposed = !isLoopbackAddress((server.address() as AddressInfo).address);
  });
  server.on('connection', (socket) => {
    openConnection(socket, isExposed);
    // After CONNECT node:http no longer handles the socket, and an unhandled error would end the process.
    socket.on('error', () => socket.destroy());
  });
}

function respondTo(
  server: Server,
  handle: Pipeline,
  stamps: TimeStamps,
  log: RequestLog | null,
  bodyLimit: (request: MockRequest) => number,
): void {
  server.on('request', (message, response) => {
    const connection = connectionOf(message.socket);
    // node:http ignores data that follows a request with `Upgrade`.
    if (message.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    const httpError = protocolErrorIn(message);
    if (httpError) {
      connection.isEarly = true;
      connection.last = response;
      send(response, protocolErrorResponse(httpError, stamps));
      log?.addProtocolError(httpError, toSent(message));
    } else {
      serve(message, connection, bodyLimit, async (body) => {
        connection.last = response;
        send(response, await handle(toMockRequest(message, body, connection.client)));
      });
    }
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connectionOf(socket);
    if (error.code === 'ECONNRESET') socket.destroy();
    else {
      connection.endAfterLast(() => {
        // The request already has a response.
        if (connection.isEarly || !socket.writable) endSlowly(socket);
        else {
          const httpError = parserErrorOf(error);
          sendProtocolError(socket, httpError, stamps);
          log?.addProtocolError(httpError);
        }
      });
    }
  });
  server.on('connect', (message, socket) =>
    connectionOf(socket).endAfterLast(() => {
      const httpError = new HttpError('BAD_REQUEST', 'CONNECT is not supported.');
      sendProtocolError(socket, httpError, stamps);
      log?.addProtocolError(httpError, toSent(message));
    }),
  );
  server.on('checkExpectation', (message, response) => {
    connectionOf(message.socket).last = response;
    const httpError = new HttpError('BAD_REQUEST', 'The Expect header must be 100-continue.', {
      status: 417,
    });
    send(response, protocolErrorResponse(httpError, stamps));
    log?.addProtocolError(httpError, toSent(message));
  });
}

/** The parts of a rejected request that are logged. */
function toSent({ method = '', url = '', headers }: IncomingMessage) {
  return { method, url, headers: headers as MockRequest['headers'] };
}

/** Reads the body of a request, then responds. */
function serve(
  message: IncomingMessage,
  connection: Connection,
  bodyLimit: (request: MockRequest) => number,
  respond: (body: Uint8Array | null) => Promise<void>,
): void {
  if (!hasBody(message)) {
    void respond(null);
    return;
  }
  const limit = bodyLimit(toMockRequest(message, null, connection.client));
  const chunks: Buffer[] = [];
  let length = 0;
  const done = () => {
    message.off('data', collect);
    void respond(Buffer.concat(chunks, length));
  };
  const collect = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= limit) return;
    // The response no longer depends on the rest of the body. The rest is read and discarded, since a caller whose
    // connection is closed while it sends would not receive the response.
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
  const target = originForm(message.url ?? '/') ?? '/';
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

function send(response: ServerResponse, { status, headers, body, transfer }: MockResponse): void {
  // The caller has closed the connection.
  if (response.destroyed) return;
  if (transfer?.kind === 'drop') {
    response.destroy();
    return;
  }
  const length = body === null ? 0 : Buffer.byteLength(body);
  // Modified in place: a copy, or `setHeader` before `writeHead`, adds 5 % to the time of a request.
  const sent: Record<string, string> = headers;
  if (status !== 204) sent['Content-Length'] = String(length);
  response.writeHead(status, sent);
  if (transfer && body !== null) sendChunks(response, faultyChunks(body, transfer));
  else response.end(body);
}

/** Closes the connection if the chunks end with an error. */
async function sendChunks(response: ServerResponse, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      await new Promise((resolve) => response.write(chunk, resolve));
    }
    response.end();
  } catch {
    response.destroy();
  }
}

/** An IPv6 address may be written as in a URL: `[::1]`. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

function urlOf({ address, port, family }: AddressInfo): string {
  // The wildcard address cannot be called.
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`;
}
