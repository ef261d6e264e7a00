import { onTestFinished } from 'vitest';
import type { Report } from '../../../conformance/engine/report.js';
import type { Proxy as RunningProxy } from '../../../conformance/engine/traffic/proxy/proxy.js';
import { createProxy } from '../../../conformance/suite/run.js';
import { type RawConnection, rawClient, rawServer, readRequest, readResponse } from '../raw-http.js';

export interface Setup {
  readonly url: string;
  readonly proxy: RunningProxy;
  readonly entries: object[];
  /** The connections that the proxy opened to the server. */
  readonly upstream: readonly RawConnection[];
}

/** Starts a proxy in front of a scripted server. */
export async function setUp(onConnection: (connection: RawConnection) => unknown): Promise<Setup> {
  const server = await rawServer((connection) => void onConnection(connection));
  onTestFinished(server.close);
  const entries: object[] = [];
  const proxy = createProxy({ target: new URL(server.url), onEntry: (entry) => entries.push(entry) });
  onTestFinished(async () => void (await proxy.close()));
  return { url: await proxy.listen({ port: 0 }), proxy, entries, upstream: server.connections };
}

/** Responds to each request with its target, after `before`. */
export const echo =
  (before: (target: string) => Promise<unknown> | undefined = () => undefined) =>
  async (connection: RawConnection) => {
    let at = 0;
    for (;;) {
      await connection.until((text) => connection.isClosed || readRequest(text.slice(at)) !== undefined);
      const read = readRequest(connection.received.slice(at));
      if (!read) return;
      at = connection.received.length - read.rest.length;
      const [, target = ''] = read.message.startLine.split(' ');
      await before(target);
      connection.write(response(target));
    }
  };

export const providers = '/api/v1/providers';
export const smuggled = 'GET /api/v1/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
export const response = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
export const isHeadComplete = (text: string) => text.includes('\r\n\r\n');

/** Sends bytes over a new connection. Resolves with the first complete response. */
export async function send(url: string, bytes: string, method = 'GET') {
  const client = await rawClient(url);
  onTestFinished(() => void client.socket.destroy());
  client.write(bytes);
  const text = await client.until(
    (received) => readResponse(received, { method, isClosed: false }) !== undefined,
  );
  const read = readResponse(text, { method, isClosed: client.isClosed });
  return {
    client,
    read,
    status: Number(read?.message.startLine.split(' ')[1]),
    body: read?.message.body ?? '',
  };
}

export const get = (url: string, target = providers) =>
  send(url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);

export const received = ({ upstream }: Setup) => upstream.map((connection) => connection.received).join('');

/** All requests that a server would parse from the received bytes. */
export function requestsAt(setup: Setup) {
  return setup.upstream.flatMap((connection) => {
    const messages = [];
    for (let text = connection.received; ; ) {
      const read = readRequest(text);
      if (!read) return messages;
      messages.push(read.message);
      text = read.rest;
    }
  });
}

export const failures = ({ results }: Report) =>
  results
    .filter(({ status }) => status === 'failed')
    .map(({ id, operation, actual }) => ({ id, operation, actual }));
