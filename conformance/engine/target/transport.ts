import { createRedactor } from '../../../src/redaction/redact-secrets.js';
import type { Exchange } from '../http/exchange.js';
import { measure, parseBody } from '../http/parse-body.js';
import {
  bodyLimit,
  NoResponse,
  type Sender,
  tooLarge,
  undecodable,
  type WireRequest,
  type WireResponse,
} from '../http/send.js';

/** Maximum number of names and values in a response; each uses about 32 bytes in addition to the text. */
const maxParts = 1_000_000;
/** A shorter key may be equal to a word of the API, so finding it does not prove that it is repeated. */
const distinctiveLength = 12;

/** The outcome of a request: a response, or why there is none. */
export interface Receipt extends Pick<Exchange, 'response' | 'failure' | 'tooLarge'> {
  readonly bytes: number;
  /** Number of names and values in the body. */
  readonly parts: number;
  /** True if the server did not respond. */
  readonly isLost: boolean;
  /** How often the request was sent, because the connection was closed before a response. */
  readonly attempts: number;
}

/** Sends requests and parses their responses, within limits of memory. */
export class Transport {
  readonly #redact: (text: string) => string;

  constructor(
    readonly sender: Sender,
    keys: readonly string[],
  ) {
    this.#redact = createRedactor(keys.filter(({ length }) => length >= distinctiveLength));
  }

  /** @param signal aborts the request */
  async send(wire: WireRequest, signal?: AbortSignal): Promise<Receipt> {
    const startedAt = performance.now();
    try {
      const received = await this.sender.send(wire, signal);
      return this.#read(received, performance.now() - startedAt);
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      // A long list is not a violation, but counts towards the limits of the circuit breaker.
      const { code, message, attempts } = error;
      if (code === tooLarge) return { ...unread(message, true), bytes: bodyLimit, attempts };
      return { ...unread(message), isLost: code !== undecodable, attempts };
    }
  }

  #read({ status, headers, body, attempts = 1 }: WireResponse, durationMs: number): Receipt {
    const { parts, depth } = measure(body);
    const bytes = body.length;
    if (parts > maxParts) {
      const isSuccess = status >= 200 && status < 300;
      const failure = 'the body contains more than a million names and values';
      return { ...unread(failure, isSuccess), bytes, parts: maxParts, attempts };
    }
    const texts = [body, Object.entries(headers).join('\n')];
    const repeatsKey = texts.some((text) => this.#redact(text) !== text);
    const response = { status, headers, body, json: parseBody(body, depth), durationMs, repeatsKey };
    return { response, failure: null, bytes, parts, isLost: false, attempts };
  }
}

/** @param isTooLarge true for a success whose body exceeds the limit */
export function unread(failure: string, isTooLarge = false): Receipt {
  const outcome = { response: null, failure, ...(isTooLarge ? { tooLarge: true } : {}) };
  return { ...outcome, bytes: 0, parts: 0, isLost: false, attempts: 1 };
}
