import { setMaxListeners } from 'node:events';
import type { OperationId } from '../../src/generated/operations.js';
import { curlOf } from '../curl.js';
import { type Caller, type Exchange, isSuccess, type RequestPlan } from '../http/exchange.js';
import { fetchSender } from '../http/fetch-sender.js';
import { createSender } from '../http/send.js';
import { NotApplicable } from '../outcome.js';
import { createShownRedactor } from '../redact-shown.js';
import type { Gone } from './circuit-breaker.js';
import { CreatedEndpoints, type LeftBehind } from './created-endpoints.js';
import { PacedSender } from './paced-sender.js';
import { ReadCache } from './read-cache.js';
import { RequestWriter } from './request-writer.js';
import { sendAside } from './send-aside.js';
import { Slots } from './slots.js';
import { isLoopback, targetAddress } from './target-address.js';
import type { TargetOptions } from './target-options.js';
import { Transport } from './transport.js';
import { soonAfter } from './writes-in-flight.js';

/** What changes how one request is sent. */
export interface SendOptions {
  /** Send it even if an equal read has been sent already. */
  readonly again?: boolean;
  /** Do not wait for a free place, so that several are in flight at once. */
  readonly atOnce?: boolean;
  /** Take a 429 as the response instead of waiting for the window to pass. */
  readonly allow429?: boolean;
  /** Do not record a success: hundreds of the same show nothing more. */
  readonly unrecorded?: boolean;
  /** Do not record it at all: no check judges it. */
  readonly unjudged?: boolean;
}

/** Requests in flight at once. */
const atMost = 6;
/**
 * The server under test: sends requests within its rate limit, records every exchange, sends no read
 * twice, and removes what was created.
 */
export class Target {
  readonly #exchanges: Exchange[] = [];
  readonly #timeoutMs: number;
  readonly #writer: RequestWriter;
  readonly #transport: Transport;
  readonly #sender: PacedSender;
  readonly #slots = new Slots(atMost);
  readonly #reads = new ReadCache();
  readonly #created = new CreatedEndpoints();
  readonly #withheld = new Map<OperationId, string>();
  readonly signal: AbortSignal;
  /** Takes API keys out of a text that is shown. */
  readonly redact: (text: string) => string;

  /** @throws {CannotStart} when the address cannot be used */
  constructor(options: TargetOptions) {
    const { apiKeys = [], timeoutMs = 10_000, signal = new AbortController().signal } = options;
    const baseUrl = targetAddress(options.target);
    const sender =
      options.sender ??
      (options.fetch ? fetchSender(options.fetch, baseUrl, timeoutMs) : createSender(baseUrl, timeoutMs));
    // Every request in flight listens for the end of the run.
    setMaxListeners(0, signal);
    this.signal = signal;
    this.redact = createShownRedactor(apiKeys);
    this.#timeoutMs = timeoutMs;
    this.#writer = new RequestWriter(baseUrl, apiKeys);
    this.#transport = new Transport(sender, apiKeys);
    this.#sender = new PacedSender(this.#transport, signal, options.onProgress);
  }

  get baseUrl(): URL {
    return this.#writer.baseUrl;
  }

  /** Whether it is on this machine. */
  get isLoopback(): boolean {
    return isLoopback(this.baseUrl);
  }

  /** Every exchange so far, in the order in which they ended. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** Whether a key was given for this caller. */
  has(as: Caller): boolean {
    return this.#writer.has(as);
  }

  /** Requests sent so far. */
  count(as: Caller): number {
    return this.#sender.limiter.count(as);
  }

  /** What the server did, and how that showed, once it was given up and nothing more is sent. */
  gone(): Gone | undefined {
    return this.#sender.breaker.gone();
  }

  /**
   * Sends nothing more to an operation.
   *
   * @param reason what becomes of a check that needs it
   */
  withhold(id: OperationId, reason: string): void {
    this.#withheld.set(id, reason);
  }

  /** @returns why nothing is sent to an operation, if so */
  withheld(id: OperationId): string | undefined {
    return this.#withheld.get(id);
  }

  /**
   * @returns the exchange, with or without a response; it never throws for what the server does
   * @throws {NotApplicable} when nothing is sent to the operation
   * @throws {Error} when no key was given for the caller
   */
  async send(plan: RequestPlan, options: SendOptions = {}): Promise<Exchange> {
    const reason = plan.operationId === null ? undefined : this.withheld(plan.operationId);
    if (reason !== undefined) throw new NotApplicable(reason);
    if (plan.method !== 'GET' || options.again) return this.#exchange(plan, options);
    return this.#reads.get(plan, () => this.#exchange(plan, options));
  }

  /**
   * Sends what is no request to the API, such as one that causes an event: without a key, and
   * nobody judges the response.
   *
   * @param url relative to the target, or of another server on this machine
   * @returns the status; null when no response came
   */
  sendAside(method: string, url: string, body: unknown): Promise<number | null> {
    const { baseUrl, signal } = this;
    const { sender } = this.#transport;
    return sendAside({ baseUrl, sender, signal, timeoutMs: this.#timeoutMs }, method, url, body);
  }

  /** What this run created and has not removed. */
  left(): LeftBehind {
    const { redact } = this;
    const endpoints = this.#created.left.map((plan) => {
      const { shown } = this.#writer.write(plan);
      const path = redact(shown.path);
      return { path, command: curlOf({ request: { ...shown, url: redact(shown.url), path } }) };
    });
    return { endpoints, writesInFlight: this.#sender.writes.count };
  }

  /** Removes what this run created and did not remove; works after the run was stopped too, for a moment. */
  async cleanUp(): Promise<void> {
    const { isOpen, isFlooded } = this.#sender.breaker;
    // One that only sent too much can still be told to remove what is left.
    if (isOpen && !isFlooded) return;
    const end = soonAfter(this.signal);
    await this.#created.removeAll((plan) => {
      this.#sender.limiter.note(plan.as);
      return this.#transport.sender.send(this.#writer.write(plan).wire, end).then(
        ({ status }) => status,
        () => null,
      );
    });
  }

  close(): void {
    this.#transport.sender.close();
  }

  async #exchange(
    plan: RequestPlan,
    { atOnce, allow429, unrecorded, unjudged }: SendOptions,
  ): Promise<Exchange> {
    const { operationId, as, beyond = false } = plan;
    const { wire, shown } = this.#writer.write(plan);
    if (!atOnce) await this.#slots.take();
    try {
      const { bytes, parts, isLost, ...outcome } = await this.#sender.send(as, wire, allow429);
      const exchange: Exchange = { operationId, as, beyond, request: shown, ...outcome };
      const isLeftOut =
        unjudged || (unrecorded && isSuccess(exchange)) || (this.signal.aborted && !exchange.response);
      if (!isLeftOut) this.#exchanges.push(exchange);
      this.#created.note(exchange);
      return exchange;
    } finally {
      if (!atOnce) this.#slots.release();
    }
  }
}
