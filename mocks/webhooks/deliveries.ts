import { signWebhook } from '../../src/webhooks/sign.js';
import { ControlError } from '../control/control-error.js';
import type { Ids } from '../ids.js';
import {
  emitMs,
  longestEvent,
  mostAttemptsAtOnce,
  mostDeliveries,
  mostEventsAtOnce,
  mostReceivers,
  receiverMs,
} from '../limits.js';
import type { Clock } from '../types.js';
import { pauseAfter } from './redelivery.js';

/** Who is sent events. */
export interface Receiver {
  readonly id: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
}

/** One event on its way to one endpoint. */
export interface Delivery {
  /** The `webhook-id`, the same for each try. */
  readonly id: string;
  readonly endpointId: string;
  readonly url: string;
  readonly type: string;
  /** The body, as it is sent each time. */
  readonly body: string;
  /** `refused`: answered 410; `removed`: the endpoint is gone or disabled since. */
  readonly state: 'pending' | 'delivered' | 'given-up' | 'refused' | 'removed';
  /** What each try came to: a status, or why there was none. */
  readonly tries: readonly { readonly at: string; readonly outcome: number | string }[];
  /** The mock's time of the next try, in milliseconds since 1970; null when there is none. */
  readonly nextTry: number | null;
}

export interface DeliveriesParts {
  /** Everybody who is registered now. */
  readonly receivers: () => readonly Receiver[];
  /** Tells when tries are due. */
  readonly clock: Clock;
  /** Dates the signatures, which receivers hold against their own clock. */
  readonly wallClock: Clock;
  readonly ids: Ids;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly secret: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Calls back later, in milliseconds; the process need not stay alive for it. */
  readonly later: (callback: () => void, milliseconds: number) => void;
  /** Characters of the bodies that are remembered; the oldest deliveries are forgotten first. */
  readonly mostCharacters: number;
}

/** Sends events to endpoints, again and again until they are received. */
export interface Deliveries {
  /**
   * Sends an event to every endpoint that is registered for its type.
   *
   * @returns the deliveries after their first try, or while it lasts where a receiver takes too long
   * @throws {ControlError} 400 when the event is too large, 409 when too many endpoints would be sent it,
   *   429 when too many events are on their way
   */
  emit(type: string, event: unknown): Promise<readonly Delivery[]>;
  /** Makes every try that is due by now, and those that become due by making them. */
  catchUp(): Promise<void>;
  /** The latest deliveries, oldest first. */
  list(): readonly Delivery[];
  /** Forgets them all, also those that were to be tried again, and ends those on their way. */
  clear(): void;
}

const longestTimerMs = 2 ** 31 - 1;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A queue of deliveries in this process. */
export function createDeliveries(parts: DeliveriesParts): Deliveries {
  return new DeliveryQueue(parts);
}

class DeliveryQueue implements Deliveries {
  readonly #parts: DeliveriesParts;
  #deliveries: Writable<Delivery>[] = [];
  /** Endpoints that answered 410: they want nothing more, of any event. */
  readonly #disabled = new Set<string>();
  /** What ends each try that is on its way. */
  readonly #underWay = new Set<AbortController>();
  #events = 0;

  constructor(parts: DeliveriesParts) {
    this.#parts = parts;
  }

  async emit(type: string, event: unknown): Promise<readonly Delivery[]> {
    const fresh = this.#deliveriesOf(type, event);
    this.#deliveries.push(...fresh);
    this.#forgetOldest();
    this.#events += 1;
    try {
      await this.#within(Promise.all(fresh.map((delivery) => this.#attempt(delivery))));
    } finally {
      this.#events -= 1;
    }
    return fresh;
  }

  catchUp(): Promise<void> {
    return this.#within(this.#makeDueTries());
  }

  list(): readonly Delivery[] {
    return [...this.#deliveries];
  }

  clear(): void {
    this.#deliveries = [];
    for (const controller of this.#underWay) controller.abort();
    this.#underWay.clear();
  }

  #deliveriesOf(type: string, event: unknown): Writable<Delivery>[] {
    const body = JSON.stringify(event);
    if (body.length > longestEvent) {
      throw new ControlError(400, `The event is longer than ${longestEvent} characters; send a shorter one.`);
    }
    if (this.#events >= mostEventsAtOnce) {
      throw new ControlError(
        429,
        `${mostEventsAtOnce} events are on their way. A receiver that causes an event while it receives one goes on for ever.`,
      );
    }
    const registered = this.#parts.receivers();
    for (const id of this.#disabled) {
      if (!registered.some((receiver) => receiver.id === id)) this.#disabled.delete(id);
    }
    const receivers = registered.filter(
      ({ id, eventTypes }) => eventTypes.includes(type) && !this.#disabled.has(id),
    );
    if (receivers.length > mostReceivers) {
      throw new ControlError(
        409,
        `${receivers.length} endpoints are registered for ${JSON.stringify(type.slice(0, 100))}; an event is sent to ${mostReceivers} at most. Remove some, or reset the mock.`,
      );
    }
    const id = this.#parts.ids();
    const nextTry = this.#parts.clock.now();
    return receivers.map(({ id: endpointId, url }) => {
      return { id, endpointId, url, type, body, state: 'pending', tries: [], nextTry };
    });
  }

  #forgetOldest(): void {
    let characters = 0;
    let first = this.#deliveries.length;
    while (first > Math.max(0, this.#deliveries.length - mostDeliveries)) {
      const { body, url } = this.#deliveries[first - 1] as Delivery;
      characters += body.length + url.length;
      if (characters > this.#parts.mostCharacters) break;
      first -= 1;
    }
    this.#deliveries.splice(0, first);
  }

  /** Does not wait for tries that others make: a receiver that is being sent an event may be the caller. */
  async #makeDueTries(): Promise<void> {
    for (let due = this.#due(); due.length > 0; due = this.#due()) {
      await Promise.all(due.map((delivery) => this.#attempt(delivery)));
    }
  }

  #due(): Writable<Delivery>[] {
    const now = this.#parts.clock.now();
    return this.#deliveries
      .filter(({ nextTry }) => nextTry !== null && nextTry <= now)
      .slice(0, mostAttemptsAtOnce);
  }

  /** Never rejects. What is under way has no next try, so that none is made twice. */
  async #attempt(delivery: Writable<Delivery>): Promise<void> {
    const due = delivery.nextTry ?? 0;
    delivery.nextTry = null;
    if (!this.#isWanted(delivery)) {
      delivery.state = 'removed';
      return;
    }
    const controller = new AbortController();
    this.#underWay.add(controller);
    const outcome = await this.#send(delivery, controller);
    // Who was cleared away is nobody's business any more.
    if (!this.#underWay.delete(controller)) return;
    this.#note(delivery, outcome, due);
  }

  #isWanted({ endpointId }: Delivery): boolean {
    return (
      !this.#disabled.has(endpointId) &&
      this.#parts.receivers().some((receiver) => receiver.id === endpointId)
    );
  }

  #note(delivery: Writable<Delivery>, outcome: number | string, due: number): void {
    const at = new Date(this.#parts.clock.now()).toISOString();
    delivery.tries = [...delivery.tries, { at, outcome }];
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) {
      delivery.state = 'delivered';
    } else if (outcome === 410) {
      delivery.state = 'refused';
      this.#disabled.add(delivery.endpointId);
    } else {
      const pause = pauseAfter(delivery.tries.length, this.#parts.random());
      if (pause === null) delivery.state = 'given-up';
      else this.#tryAgainAt(delivery, due + pause);
    }
  }

  #tryAgainAt(delivery: Writable<Delivery>, moment: number): void {
    delivery.nextTry = moment;
    const milliseconds = Math.max(0, moment - this.#parts.clock.now());
    this.#parts.later(() => void this.#makeDueTries(), Math.min(milliseconds, longestTimerMs));
  }

  /** @returns the status, or why there was no response */
  async #send({ id, url, body }: Delivery, controller: AbortController): Promise<number | string> {
    const { fetch, later, secret, wallClock } = this.#parts;
    later(() => controller.abort(new Error(`No response within ${receiverMs / 1000} seconds.`)), receiverMs);
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

  /** Waits for tries, but not for ever. */
  #within(tries: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      this.#parts.later(resolve, emitMs);
      void tries.then(() => resolve());
    });
  }
}
