import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Report, Result } from '../report/report.js';
import { createCaptures } from './capture.js';
import { createForwarder, type Forwarding, pairsOf, refuse } from './forward.js';
import { harEntry } from './har-entry.js';
import type { Pair, RawExchange } from './raw-exchange.js';
import type { TrafficOptions } from './traffic-judge.js';
import { apiPrefix, watchTraffic } from './watch-traffic.js';

export interface ProxyOptions extends TrafficOptions {
  /** The server that answers: what stands before `/api/v1`. */
  readonly target: URL;
  /** Told of faults, of each kind when it first shows. */
  readonly onFault?: (results: readonly Result[]) => void;
  /** Told once when the server does not answer. */
  readonly onUnreachable?: (error: Error) => void;
  /** Given each exchange with the API as an entry of an HTTP archive, without keys. */
  readonly onEntry?: (entry: object) => void;
}

export interface Proxy {
  /** @returns the address, such as `http://127.0.0.1:4020` */
  listen(options: { port: number; host?: string }): Promise<string>;
  /** Ends it, and judges what is left. */
  close(): Promise<Report>;
}

/**
 * Stands in front of a server: forwards everything as it is, and judges what passes by.
 *
 * @throws {CannotStart} when an option names no check
 */
export function createProxy({ target, onFault, onUnreachable, onEntry, ...options }: ProxyOptions): Proxy {
  const prefix = target.pathname.replace(/\/$/, '');
  const traffic = watchTraffic({ ...options, baseUrl: `${target.origin}${prefix}`, showsKeys: true });
  const forwarder = createForwarder(target);
  const capture = createCaptures();
  const underWay = new Set<Promise<void>>();
  let wasReached = true;

  const server = createServer((incoming, outgoing) => {
    const { url = '/' } = incoming;
    if (!url.startsWith('/') && url !== '*') {
      return refuse(outgoing, 400, 'this stands in front of one server; it is no proxy for others.');
    }
    if (/websocket/i.test(incoming.headers.upgrade ?? '')) {
      return refuse(outgoing, 501, 'WebSockets are not forwarded.');
    }
    const own = `${prefix}${url}`;
    forwarder.forward(incoming, outgoing, own, url.startsWith(`${apiPrefix}/`) ? look(incoming, own) : blind);
  });
  // A request may take as long as the server lets it.
  server.requestTimeout = 0;

  const failed = (error: Error) => {
    if (wasReached && (error as NodeJS.ErrnoException).code === 'ECONNREFUSED') {
      wasReached = false;
      onUnreachable?.(error);
    }
  };
  const blind: Forwarding = {
    request: () => undefined,
    answer: () => undefined,
    response: () => undefined,
    end: (error) => error && failed(error),
  };

  function look(incoming: IncomingMessage, own: string): Forwarding {
    const startedAt = Date.now();
    let done = () => {};
    const watched = new Promise<void>((resolve) => {
      done = resolve;
    });
    underWay.add(watched);
    const request = capture();
    const response = capture();
    let status = 0;
    let headers: readonly Pair[] = [];
    return {
      request: request.add,
      answer(answered, its) {
        status = answered;
        headers = its;
        wasReached = true;
      },
      response: response.add,
      end(error) {
        const sent = request.take(incoming.headers['content-encoding']);
        const hasBody =
          incoming.headers['content-length'] !== undefined ||
          incoming.headers['transfer-encoding'] !== undefined;
        const body = response.take(headers.find(([name]) => /^content-encoding$/i.test(name))?.[1]);
        if (error) failed(error);
        const raw: RawExchange = {
          where: own,
          method: incoming.method ?? '',
          url: `${target.origin}${own}`,
          requestHeaders: pairsOf(incoming.rawHeaders),
          requestBody: 'text' in sent ? (hasBody ? sent.text : null) : undefined,
          // What was cut off on its way is no answer of the server's.
          status: error ? 0 : status,
          responseHeaders: headers,
          responseBody: body,
          startedAt,
          durationMs: Date.now() - startedAt,
        };
        // The client has its answer by then.
        setImmediate(() => {
          const faults = traffic.watch(raw);
          if (faults.length > 0) onFault?.(faults);
          onEntry?.(harEntry(raw, traffic.disguise));
          underWay.delete(watched);
          done();
        });
      },
    };
  }

  return {
    listen: ({ port, host = '127.0.0.1' }) => listen(server, port, host),
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      forwarder.close();
      await Promise.all(underWay);
      return traffic.report();
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const { port: own } = server.address() as AddressInfo;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${own}`);
    });
  });
}
