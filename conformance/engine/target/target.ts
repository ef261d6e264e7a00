import { setMaxListeners } from 'node:events';
import { neverBreaks } from '../check-ids.js';
import { curlOf } from '../http/curl.js';
import {
  type Caller,
  type Exchange,
  type HttpResponse,
  isSuccess,
  keyNames,
  type RequestPlan,
} from '../http/exchange.js';
import { fetchSender } from '../http/fetch-sender.js';
import { createShownRedactor } from '../http/redact-shown.js';
import { createSender } from '../http/send.js';
import { Blocked, NotApplicable } from '../judge/outcome.js';
import type { OperationId } from '../operation.js';
import { isServerError } from '../run/server-error.js';
import { CreatedEndpoints, type LeftBehind } from './created-endpoints.js';
import type { Outage } from './limits/circuit-breaker.js';
import { ConcurrencyLimit } from './limits/concurrency-limit.js';
import type { LowerLimit } from './limits/limit-watch.js';
import { circuitOpen, PacedSender } from './limits/paced-sender.js';
import { ReadCache } from './read-cache.js';
import { asSentOnce } from './repeated-write.js';
import { RequestWriter } from './request-writer.js';
import { sendUncounted } from './send-uncounted.js';
import { isLoopback, targetAddress } from './target-address.js';
import type { SendOptions, TargetApi } from './target-api.js';
import type { TargetOptions } from './target-options.js';
import { Transport } from './transport.js';
import { soonAfter } from './writes-in-flight.js';

/** After as many requests that return 5xx on every attempt, each request is sent once. */
const maxFutile = 20;

/** Maximum number of concurrent requests. */
export const maxConcurrent = 10;

/**
 * The server under test. Sends requests within the rate limit, records every exchange, caches reads, and
 * removes the endpoints that were created.
 */
export class Target {
  readonly #exchanges: Exchange[] = [];
  readonly #timeoutMs: number;
  readonly #writer: RequestWriter;
  readonly #transport: Transport;
  readonly #sender: PacedSender;
  readonly #slots: Readonly<Record<Caller, ConcurrencyLimit>>;
  readonly #reads = new ReadCache();
  readonly #created: CreatedEndpoints;
  #futile = 0;
  readonly #withheld = new Map<OperationId, string>();
  readonly signal: AbortSignal;
  /** Redacts API keys in a text. */
  readonly redact: (text: string) => string;

  /** @throws {CannotStart} if the URL cannot be used */
  constructor(
    readonly api: TargetApi,
    options: TargetOptions,
  ) {
    const { apiKeys = [], timeoutMs = 10_000, signal = new AbortController().signal } = options;
    const baseUrl = targetAddress(options.target, api.basePath);
    const sender =
      options.sender ??
      (options.fetch ? fetchSender(options.fetch, baseUrl, timeoutMs) : createSender(baseUrl, timeoutMs));
    const shared = new ConcurrencyLimit(maxConcurrent);
    // Requests that wait for their turn do not delay those of other keys.
    const slots = () => (options.rate === undefined ? shared : new ConcurrencyLimit(maxConcurrent));
    this.#slots = { caller: slots(), second_caller: slots(), spare: slots(), anonymous: slots() };
    // Every request in flight listens on the signal.
    setMaxListeners(0, signal);
    this.signal = signal;
    this.#created = new CreatedEndpoints(api.creations);
    this.redact = createShownRedactor(apiKeys);
    this.#timeoutMs = timeoutMs;
    this.#writer = new RequestWriter(baseUrl, apiKeys);
    this.#transport = new Transport(sender, apiKeys);
    this.#sender = new PacedSender(
      this.#transport,
      signal,
      api,
      options.onWait,
      (as) => this.has(as),
      (as) => this.#sendAs(as),
      options,
    );
  }

  get baseUrl(): URL {
    return this.#writer.baseUrl;
  }

  /** Whether the server is on this machine. */
  get isLoopback(): boolean {
    return isLoopback(this.baseUrl);
  }

  /** All exchanges so far, in the order of their ends. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** Whether there is a key for a caller. */
  has(as: Caller): boolean {
    return this.#writer.has(as);
  }

  /** Number of requests sent so far. */
  count(as: Caller): number {
    return this.#sender.limiter.count(as);
  }

  /** Why no more requests are sent to the server, if so. */
  outage(): Outage | undefined {
    return this.#sender.breaker.outage();
  }

  /**
   * Stops sending requests to an operation.
   *
   * @param reason why checks that need it are not applicable
   */
  withhold(id: OperationId, reason: string): void {
    this.#withheld.set(id, reason);
  }

  /** Returns why no requests are sent to an operation, if so. */
  withheld(id: OperationId): string | undefined {
    return this.#withheld.get(id);
  }

  /**
   * Sends a request.
   *
   * @returns the exchange, also without a response
   * @throws {NotApplicable} if the operation is withheld
   * @throws {Blocked} if the rate limit of the key is reached, or the server returns 5xx, unless the options allow it
   * @throws {Error} if the caller has no key
   */
  async send(plan: RequestPlan, options: SendOptions = {}): Promise<Exchange> {
    const reason = plan.operationId === null ? undefined : this.withheld(plan.operationId);
    if (reason !== undefined) throw new NotApplicable(reason);
    if (!options.allow429 && this.#sender.isRefused(plan.as)) throw this.#limited(plan.as);
    const isShared = plan.method === 'GET' && !options.again;
    const exchange = await (isShared
      ? this.#reads.get(plan, () => this.#attempt(plan, options))
      : this.#attempt(plan, options));
    if (exchange.response?.status === 429 && !options.allow429) throw this.#limited(plan.as, exchange);
    if (isServerError(exchange) && !options.allow5xx) {
      const { path, method } = plan;
      throw new Blocked(`${method} ${path} returned ${exchange.response.status}`, exchange, neverBreaks);
    }
    return exchange;
  }

  /** A rate limit that is certainly lower than the service states. */
  get lowerLimit(): LowerLimit | undefined {
    return this.#sender.watch.lower;
  }

  /** Number of requests of a key, other than refused ones, that a server may still count. */
  counted(as: Caller): number {
    return this.#sender.watch.counted(as);
  }

  /** Waits until the rate limit of a key is reset. */
  waitForReset(as: Caller, seconds: number): Promise<void> {
    return this.#sender.waitUntil(as, Date.now() + seconds * 1000);
  }

  /** Whether a 429 shows that the rate limit is lower than the service states. */
  isLower(as: Caller, refusal: HttpResponse): Promise<boolean> {
    return this.#sender.watch.isLower(as, refusal);
  }

  #limited(as: Caller, exchange?: Exchange): Blocked {
    const key = as === 'anonymous' ? 'requests without an API key' : `the ${keyNames[as]} API key`;
    if (!this.lowerLimit) {
      return new Blocked(`the rate limit of ${key} was reached: try again in a minute`, exchange);
    }
    const reason = `the rate limit of ${key} was reached, which is lower than stated`;
    return new Blocked(reason, exchange, 'limits.no-429-within-the-limit');
  }

  async #sendAs(as: Caller): Promise<Exchange['response']> {
    const { wire } = this.#writer.write(this.api.cheapRead(as));
    return (await this.#sender.send(as, wire, { allow429: true })).response;
  }

  /**
   * Sends a request outside the API, such as one that triggers an event, without a key. Its response is not judged.
   *
   * @param url relative to the target, or of another server on this machine
   * @returns the status; null without a response
   */
  sendAside(method: string, url: string, body: unknown): Promise<number | null> {
    const { baseUrl, signal } = this;
    const { sender } = this.#transport;
    return sendUncounted({ baseUrl, sender, signal, timeoutMs: this.#timeoutMs }, method, url, body);
  }

  /** Returns the endpoints that the run created and has not removed. */
  left(): LeftBehind {
    const { redact } = this;
    const { left, irremovable, withoutId } = this.#created;
    const endpoints = left.map(({ id, plan }) => {
      const { shown } = this.#writer.write(plan);
      const request = { ...shown, url: redact(shown.url), path: redact(shown.path) };
      return { id: redact(id), command: curlOf({ request }) };
    });
    const writesInFlight = this.#sender.writes.count + this.#created.uncertain;
    return { endpoints, irremovable, withoutId, writesInFlight };
  }

  /** Removes the endpoints that the run created. Also works shortly after the run was stopped. */
  async cleanUp(): Promise<void> {
    const { isOpen, isFlooded } = this.#sender.breaker;
    // A server that only sent too much data still accepts removals.
    if (isOpen && !isFlooded) return;
    const end = soonAfter(this.signal);
    await this.#created.removeAll(async (plan) => {
      const { wire } = this.#writer.write(plan);
      // A stopped run does not wait for the rate limit, and a flooded one sends nothing else.
      if (!this.signal.aborted && !isFlooded) {
        return (await this.#sender.send(plan.as, wire)).response?.status ?? null;
      }
      this.#sender.limiter.note(plan.as);
      return this.#transport.sender.send(wire, end).then(
        ({ status }) => status,
        () => null,
      );
    });
  }

  close(): void {
    this.#transport.sender.close();
  }

  /** Repeats a request that returns 5xx, so that a single one blocks no check. Each of them is recorded. */
  async #attempt(plan: RequestPlan, options: SendOptions): Promise<Exchange> {
    const { attempts = plan.method === 'GET' ? 3 : 1 } = options;
    let exchange = await this.#exchange(plan, options);
    if (attempts === 1 || this.#futile >= maxFutile) return exchange;
    for (let sent = 1; sent < attempts && isServerError(exchange); sent += 1) {
      exchange = await this.#exchange(plan, options, true);
    }
    if (isServerError(exchange)) this.#futile += 1;
    return exchange;
  }

  #asSentOnce(exchange: Exchange): Exchange {
    return asSentOnce(exchange, this.#exchanges, (plan) => this.#created.isLeft(plan));
  }

  async #exchange(
    plan: RequestPlan,
    { atOnce, allow429, unrecorded, unjudged }: SendOptions,
    isRepeated = false,
  ): Promise<Exchange> {
    const { operationId, as, undocumented = false } = plan;
    const { wire, shown } = this.#writer.write(plan);
    const slots = this.#slots[as];
    if (!atOnce) await slots.take();
    try {
      const { bytes, parts, isLost, attempts, ...outcome } = await this.#sender.send(sentAs(plan), wire, {
        allow429,
        isRepeated,
        atOnce,
      });
      const sent: Exchange = { operationId, as, undocumented, request: shown, ...outcome };
      const received = attempts === 1 ? sent : this.#asSentOnce({ ...sent, isRepeated: true });
      this.#created.note(received, attempts);
      const exchange = this.#sender.breaker.isFlooded ? withoutResponse(received) : received;
      const isOmitted =
        unjudged || (unrecorded && isSuccess(exchange)) || (this.signal.aborted && !exchange.response);
      if (!isOmitted) this.#exchanges.push(exchange);
      return exchange;
    } finally {
      if (!atOnce) slots.release();
    }
  }
}

/** Releases the memory of a response that was still received when the limit was reached. */
function withoutResponse(exchange: Exchange): Exchange {
  return { ...exchange, response: null, failure: circuitOpen };
}

/** Other spellings than of the scheme are refused, and do not use up the caller's rate limit. */
function sentAs({ as, credentials }: RequestPlan): Caller {
  return credentials === undefined || /^bearer {key}$/i.test(credentials.value) ? as : 'anonymous';
}
