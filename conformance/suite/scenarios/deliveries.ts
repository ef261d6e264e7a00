import type { Fixtures } from '../../../src/contract/fixtures.js';
import { isSuccess } from '../../engine/http/exchange.js';
import { type Delivery, Receiver, type ReceiverAddress } from '../../engine/http/receiver.js';
import { Blocked, NotApplicable } from '../../engine/judge/outcome.js';
import { removedUnseen } from '../../engine/target/repeated-write.js';
import type { Target } from '../../engine/target/target.js';
import { exampleEvent, requestTo } from '../contract.js';
import type { Found } from '../discovery.js';
import { newKey, sendKeyed } from './keyed-write.js';

/** The deliveries of events that the scenario triggered. */
export interface Deliveries {
  /** Deliveries to the endpoint that is registered for all types, by the number of the event. */
  readonly all: readonly (Delivery | undefined)[];
  /** Deliveries to the endpoint that is registered for one type only, and rejects the first one with 503. */
  readonly one: readonly Delivery[];
  /** A delivery to this endpoint of a type that it is not registered for. */
  readonly stray: Delivery | undefined;
  readonly refused: Delivery | undefined;
  /** The retry of the rejected delivery. */
  readonly repeated: Delivery | undefined;
  /** Deliveries after the endpoint was removed, or why it was not removed. */
  readonly late: readonly Delivery[] | Blocked | NotApplicable;
  /** The type of each event. */
  readonly types: readonly string[];
  readonly secret: string | undefined;
}

const types = ['recommendation.accepted', 'optimization.completed', 'optimization.completed'] as const;
/** Time limit of a delivery: a worker may poll a queue every few seconds. */
export const deliveryMs = 15_000;
/** Time limit of later deliveries after one was not received in time. */
const shortDeliveryMs = 1_000;
/** Time limit of a retry: the document specifies 5 s with jitter. */
const retryMs = 8_000;

/**
 * Registers two webhook endpoints at a receiver on this machine, triggers three events, and waits for their deliveries.
 *
 * @throws {NotApplicable} if the target cannot deliver events to this machine
 * @throws {Blocked} if a step of the scenario fails
 */
export async function deliverEvents(
  target: Target,
  { fixtures }: Found,
  address: ReceiverAddress | undefined,
): Promise<Deliveries> {
  const { events_url } = fixtures;
  if (events_url === undefined) {
    throw new NotApplicable('the suite cannot trigger an event; provide events_url with --fixtures');
  }
  if (!target.isLoopback && !address) {
    throw new NotApplicable('the target cannot reach a receiver on this machine; use --receiver-url');
  }
  const receiver = await Receiver.listen(address);
  try {
    return await new Deliverer(target, receiver, { ...fixtures, events_url }).run();
  } finally {
    await receiver.close();
  }
}

class Deliverer {
  #deliveryMs = deliveryMs;

  constructor(
    readonly target: Target,
    readonly receiver: Receiver,
    readonly fixtures: Fixtures & { readonly events_url: string },
  ) {}

  async run(): Promise<Deliveries> {
    const { target, receiver } = this;
    await this.#register('all', [...new Set(types)]);
    const id = await this.#register('one', [types[1]]);
    receiver.fail('one', 1);
    const all = [await this.#trigger(0), await this.#trigger(1)];
    const refused = await receiver.wait('one', isAbout(1), all[1] ? deliveryMs : 0, target.signal);
    const repeated = refused && (await this.#retry());

    const notRemoved = await this.#remove(id);
    const before = receiver.received('one').length;
    if (!notRemoved) all.push(await this.#trigger(2));
    const one = receiver.received('one');
    return {
      all,
      one,
      stray: one.find(isAbout(0)),
      refused,
      repeated,
      late: notRemoved ?? one.slice(before).filter(isAbout(2)),
      types,
      secret: this.fixtures.webhook_secret,
    };
  }

  /** Registers an endpoint for some event types at a mailbox. Returns its id. */
  async #register(box: string, event_types: readonly string[]): Promise<string> {
    const url = this.receiver.urlOf(box);
    const description = 'Created by cost-contract verify; safe to delete';
    const plan = requestTo('createWebhookEndpoint', { body: { url, event_types, description } });
    // With a key, a lost response cannot lead to a second endpoint with the same URL.
    const { exchange } = await sendKeyed(this.target, plan, newKey());
    const id = isSuccess(exchange) ? exchange.response.json?.data?.id : undefined;
    if (typeof id === 'string') return id;
    if (exchange.response) {
      throw new NotApplicable(
        `the target rejects endpoints at ${new URL(url).origin} with status ${exchange.response.status}`,
      );
    }
    throw new Blocked('no endpoint could be registered', exchange, 'operations.correct-request-succeeds');
  }

  /** Removes an endpoint. Returns why it was not removed. */
  async #remove(endpoint_id: string): Promise<Blocked | NotApplicable | undefined> {
    const reason = this.target.withheld('deleteWebhookEndpoint');
    if (reason !== undefined) return new NotApplicable(reason);
    const exchange = await this.target.send(requestTo('deleteWebhookEndpoint', { path: { endpoint_id } }));
    if (isSuccess(exchange) || exchange.failure === removedUnseen) return undefined;
    const check = 'operations.correct-request-succeeds';
    return new Blocked('the endpoint could not be deleted', exchange, check);
  }

  /** Triggers an event. Returns its delivery to the endpoint for all types, if it is in time. */
  async #trigger(number: number): Promise<Delivery | undefined> {
    const { target, receiver, fixtures } = this;
    const type = types[number] as string;
    const event = { ...exampleEvent(type), recommendation_id: markOf(number) };
    let status: number | null = null;
    for (let sent = 0; sent < 3 && (status === null || status >= 500); sent += 1) {
      status = await target.sendAside('POST', fixtures.events_url, { type, event });
      // The event may have been triggered without a response.
      const unseen =
        status === null && (await receiver.wait('all', isAbout(number), shortDeliveryMs, target.signal));
      if (unseen) return unseen;
    }
    if (status === null || status >= 300) {
      throw new Blocked(
        `could not trigger an event: POST ${fixtures.events_url} got ${status === null ? 'no response' : `status ${status}`}`,
      );
    }
    const delivery = await receiver.wait('all', isAbout(number), this.#deliveryMs, target.signal);
    if (!delivery) this.#deliveryMs = shortDeliveryMs;
    return delivery;
  }

  /** Returns the retry of the rejected delivery, if it is in time. */
  async #retry(): Promise<Delivery | undefined> {
    const { target, receiver, fixtures } = this;
    if (fixtures.clock_url !== undefined) {
      await target.sendAside('PUT', fixtures.clock_url, { advance: retryMs / 1000 });
    }
    const isRetry = (delivery: Delivery, index: number) => isAbout(1)(delivery) && index > 0;
    // Waits even if the clock was advanced: behind a load balancer, another server may have received that request.
    return receiver.wait('one', isRetry, retryMs, target.signal);
  }
}

/** The text that identifies the event with a number. */
const markOf = (number: number) => `cost-contract-event-${number + 1}`;

function isAbout(number: number): (delivery: Delivery) => boolean {
  return ({ text }) => text.includes(markOf(number));
}
