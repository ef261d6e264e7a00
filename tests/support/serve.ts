import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { splitQuery } from '../../conformance/engine/http/split-query.js';

/** A request to a test server; the path is not decoded. */
export interface TestRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A server without a socket. */
export type Handler = (request: TestRequest) => TestResponse | Promise<TestResponse>;

export const withLowerCaseNames = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a server on a port of localhost, by default a free one. */
export async function listen(server: Server, port = 0): Promise<Served> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves a handler on a port of localhost, by default a free one. */
export const serve = (handler: Handler, port = 0): Promise<Served> =>
  listen(
    createServer((incoming, outgoing) => respondWith(handler, incoming, outgoing)),
    port,
  );

/** Handles one HTTP request. Closes the connection if the handler throws. */
export async function respondWith(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const response = await handler(await requestOf(incoming));
    outgoing.writeHead(response.status, response.headers);
    outgoing.end(response.body);
  } catch {
    outgoing.destroy();
  }
}

/** Reads a request with its body. */
export async function requestOf(incoming: IncomingMessage): Promise<TestRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const [path, search = ''] = splitQuery(incoming.url ?? '');
  return {
    method: incoming.method ?? '',
    path,
    query: new URLSearchParams(search),
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
