import type { IncomingMessage } from 'node:http';
import type { createCaptures } from './capture.js';
import { hasBody, pairsOf } from './message-headers.js';
import type { Observer } from './proxy/forward.js';
import type { UpstreamFailure } from './proxy/upstream-failure.js';
import type { Pair, RawExchange, RecordedBody } from './raw-exchange.js';

type Capture = ReturnType<ReturnType<typeof createCaptures>>;

/** Records an exchange while it is forwarded. */
export class ExchangeRecorder implements Observer {
  readonly #startedAt = Date.now();
  readonly #request: Capture;
  readonly #response: Capture;
  #status = 0;
  #headers: readonly Pair[] = [];

  /**
   * @param url absolute URL of the request to the server
   * @param onEnd called with the exchange when it has ended
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

  end(isComplete: boolean, failure: UpstreamFailure | undefined): void {
    const { incoming } = this;
    const codings = this.#headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
    const encoding = codings.map(([, value]) => value).join();
    const raw: RawExchange = {
      where: incoming.url ?? '',
      method: incoming.method ?? '',
      url: this.url,
      requestHeaders: pairsOf(incoming.rawHeaders),
      requestBody: this.#requestBody(),
      // An incomplete response must not be judged.
      status: isComplete ? this.#status : 0,
      responseHeaders: this.#headers,
      responseBody: this.#response.take(encoding),
      ...(failure?.breach && { breach: failure.breach }),
      startedAt: this.#startedAt,
      durationMs: Date.now() - this.#startedAt,
    };
    this.onEnd(raw, isComplete, failure);
  }

  #requestBody(): string | null | undefined {
    const sent: RecordedBody = this.#request.take(this.incoming.headers['content-encoding']);
    if (!('text' in sent)) return undefined;
    return hasBody(this.incoming) ? sent.text : null;
  }
}
