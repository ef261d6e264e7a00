import type { IncomingMessage } from 'node:http';
import { show } from '../../show.js';
import { valuesOf } from '../message-headers.js';
import type { Breach } from '../raw-exchange.js';

const breaches = {
  invalid: {
    message: 'The response is not valid HTTP/1.1.',
    expected: 'a response as RFC 9112 defines it, with a status from 200 to 599',
  },
  incomplete: {
    message: 'The connection was closed before the response was complete.',
    expected: 'the complete response',
  },
  missing: { message: 'The connection was closed without a response.', expected: 'a response' },
  excess: { message: 'The server sent more than its response.', expected: 'nothing after the response' },
} as const;

/** Why the response of a server could not be forwarded completely. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  /** Undefined if there was no connection to the server, or it refused the rest of a request, which is not a violation. */
  readonly breach: Breach | undefined;

  /** @param detail what was received, or why there was no connection */
  constructor(
    readonly kind: keyof typeof breaches | 'unreachable' | 'unsent',
    detail: string,
  ) {
    const breach = kind === 'unreachable' || kind === 'unsent' ? undefined : breaches[kind];
    super(breach?.message ?? detail);
    this.breach = breach && { ...breach, actual: detail };
  }

  static invalid(response: IncomingMessage): UpstreamFailure {
    return new UpstreamFailure('invalid', statusLine(response));
  }

  /** A server may close the connection instead of reading a request that is too large (RFC 9110, section 15.5.14). */
  static unsent(): UpstreamFailure {
    return new UpstreamFailure('unsent', 'the connection was closed before the whole request was sent');
  }

  /** @param status of the last interim response */
  static endless(status: number): UpstreamFailure {
    return new UpstreamFailure('invalid', `too many interim responses, the last with status ${status}`);
  }

  /**
   * @param error error of an established connection
   * @param response the part of the response that was received
   * @param bytes number of bytes of its body that were received
   */
  static of(error: Error, response: IncomingMessage | undefined, bytes: number): UpstreamFailure {
    const { code = '', rawPacket } = error as NodeJS.ErrnoException & { rawPacket?: Buffer };
    const packet = rawPacket ? show(rawPacket.toString('latin1')) : 'unknown data';
    if (response?.complete) return new UpstreamFailure('excess', packet);
    if (code === 'HPE_HEADER_OVERFLOW') {
      return new UpstreamFailure('invalid', `headers of more than 16 KiB: ${packet}`);
    }
    if (code.startsWith('HPE_')) return new UpstreamFailure('invalid', `${error.message}: ${packet}`);
    if (!response) return new UpstreamFailure('missing', `nothing (${error.message})`);
    return new UpstreamFailure('incomplete', `${statusLine(response)} and ${bytes} bytes of its body`);
  }
}

/** Returns the violation in the head of a response that Node has parsed, if any. */
export function failureIn(response: IncomingMessage): UpstreamFailure | undefined {
  const { httpVersionMajor, statusCode = 0, statusMessage = '' } = response;
  const codings = valuesOf(response, 'transfer-encoding');
  const isChunked = codings.length === 1 && codings[0]?.trim().toLowerCase() === 'chunked';
  if (codings.length > 0 && !isChunked) {
    return new UpstreamFailure('invalid', `Transfer-Encoding: ${show(codings.join(', '))}`);
  }
  const isSound = httpVersionMajor === 1 && statusCode >= 200 && statusCode <= 599 && isText(statusMessage);
  return isSound ? undefined : UpstreamFailure.invalid(response);
}

/** The status line as it was received. */
function statusLine({ httpVersion, statusCode = 0, statusMessage = '' }: IncomingMessage): string {
  return show(`HTTP/${httpVersion} ${String(statusCode).padStart(3, '0')} ${statusMessage}`);
}

function isText(value: string): boolean {
  return /^[\t -~\x80-\xff]*$/.test(value);
}
