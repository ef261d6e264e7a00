import { signWebhook } from '../../src/webhooks/sign.js';
import { ControlError } from '../control/control-error.js';
import type { WebhookEndpoint } from '../dataset/state.js';
import type { Ids } from '../session/ids.js';
import {
  emitTimeoutMs,
  maxConcurrentAttempts,
  maxConcurrentEvents,
  maxDeliveries,
  maxEventLength,
  maxReceivers,
  receiverTimeoutMs,
} from '../settings/limits.js';
import type { Clock } from '../types.js';
import { retryDelay } from './redelivery.js';

/** A registered endpoint. */
export type Receiver = Pick<WebhookEndpoint, 'id' | 'url' | 'event_types'>;

/** The delivery of an event to an endpoint. */
export interface Delivery {
  /** The `webhook-id`, the same for all attempts. */
  readonly id: string;
  readonly endpointId: string;
  readonly url: string;
  readonly type: string;
  /** The request body. */
  readonly body: string;
  /** `failed`: no attempts left; `rejected`: the endpoint returned 410; `canceled`: it was deleted or disabled. */
  readonly state: 'pending' | 'delivered' | 'failed' | 'rejected' | 'canceled';
  /** `outcome` is the status, or the reason if there was no response. */
  readonly attempts: readonly { readonly at: string; readonly outcome: number | string }[];
  /** The mock's time of the next attempt, in milliseconds since 1970; null if there is none. */
  readonly nextAttempt: number | null;
}

export interface DeliveriesParts {
  /** Returns the registered endpoints. */
  readonly receivers: () => readonly Receiver[];
  /** Determines when attempts are due. */
  readonly clock: Clock;
  /** Determines the timestamp of signatures, which receivers compare with their own clock. */
  readonly wallClock: Clock;
  readonly ids: Ids;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly secret: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Starts a timer that does not delay the exit of the process. */
  readonly later: (callback: () => void, milliseconds: number) => void;
  /** Size limit of the listed deliveries, in characters. The oldest are dropped first. */
  readonly maxCharacters: number;
}

const maxTimerMs = 2 ** 31 - 1;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Delivers events to endpoints and retries failed attempts. In memory. */
export class Deliveries {
  readonly #parts: DeliveriesParts;
  #deliveries: Writable<Delivery>[] = [];
  /** Endpoints that returned 410. They receive no further events. */
  readonly #disabled = new Set<string>();
  /** Aborts the attempts in progress. */
  readonly #inProgress = new Set<AbortController>();
  #events = 0;

  constructor(parts: DeliveriesParts) {
    this.#parts = parts;
  }

  /**
   * Sends an event to every endpoint that is registered for its type.
   *
   * @returns the deliveries after their first attempt, or after a timeout
   * @throws {ControlError} 400 if the event is too long, 409 if too many endpoints are registered for its type, 429 if
   *   too many events are in progress
   */
  async emit(type: string, event: unknown): Promise<readonly Delivery[]> {
    const created = this.#deliveriesOf(type, event);
    this.#deliveries.push(...created);
    this.#dropOldest();
    this.#events += 1;
    try {
      await this.#withTimeout(Promise.all(created.map((delivery) => this.#attempt(delivery))));
    } finally {
      this.#events -= 1;
    }
    return created;
  }

  /** Makes all attempts that are due, including retries that become due meanwhile. */
  sendDue(): Promise<void> {
    return this.#withTimeout(this.#attemptDue());
  }

  /** Returns the latest deliveries, oldest first. */
  list(): readonly Delivery[] {
    return [...this.#deliveries];
  }

  /** Removes all deliveries and aborts attempts in progress. */
  clear(): void {
    this.#deliveries = [];
    for (const controller of this.#inProgress) controller.abort();
    this.#inProgress.clear();
  }

  #deliveriesOf(type: string, event: unknown): Writable<Delivery>[] {
    const body = JSON.stringify(event);
    if (body.length > maxEventLength) {
      throw new ControlError(
        400,
        `The event has ${body.length} characters. The maximum is ${maxEventLength}.`,
      );
    }
    if (this.#events >= maxConcurrentEvents) {
      throw new ControlError(
        429,
        `Too many events in progress. The maximum is ${maxConcurrentEvents}. Check for a receiver that emits an event for each event it receives.`,
      );
    }
    const registered = this.#parts.receivers();
    for (const id of this.#disabled) {
      if (!registered.some((receiver) => receiver.id === id)) this.#disabled.delete(id);
    }
    const receivers = registered.filter(
      ({ id, event_types }) => event_types.includes(type) && !this.#disabled.has(id),
    );
    if (receivers.length > maxReceivers) {
      throw new ControlError(
        409,
        `${receivers.length} endpoints are registered for ${JSON.stringify(type.slice(0, 100))}. The maximum is ${maxReceivers}. Delete some or reset the mock.`,
      );
    }
    const id = this.#parts.ids();
    const nextAttempt = this.#parts.clock.now();
    return receivers.map(({ id: endpointId, url }) => {
      return { id, endpointId, url, type, body, state: 'pending', attempts: [], nextAttempt };
    });
  }

  #dropOldest(): void {
    let characters = 0;
    let first = this.#deliveries.length;
    while (first > Math.max(0, this.#deliveries.length - maxDeliveries)) {
      const { body, url } = this.#deliveries[first - 1] as Delivery;
      characters += body.length + url.length;
      if (characters > this.#parts.maxCharacters) break;
      first -= 1;
    }
    this.#deliveries.splice(0, first);
  }

  /** Does not wait for attempts in progress, since their receiver may be the caller. */
  async #attemptDue(): Promise<void> {
    for (let due = this.#due(); due.length > 0; due = this.#due()) {
      await Promise.all(due.map((delivery) => this.#attempt(delivery)));
    }
  }

  #due(): Writable<Delivery>[] {
    const now = this.#parts.clock.now();
    return this.#deliveries
      .filter(({ nextAttempt }) => nextAttempt !== null && nextAttempt <= now)
      .slice(0, maxConcurrentAttempts);
  }

  /** Never rejects. A delivery in progress has no `nextAttempt`, which prevents a second attempt. */
  async #attempt(delivery: Writable<Delivery>): Promise<void> {
    const due = delivery.nextAttempt ?? 0;
    delivery.nextAttempt = null;
    if (!this.#isActive(delivery)) {
      delivery.state = 'canceled';
      return;
    }
    const controller = new AbortController();
    this.#inProgress.add(controller);
    const outcome = await this.#send(delivery, controller);
    // The queue was cleared meanwhile.
    if (!this.#inProgress.delete(controller)) return;
    this.#record(delivery, outcome, due);
  }

  #isActive({ endpointId }: Delivery): boolean {
    return (
      !this.#disabled.has(endpointId) &&
      this.#parts.receivers().some((receiver) => receiver.id === endpointId)
    );
  }

  #record(delivery: Writable<Delivery>, outcome: number | string, due: number): void {
    const at = new Date(this.#parts.clock.now()).toISOString();
    delivery.attempts = [...delivery.attempts, { at, outcome }];
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) {
      delivery.state = 'delivered';
    } else if (outcome === 410) {
      delivery.state = 'rejected';
      this.#disabled.add(delivery.endpointId);
    } else {
      const delayMs = retryDelay(delivery.attempts.length, this.#parts.random());
      if (delayMs === null) delivery.state = 'failed';
      else this.#retryAt(delivery, due + delayMs);
    }
  }

  #retryAt(delivery: Writable<Delivery>, time: number): void {
    delivery.nextAttempt = time;
    const milliseconds = Math.max(0, time - this.#parts.clock.now());
    this.#parts.later(() => void this.#attemptDue(), Math.min(milliseconds, maxTimerMs));
  }

  /** @returns the status, or the reason why there was no response */
  async #send({ id, url, body }: Delivery, controller: AbortController): Promise<number | string> {
    const { fetch, later, secret, wallClock } = this.#parts;
    later(
      () => controller.abort(new Error(`No response within ${receiverTimeoutMs / 1000} seconds.`)),
      receiverTimeoutMs,
    );
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...signWebhook(secret, { id, sentAt: new Date(wallClock.now()), body }),
        },
        body,
        redirect: 'manual',
        signal: controller.signal,
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Resolves after the attempts or a timeout. */
  #withTimeout(attempts: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      this.#parts.later(resolve, emitTimeoutMs);
      void attempts.then(() => resolve());
    });
  }
}
