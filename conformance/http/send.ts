import { once } from 'node:events';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** A request ready for the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query exactly as they shall go out. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What carries requests to a server. */
export interface Sender {
  /** @throws {NoResponse} */
  send(wire: WireRequest, signal?: AbortSignal): Promise<WireResponse>;
  close(): void;
}

/** The request got no whole answer; the message says why, for a person. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';

  constructor(
    message: string,
    /** The system's code, such as `ECONNREFUSED`, where there is one. */
    readonly code?: string,
  ) {
    super(message);
  }
}

/** What is said of a server that ends a connection early. */
export const hungUp = 'the connection was closed before the answer was whole';

/** What is read of one answer, in bytes. */
export const bodyLimit = 16 * 1024 * 1024;
/** The code of a success that is larger; any other flood is a server that sends far too much. */
export const tooLarge = 'BODY_TOO_LARGE';

/**
 * A sender for one server: connections are kept, nothing waits longer than the time-out, a body
 * ends at 16 MiB, redirects are not followed and paths go out untouched.
 *
 * @param origin scheme, host and port
 * @param timeoutMs for the whole of one exchange
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
    // A request that Node refuses to send is this program's own error, and is thrown as it is.
    const outgoing = request({ ...server, method: wire.method, path: wire.target, headers: headersOf(wire) });
    const end = new AbortController();
    const stop = () => end.abort(new NoResponse('the run was stopped', 'ABORT_ERR'));
    const timer = setTimeout(
      () => end.abort(new NoResponse(`no whole answer within ${timeoutMs / 1000} s`, 'TIMEOUT')),
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
    // Nothing is unpacked here: a small answer stays small.
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
  // It may break again after it has been read, or given up.
  outgoing.on('error', () => undefined);
  // One that was closed without an error, as after a 101, would never end otherwise.
  const answered = once(outgoing, 'response', { signal });
  outgoing.end(body ?? undefined);
  const [incoming] = (await answered) as [IncomingMessage];
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
    if (size > bodyLimit) throw largerThanRead(incoming.statusCode);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What is thrown for an answer that is not read to its end. */
export function largerThanRead(status = 0): NoResponse {
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
      return 'the host name is not known';
    case 'ECONNRESET':
      return hungUp;
    case 'EPROTO':
      return 'it does not speak TLS, so its address begins with http://';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `its certificate is not trusted (${error.message}): name the authority's file in NODE_EXTRA_CA_CERTS`;
    default:
      // Some messages of the system are several lines long.
      return error.message.trim().split('\n')[0] ?? error.name;
  }
}
