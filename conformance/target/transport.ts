import { createRedactor } from '../../src/redaction/redact-secrets.js';
import type { Exchange } from '../http/exchange.js';
import { measure, parseBody } from '../http/parse-body.js';
import {
  bodyLimit,
  NoResponse,
  type Sender,
  tooLarge,
  type WireRequest,
  type WireResponse,
} from '../http/send.js';

/** Names and values that are read of one response; each takes some 32 bytes beside the text. */
const mostParts = 1_000_000;
/** A shorter key may be a word of the API's own; only a longer one shows that it is repeated. */
const distinctiveLength = 12;

/** What was received for a request: a response, or why there is none. */
export interface Receipt extends Pick<Exchange, 'response' | 'failure' | 'tooLarge'> {
  readonly bytes: number;
  /** Names and values in the body. */
  readonly parts: number;
  /** True when the server did not respond at all. */
  readonly isLost: boolean;
}

/** Sends requests one by one, and reads the responses as far as they fit into memory. */
export class Transport {
  readonly #redact: (text: string) => string;

  constructor(
    readonly sender: Sender,
    keys: readonly string[],
  ) {
    this.#redact = createRedactor(keys.filter(({ length }) => length >= distinctiveLength));
  }

  /** @param signal ends it early */
  async send(wire: WireRequest, signal?: AbortSignal): Promise<Receipt> {
    const startedAt = performance.now();
    try {
      const received = await this.sender.send(wire, signal);
      return this.#read(received, performance.now() - startedAt);
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      // A long list is long; only a flood of such responses is too much.
      if (error.code === tooLarge) return { ...unread(error.message, true), bytes: bodyLimit };
      return { ...unread(error.message), isLost: true };
    }
  }

  #read({ status, headers, body }: WireResponse, durationMs: number): Receipt {
    const { parts } = measure(body);
    const bytes = body.length;
    if (parts > mostParts) {
      const isSuccess = status >= 200 && status < 300;
      const why = 'the body holds more than a million names and values';
      return { ...unread(why, isSuccess), bytes, parts: mostParts };
    }
    const texts = [body, ...Object.entries(headers).flat()];
    const repeatsKey = texts.some((text) => this.#redact(text) !== text);
    const response = { status, headers, body, json: parseBody(body), durationMs, repeatsKey };
    return { response, failure: null, bytes, parts, isLost: false };
  }
}

/** @param isTooLarge whether it began as a success and was larger than is read of one */
export function unread(failure: string, isTooLarge = false): Receipt {
  const outcome = { response: null, failure, ...(isTooLarge ? { tooLarge: true } : {}) };
  return { ...outcome, bytes: 0, parts: 0, isLost: false };
}
