import { isSuccess, type RequestPlan } from '../../engine/http/exchange.js';
import type { FirstWrites, Sent } from '../../engine/run/scenarios.js';
import { removedUnseen } from '../../engine/target/repeated-write.js';
import type { Target } from '../../engine/target/target.js';
import { requestTo } from '../contract.js';
import type { Found } from '../discovery.js';
import {
  commonSteps,
  hasDeleted,
  type KeyedWrites,
  neighborOf,
  newKey,
  sendKeyed,
  unusualText,
} from './keyed-write.js';

export type { KeyedWrites } from './keyed-write.js';

/** Event types, not in alphabetical order. */
const eventTypes = ['optimization.completed', 'recommendation.rejected', 'recommendation.accepted'];

/** Legal in a URL: a slash, letters and quotes that are percent-encoded, a plus sign, an empty and a repeated name. */
const unusualQuery = '&path=a%2Fb&text=a+b%20%22%27%3C%26%C3%A9%F0%9F%92%B8&empty=&path=C%3a';

const isRejected = ({ exchange: { response } }: Sent) => response?.status === 400 || response?.status === 422;

/**
 * Creates webhook endpoints with idempotency keys. Every body has a unique URL, which identifies the request of a
 * response. Deletion shows whether a replay was executed: after the endpoint was deleted, the replay must return the
 * stored response, and there must be nothing to delete.
 */
export async function keyedPost(
  target: Target,
  found: Found,
  onFirst: (first: FirstWrites) => void,
): Promise<KeyedWrites> {
  const base = found.fixtures.webhook_url ?? 'https://hooks.example.com/cost-contract';
  // A server may have one endpoint for each URL, and an earlier run may have left one.
  const run = newKey().slice(0, 8);
  let count = 0;
  // The service states that it may be returned, and not that a request may contain it.
  let description: string | undefined = 'Created by cost-contract verify; safe to delete';
  const create = (change = (url: URL) => url.href, more: object = { description }): RequestPlan => {
    const url = new URL(base);
    count += 1;
    url.searchParams.set('run', run);
    url.searchParams.set('case', String(count));
    return requestTo('createWebhookEndpoint', {
      body: { url: change(url), event_types: ['optimization.completed'], ...more },
    });
  };
  const unusualUrl = (url: URL) => `${url.href}${unusualQuery}`;

  const createAndDelete = async () => {
    const key = newKey();
    let body = create();
    let fresh = await sendKeyed(target, body, key);
    if (isRejected(fresh)) {
      // A failure is not stored, so the idempotency key is reusable.
      description = undefined;
      body = create();
      fresh = await sendKeyed(target, body, key);
    }
    const replay = await sendKeyed(target, body, key);
    const otherBody = await sendKeyed(target, create(), key);
    const secondCaller = target.has('second_caller')
      ? await sendKeyed(target, create(), key, { as: 'second_caller' })
      : null;
    const otherKey = await sendKeyed(target, body, neighborOf(key));
    const deletion = await remove(target, fresh);
    const isDeleted = deletion && hasDeleted(deletion.exchange);
    const secondDeletion = isDeleted ? await remove(target, fresh) : null;
    const lateReplay = isDeleted ? await sendKeyed(target, body, key) : null;
    const proof = isDeleted ? await remove(target, fresh) : null;
    return { fresh, replay, lateReplay, proof, deletion, secondDeletion, otherBody, secondCaller, otherKey };
  };
  let steps = await createAndDelete();
  // The response to a deletion that took effect may be lost, and then it cannot be requested again.
  if (steps.deletion?.exchange.failure === removedUnseen) steps = await createAndDelete();
  onFirst(steps);

  // A server may know other event types, or no description.
  const most = { event_types: [...eventTypes], description: `  ${unusualText}\n` };
  let unusual = await sendKeyed(target, create(unusualUrl, most), newKey());
  if (isRejected(unusual)) unusual = await sendKeyed(target, create(unusualUrl, {}), newKey());

  const invalid = requestTo('createWebhookEndpoint', { body: { event_types: ['optimization.completed'] } });
  return {
    ...steps,
    unusual,
    ...(await commonSteps(target, [invalid], create)),
  };
}

/** Deletes the created endpoint; null if none was created, or endpoints cannot be deleted. */
async function remove(target: Target, { exchange }: Sent): Promise<Sent | null> {
  if (target.withheld('deleteWebhookEndpoint')) return null;
  const id = isSuccess(exchange) ? exchange.response.json?.data?.id : undefined;
  if (typeof id !== 'string') return null;
  const plan = requestTo('deleteWebhookEndpoint', { path: { endpoint_id: id } });
  return { plan, exchange: await target.send(plan) };
}
