import { signWebhook } from '../../src/webhooks/sign.js';
import type { Ids } from '../ids.js';
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
}

/** Sends events to endpoints, again and again until they are received. */
export interface Deliveries {
  /**
   * Sends an event to every endpoint that asked for its type.
   *
   * @returns the deliveries after their first try
   */
  emit(type: string, event: unknown): Promise<readonly Delivery[]>;
  /** Makes every try that is due by now, and those that become due by making them. */
  catchUp(): Promise<void>;
  /** The latest deliveries, oldest first. */
  list(): readonly Delivery[];
  /** Forgets them all, also those that were to be tried again. */
  clear(): void;
}

const kept = 1000;
const patienceMs = 15_000;
const longestTimerMs = 2 ** 31 - 1;

/** A queue of deliveries in this process. */
export function createDeliveries(parts: DeliveriesParts): Deliveries {
  const deliveries: Writable<Delivery>[] = [];
  /** Endpoints that answered 410: they want nothing more, of any event. */
  const disabled = new Set<string>();
  /** One at a time, so that no try is made twice. */
  let work: Promise<void> = Promise.resolve();

  const isRegistered = ({ endpointId }: Delivery) => parts.receivers().some(({ id }) => id === endpointId);
  const isDue = ({ nextTry }: Delivery) => nextTry !== null && nextTry <= parts.clock.now();

  const attempt = async (delivery: Writable<Delivery>) => {
    const due = delivery.nextTry ?? 0;
    delivery.nextTry = null;
    if (!isRegistered(delivery) || disabled.has(delivery.endpointId)) {
      delivery.state = 'removed';
      return;
    }
    const outcome = await send(parts, delivery);
    delivery.tries = [...delivery.tries, { at: new Date(parts.clock.now()).toISOString(), outcome }];
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) delivery.state = 'delivered';
    else if (outcome === 410) {
      delivery.state = 'refused';
      disabled.add(delivery.endpointId);
    } else {
      const pause = pauseAfter(delivery.tries.length, parts.random());
      if (pause === null) delivery.state = 'given-up';
      else wait(delivery, due + pause);
    }
  };

  const wait = (delivery: Writable<Delivery>, until: number) => {
    delivery.nextTry = until;
    const milliseconds = Math.max(0, until - parts.clock.now());
    parts.later(() => void catchUp(), Math.min(milliseconds, longestTimerMs));
  };

  const catchUp = () => {
    work = work.then(async () => {
      for (let due = deliveries.filter(isDue); due.length > 0; due = deliveries.filter(isDue)) {
        await Promise.all(due.map(attempt));
      }
    });
    return work;
  };

  return {
    async emit(type, event) {
      const id = parts.ids();
      const body = JSON.stringify(event);
      const fresh = parts
        .receivers()
        .filter(({ id: endpointId, eventTypes }) => eventTypes.includes(type) && !disabled.has(endpointId))
        .map(
          (receiver): Writable<Delivery> => ({
            id,
            endpointId: receiver.id,
            url: receiver.url,
            type,
            body,
            state: 'pending',
            tries: [],
            nextTry: parts.clock.now(),
          }),
        );
      deliveries.push(...fresh);
      deliveries.splice(0, deliveries.length - kept);
      await catchUp();
      return fresh;
    },
    catchUp,
    list: () => [...deliveries],
    clear: () => void deliveries.splice(0),
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** @returns the status, or why there was no answer */
async function send(parts: DeliveriesParts, { id, url, body }: Delivery): Promise<number | string> {
  try {
    const response = await parts.fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...signWebhook(parts.secret, { id, sentAt: new Date(parts.wallClock.now()), body }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
