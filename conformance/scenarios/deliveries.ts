import { exampleEvent } from '../contract.js';
import type { Found } from '../discovery.js';
import type { Fixtures } from '../fixtures.js';
import { isSuccess } from '../http/exchange.js';
import { type Delivery, Receiver, type ReceiverAddress } from '../http/receiver.js';
import { Blocked, NotApplicable } from '../outcome.js';
import { requestTo } from '../requests.js';
import type { Target } from '../target/target.js';

/** What became of events that were caused on purpose. */
export interface Deliveries {
  /** To the endpoint that is registered for all types used here, by the event's number. */
  readonly all: readonly (Delivery | undefined)[];
  /** To the endpoint that is registered for one type only, and refuses the first with 503. */
  readonly one: readonly Delivery[];
  /** Of these the ones about an event of the type it is not registered for. */
  readonly stray: Delivery | undefined;
  readonly refused: Delivery | undefined;
  /** What came again after the refusal. */
  readonly repeated: Delivery | undefined;
  /** What came after the endpoint was removed; null when it could not be removed. */
  readonly late: readonly Delivery[] | null;
  /** The type of each event. */
  readonly types: readonly string[];
  readonly secret: string | undefined;
}

const types = ['recommendation.accepted', 'optimization.completed', 'optimization.completed'] as const;
/** How long an event may be on its way. */
const patienceMs = 5_000;
/** How long the next ones are waited for once one has not come. */
const littlePatienceMs = 1_000;
/** By then a refused delivery is sent again: the document has 5 s, and some chance. */
const repeatMs = 8_000;

/**
 * Registers two endpoints at a receiver on this machine, causes three events, and waits for them.
 *
 * @throws {NotApplicable} when the target cannot be made to send one here
 * @throws {Blocked} when something on the way does not work
 */
export async function deliverEvents(
  target: Target,
  { fixtures }: Found,
  address: ReceiverAddress | undefined,
): Promise<Deliveries> {
  const { events_url } = fixtures;
  if (events_url === undefined) {
    throw new NotApplicable('nobody says how to make the target send an event: events_url in --fixtures');
  }
  if (!target.isLoopback && !address) {
    throw new NotApplicable('the target cannot reach a receiver on this machine (--receiver-url)');
  }
  const receiver = await Receiver.listen(address);
  try {
    return await new Deliverer(target, receiver, { ...fixtures, events_url }).run();
  } finally {
    await receiver.close();
  }
}

class Deliverer {
  #patienceMs = patienceMs;

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
    const all = [await this.#cause(0), await this.#cause(1)];
    const refused = await receiver.wait('one', about(1), all[1] ? patienceMs : 0, target.signal);
    const repeated = refused && (await this.#repetition());

    const removal = await target.send(requestTo('deleteWebhookEndpoint', { path: { endpoint_id: id } }));
    const before = receiver.received('one').length;
    if (isSuccess(removal)) all.push(await this.#cause(2));
    const one = receiver.received('one');
    return {
      all,
      one,
      stray: one.find(about(0)),
      refused,
      repeated,
      late: isSuccess(removal) ? one.slice(before).filter(about(2)) : null,
      types,
      secret: this.fixtures.webhook_secret,
    };
  }

  /** @returns the id of an endpoint for events of some types, which a mailbox receives */
  async #register(box: string, event_types: readonly string[]): Promise<string> {
    const url = this.receiver.urlOf(box);
    const description = 'Made by cost-contract verify; safe to delete';
    const exchange = await this.target.send(
      requestTo('createWebhookEndpoint', { body: { url, event_types, description } }),
    );
    const id = isSuccess(exchange) ? exchange.response.json?.data?.id : undefined;
    if (typeof id === 'string') return id;
    if (exchange.response && exchange.response.status < 500) {
      throw new NotApplicable(
        `the target takes no receiver at ${new URL(url).origin}: it answered ${exchange.response.status}`,
      );
    }
    throw new Blocked('no endpoint could be registered', exchange, 'operations.correct-request-succeeds');
  }

  /** @returns the event as it was delivered to the endpoint for all types, if it was in time */
  async #cause(number: number): Promise<Delivery | undefined> {
    const { target, receiver, fixtures } = this;
    const type = types[number] as string;
    const event = { ...exampleEvent(type), recommendation_id: markOf(number) };
    const status = await target.sendAside('POST', fixtures.events_url, { type, event });
    if (status === null || status >= 300) {
      throw new Blocked(
        `no event could be caused: POST ${fixtures.events_url} ${status === null ? 'got no answer' : `answered ${status}`}`,
      );
    }
    const delivery = await receiver.wait('all', about(number), this.#patienceMs, target.signal);
    if (!delivery) this.#patienceMs = littlePatienceMs;
    return delivery;
  }

  /** @returns the refused delivery as it was sent again, if it was in time */
  async #repetition(): Promise<Delivery | undefined> {
    const { target, receiver, fixtures } = this;
    if (fixtures.clock_url !== undefined) {
      await target.sendAside('PUT', fixtures.clock_url, { advance: repeatMs / 1000 });
    }
    const again = (delivery: Delivery, index: number) => about(1)(delivery) && index > 0;
    // As long with a clock: of servers that act as one, another may have been the one to set it forward.
    return receiver.wait('one', again, repeatMs, target.signal);
  }
}

/** By this an event that was caused is known again. */
const markOf = (number: number) => `cost-contract-event-${number + 1}`;

function about(number: number): (delivery: Delivery) => boolean {
  return ({ text }) => text.includes(markOf(number));
}
