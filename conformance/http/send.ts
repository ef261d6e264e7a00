import { once } from 'node:events';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** A request with all headers, ready to be sent. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, sent unchanged. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface WireResponse {
  readonly status: number;
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
  ) {
    super(message);
  }
}

/** The message for a connection that the server closed early. */
export const hungUp = 'the connection was closed before the response was complete';

/** Maximum size of a response body, in bytes. */
export const bodyLimit = 16 * 1024 * 1024;
/** The code of a success that exceeds the limit, which may be a long list; any other such response is a violation. */
export const tooLarge = 'BODY_TOO_LARGE';

/**
 * Creates a sender for one server. It reuses connections, limits the time of each exchange and the size of
 * each body (16 MiB), does not follow redirects, and sends paths unchanged.
 *
 * @param origin scheme, host and port
 * @param timeoutMs time limit of each exchange
 */
export function createSender(origin: URL, timeoutMs: number): Sender {
  const secure = origin.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const request = secure ? httpsRequest : httpRequest;
  const server = {
    protocol: origin.protocol,
    hostname: origin.hostname.replace(/^\[|\]$/g, ''),
    port: origin.port,
    agent,
  };

  async function send(wire: WireRequest, signal?: AbortSignal): Promise<WireResponse> {
    // Errors thrown here, such as an invalid header, are bugs of this program and propagate unchanged.
    const outgoing = request({ ...server, method: wire.method, path: wire.target, headers: headersOf(wire) });
    const end = new AbortController();
    const stop = () => end.abort(new NoResponse('the run was stopped', 'ABORT_ERR'));
    const timer = setTimeout(
      () => end.abort(new NoResponse(`no complete response within ${timeoutMs / 1000} s`, 'TIMEOUT')),
      timeoutMs,
    );
    end.signal.addEventListener('abort', () => outgoing.destroy(end.signal.reason));
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
    try {
      return await exchange(outgoing, wire.body, end.signal);
    } catch (error) {
      outgoing.destroy();
      throw end.signal.aborted ? end.signal.reason : asNoResponse(error as NodeJS.ErrnoException);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }
  return { send, close: () => agent.destroy() };
}

function headersOf({ headers, body }: WireRequest): OutgoingHttpHeaders {
  return {
    accept: 'application/json',
    // Avoids decompression bombs.
    'accept-encoding': 'identity',
    'user-agent': 'cost-contract-verify',
    ...headers,
    ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
}

async function exchange(
  outgoing: ClientRequest,
  body: string | null,
  signal: AbortSignal,
): Promise<WireResponse> {
  // The request may emit another error after this exchange has ended.
  outgoing.on('error', () => undefined);
  // The signal ends the wait if the connection closes without an error, as after a 101.
  const responded = once(outgoing, 'response', { signal });
  outgoing.end(body ?? undefined);
  const [incoming] = (await responded) as [IncomingMessage];
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    ),
    body: await bodyOf(incoming),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw bodyTooLarge(incoming.statusCode);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the error for a response body that exceeds the limit. */
export function bodyTooLarge(status = 0): NoResponse {
  return status >= 200 && status < 300
    ? new NoResponse('the body is larger than 16 MiB', tooLarge)
    : new NoResponse(`the body of its ${status} is larger than 16 MiB`);
}

function asNoResponse(error: NodeJS.ErrnoException): NoResponse {
  return error instanceof NoResponse ? error : new NoResponse(describe(error), error.code);
}

function describe(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'nothing listens there (connection refused)';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name is unknown';
    case 'ECONNRESET':
      return hungUp;
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
