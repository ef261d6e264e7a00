import type { IncomingMessage } from 'node:http';
import type { createCaptures } from './capture.js';
import type { Observer } from './forward.js';
import { hasBody, pairsOf } from './message-headers.js';
import type { Pair, RawExchange, RecordedBody } from './raw-exchange.js';
import type { UpstreamFailure } from './upstream-failure.js';

type Capture = ReturnType<ReturnType<typeof createCaptures>>;

/** Writes down one exchange while it passes. */
export class ExchangeRecorder implements Observer {
  readonly #startedAt = Date.now();
  readonly #request: Capture;
  readonly #response: Capture;
  #status = 0;
  #headers: readonly Pair[] = [];

  /**
   * @param url as the server is sent it, absolute
   * @param onEnd receives the exchange when nothing more will pass
   */
  constructor(
    readonly incoming: IncomingMessage,
    readonly url: string,
    capture: ReturnType<typeof createCaptures>,
    readonly onEnd: (raw: RawExchange, ...how: Parameters<Observer['end']>) => void,
  ) {
    this.#request = capture();
    this.#response = capture();
  }

  request(chunk: Buffer): void {
    this.#request.add(chunk);
  }

  response(status: number, headers: readonly Pair[]): void {
    this.#status = status;
    this.#headers = headers;
  }

  body(chunk: Buffer): void {
    this.#response.add(chunk);
  }

  end(isWhole: boolean, failure: UpstreamFailure | undefined): void {
    const { incoming } = this;
    const encoding = this.#headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
    const raw: RawExchange = {
      where: incoming.url ?? '',
      method: incoming.method ?? '',
      url: this.url,
      requestHeaders: pairsOf(incoming.rawHeaders),
      requestBody: this.#requestBody(),
      // What was cut off on its way is no response of the server's.
      status: isWhole ? this.#status : 0,
      responseHeaders: this.#headers,
      responseBody: this.#response.take(encoding),
      ...(failure?.breach && { breach: failure.breach }),
      startedAt: this.#startedAt,
      durationMs: Date.now() - this.#startedAt,
    };
    this.onEnd(raw, isWhole, failure);
  }

  #requestBody(): string | null | undefined {
    const sent: RecordedBody = this.#request.take(this.incoming.headers['content-encoding']);
    if (!('text' in sent)) return undefined;
    return hasBody(this.incoming) ? sent.text : null;
  }
}
