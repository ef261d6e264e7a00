import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** A request ready for the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query exactly as they shall go out. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What carries requests to a server. */
export interface Sender {
  /** @throws {NoAnswer} */
  send(wire: WireRequest, signal?: AbortSignal): Promise<WireAnswer>;
  close(): void;
}

/** The request got no whole answer; the message says why, for a person. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

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

  const send: Sender['send'] = (wire, signal) =>
    new Promise((resolve, reject) => {
      const stop = (error: NoAnswer) => {
        clearTimeout(timer);
        reject(error);
        outgoing.destroy();
      };
      const timer = setTimeout(
        () => stop(new NoAnswer(`no whole answer within ${timeoutMs / 1000} s`, 'TIMEOUT')),
        timeoutMs,
      );
      const onError = (error: NodeJS.ErrnoException) => stop(new NoAnswer(describe(error), error.code));
      const outgoing = request(
        {
          protocol: origin.protocol,
          hostname: origin.hostname.replace(/^\[|\]$/g, ''),
          port: origin.port,
          method: wire.method,
          path: wire.target,
          headers: {
            accept: 'application/json',
            // Nothing is unpacked here: a small answer stays small.
            'accept-encoding': 'identity',
            'user-agent': 'cost-contract-verify',
            ...wire.headers,
            ...(wire.body === null ? {} : { 'content-length': String(Buffer.byteLength(wire.body)) }),
          },
          agent,
          ...(signal ? { signal } : {}),
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          let size = 0;
          incoming.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > bodyLimit) stop(largerThanRead(incoming.statusCode));
            else chunks.push(chunk);
          });
          incoming.on('error', onError);
          incoming.on('end', () => {
            clearTimeout(timer);
            resolve({
              status: incoming.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(incoming.headers).map(([name, value]) => [
                  name,
                  Array.isArray(value) ? value.join(', ') : (value ?? ''),
                ]),
              ),
              body: Buffer.concat(chunks).toString('utf8'),
            });
          });
        },
      );
      outgoing.on('error', onError);
      outgoing.end(wire.body ?? undefined);
    });

  return { send, close: () => agent.destroy() };
}

/** What is thrown for an answer that is not read to its end. */
export function largerThanRead(status = 0): NoAnswer {
  return status >= 200 && status < 300
    ? new NoAnswer('the body is larger than 16 MiB', tooLarge)
    : new NoAnswer(`the body of its ${status} is larger than 16 MiB`);
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
    case 'ABORT_ERR':
      return 'the run was stopped';
    default:
      // Some messages of the system are several lines long.
      return error.message.trim().split('\n')[0] ?? error.name;
  }
}
