import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { decodeBody, Undecodable } from './content-coding.js';

/** A request with all headers, ready to be sent. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, sent unchanged. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether it must not be sent again if its connection is closed before a response. */
  readonly once?: boolean;
}

export interface WireResponse {
  readonly status: number;
  /** How often the request was sent, because the connection was closed before a response. Default: 1. */
  readonly attempts?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends requests to a server. */
export interface Sender {
  /** @throws {NoResponse} */
  send(wire: WireRequest, signal?: AbortSignal): Promise<WireResponse>;
  close(): void;
}

/** There was no complete response. The message states the reason. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';

  constructor(
    message: string,
    /** The code of the system error, such as `ECONNREFUSED`, if there is one. */
    readonly code?: string,
    /** How often the request was sent. */
    readonly attempts = 1,
  ) {
    super(message);
  }
}

/** The connection was closed before the first byte of a response. */
class Unused extends NoResponse {}

/** The message for a connection that the server closed early. */
export const connectionClosed = 'the connection was closed before the response was complete';

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const isSafe = (method: string) => method === 'GET' || method === 'HEAD';

/** How often a request is sent whose connection is closed before the first byte of a response. */
const mostAttempts = 5;

/** Maximum size of a response body, in bytes. */
export const bodyLimit = 16 * 1024 * 1024;
/** The code of a success that exceeds the limit, which may be a long list; any other such response is a violation. */
export const tooLarge = 'BODY_TOO_LARGE';
/** The code of a response whose Content-Encoding is unknown or wrong. */
export const undecodable = 'BODY_UNDECODABLE';

/**
 * Creates a sender for one server. It limits the time of each exchange and the size of each body (16 MiB), does not
 * follow redirects, and sends paths unchanged.
 *
 * Reads share connections, and each write has its own. A server or a gateway may close one at any time, so a request
 * that is lost in this way is sent again on a new connection (RFC 9112, section 9.3.1). A write may then run twice:
 * the caller has to interpret its response.
 *
 * @param origin scheme, host and port
 * @param timeoutMs time limit of each exchange
 */
export function createSender(origin: URL, timeoutMs: number): Sender {
  const secure = origin.protocol === 'https:';
  const Agent = secure ? HttpsAgent : HttpAgent;
  const shared = new Agent({ keepAlive: true });
  const single = new Agent();
  const request = secure ? httpsRequest : httpRequest;
  const server = {
    protocol: origin.protocol,
    hostname: origin.hostname.replace(/^\[|\]$/g, ''),
    port: origin.port,
  };

  async function send(wire: WireRequest, signal?: AbortSignal): Promise<WireResponse> {
    const startedAt = performance.now();
    let first: Unused | undefined;
    for (let attempts = 1; ; attempts += 1) {
      try {
        const agent = isSafe(wire.method) && attempts === 1 ? shared : single;
        return { ...(await sendOnce(wire, agent, signal)), attempts };
      } catch (error) {
        if (signal?.aborted || !(error instanceof NoResponse)) throw error;
        const isLast = wire.once || attempts === mostAttempts || performance.now() - startedAt > timeoutMs;
        if (error instanceof Unused && !isLast) first ??= error;
        // If the server stopped, the first failure describes better how.
        else throw new NoResponse((first ?? error).message, (first ?? error).code, attempts);
      }
    }
  }

  async function sendOnce(wire: WireRequest, agent: HttpAgent, signal?: AbortSignal): Promise<WireResponse> {
    const { method, target: path } = wire;
    // Errors thrown here, such as an invalid header, are bugs of this program and propagate unchanged.
    const outgoing = request({ ...server, agent, method, path, headers: headersOf(wire) });
    const received = bytesReceived(outgoing);
    const end = endAfter(timeoutMs, signal);
    try {
      return await Promise.race([exchange(outgoing, wire.body), end.reached]);
    } catch (error) {
      outgoing.destroy();
      throw asNoResponse(error as NodeJS.ErrnoException, received());
    } finally {
      end.clear();
    }
  }
  const close = () => {
    shared.destroy();
    single.destroy();
  };
  return { send, close };
}

/** Returns a function that counts the bytes which the connection has received since the request was sent. */
function bytesReceived(outgoing: ClientRequest): () => number {
  let socket: Socket | undefined;
  let before = 0;
  outgoing.once('socket', (used) => {
    socket = used;
    before = used.bytesRead;
  });
  return () => (socket?.bytesRead ?? 0) - before;
}

function headersOf({ headers, body }: WireRequest): OutgoingHttpHeaders {
  return {
    accept: 'application/json',
    // A response is readable in the network log of the server's developer.
    'accept-encoding': 'identity',
    'user-agent': 'cost-contract-verify',
    ...headers,
    ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
}

/** Returns a promise that rejects when an exchange takes too long or the run is stopped. */
function endAfter(timeoutMs: number, signal?: AbortSignal) {
  let clear = () => {};
  const reached = new Promise<never>((_, reject) => {
    const stop = () => reject(new NoResponse('the run was stopped', 'ABORT_ERR'));
    const timer = setTimeout(
      () => reject(new NoResponse(`no complete response within ${timeoutMs / 1000} s`, 'TIMEOUT')),
      timeoutMs,
    );
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
  });
  return { reached, clear };
}

async function exchange(outgoing: ClientRequest, body: string | null): Promise<WireResponse> {
  // Not `once` and `for await`, which take a third of the time of a request.
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing
      .on('response', resolve)
      .on('error', reject)
      .end(body ?? undefined);
  });
  const { statusCode = 0, headers } = incoming;
  // After a failure a server often closes the connection without announcing it.
  if (statusCode >= 500) outgoing.shouldKeepAlive = false;
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    ),
    body: decoded(await bytesOf(incoming), incoming).toString('utf8'),
  };
}

function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    incoming
      .on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > bodyLimit) reject(bodyTooLarge(incoming.statusCode));
        else chunks.push(chunk);
      })
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject);
  });
}

/** Some servers compress although the request excludes it. */
function decoded(bytes: Buffer, { headers, statusCode }: IncomingMessage): Buffer {
  try {
    return decodeBody(bytes, headers['content-encoding'], bodyLimit);
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    if (error.reason === 'too large') throw bodyTooLarge(statusCode);
    throw new NoResponse(`the body of its ${statusCode} ${error.message}`, undecodable);
  }
}

/** Returns the error for a response body that exceeds the limit. */
export function bodyTooLarge(status = 0): NoResponse {
  return status >= 200 && status < 300
    ? new NoResponse('the body is larger than 16 MiB', tooLarge)
    : new NoResponse(`the body of its ${status} is larger than 16 MiB`);
}

function asNoResponse(error: NodeJS.ErrnoException, bytes: number): NoResponse {
  if (error instanceof NoResponse) return error;
  const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
  return isClosed && bytes === 0
    ? new Unused(connectionClosed, error.code)
    : new NoResponse(describe(error), error.code);
}

/** The type and the flags of the first frame that a server of HTTP/2 sends (RFC 9113, section 6.5). */
const settings = Buffer.from('0400', 'hex');

function isHttp2({ rawPacket }: { readonly rawPacket?: Buffer }): boolean {
  return rawPacket?.subarray(3, 5).equals(settings) === true && rawPacket[0] === 0;
}

function describe(error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): string {
  if (isHttp2(error)) return 'the server accepts only HTTP/2; let it accept HTTP/1.1 too';
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'nothing listens there (connection refused)';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name is unknown';
    case 'ECONNRESET':
    case 'EPIPE':
      return connectionClosed;
    case 'EPROTO':
      return 'the server does not support TLS; use http:// in its URL';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `its certificate is not trusted (${error.message}); set NODE_EXTRA_CA_CERTS to the file of its CA`;
    default:
      // Some system messages have several lines.
      return error.message.trim().split('\n')[0] ?? error.name;
  }
}
