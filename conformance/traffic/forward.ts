import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, Transform } from 'node:stream';
import type { Pair } from './raw-exchange.js';

/** Headers that are about one connection and not about the message (RFC 9110, section 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // The proxy itself has told the client to go on.
  'expect',
];

/** What went through, as far as it is told to whoever looks on. */
export interface Forwarding {
  /** Told of each piece of the request's body. */
  request(chunk: Buffer): void;
  answer(status: number, headers: readonly Pair[]): void;
  /** Told of each piece of the answer's body. */
  response(chunk: Buffer): void;
  /** @param error what kept the exchange from becoming whole */
  end(error?: Error): void;
}

/** Sends requests on to one server, and its answers back, byte for byte. */
export function createForwarder(origin: URL) {
  const secure = origin.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const request = secure ? httpsRequest : httpRequest;

  /** @param target path and query, exactly as they shall go out */
  function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string, seen: Forwarding) {
    const upstream = request({
      protocol: origin.protocol,
      hostname: origin.hostname.replace(/^\[|\]$/g, ''),
      port: origin.port,
      method: incoming.method,
      path: target,
      agent,
      headers: requestHeaders(incoming, origin.host),
    });
    const isChunked = incoming.headers['transfer-encoding'] !== undefined;
    if (!isChunked) upstream.useChunkedEncodingByDefault = false;

    let isOver = false;
    const end = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      if (error) upstream.destroy();
      seen.end(error);
    };
    upstream.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else if (!isOver) refuse(outgoing, 502, `${origin.origin} does not answer: ${error.message}`);
      end(error);
    });
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) end(new Error('the client left'));
    });
    upstream.on('response', (answer) => {
      const headers = pairsOf(answer.rawHeaders).filter(isEndToEnd(answer));
      seen.answer(answer.statusCode ?? 0, headers);
      outgoing.sendDate = false;
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', headers.flat());
      // An answer that comes in pieces goes out in pieces.
      outgoing.flushHeaders();
      pipeline(answer, tap(seen.response), outgoing, (error) => end(error ?? undefined));
    });
    pipeline(incoming, tap(seen.request), upstream, () => undefined);
  }

  return { forward, close: () => agent.destroy() };
}

/** An answer of the proxy's own, in words for a person. */
export function refuse(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  outgoing.end(`cost-contract proxy: ${message}\n`);
}

export function pairsOf(rawHeaders: readonly string[]): Pair[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
}

function requestHeaders(incoming: IncomingMessage, host: string): string[] {
  const kept = pairsOf(incoming.rawHeaders).filter(
    ([name, value]) => !/^host$/i.test(name) && isEndToEnd(incoming)([name, value]),
  );
  const framing = incoming.headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked'];
  return ['Host', host, ...kept.flat(), ...framing];
}

function isEndToEnd({ headers }: IncomingMessage): (pair: Pair) => boolean {
  const own = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return ([name]) => !hopByHop.includes(name.toLowerCase()) && !own.includes(name.toLowerCase());
}

function tap(look: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      look(chunk);
      done(null, chunk);
    },
  });
}
