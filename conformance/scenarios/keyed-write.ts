import { randomUUID } from 'node:crypto';
import type { Caller, CompleteExchange, Exchange, RequestPlan } from '../http/exchange.js';
import { isSuccess } from '../http/exchange.js';
import { withHeader } from '../requests.js';
import type { Target } from '../target/target.js';

/** A request that was sent, and what came of it. */
export interface Sent {
  readonly plan: RequestPlan;
  readonly exchange: Exchange;
}

/** A request that fails, and a good one with the same key; null when the first did not fail. */
export interface Failure {
  readonly failed: Sent;
  readonly retried: Sent | null;
}

/** Values that are no version 4 UUID, and what each is. */
const malformedKeys: readonly { readonly value: string; readonly what: string }[] = [
  { value: 'not-a-uuid', what: 'no UUID at all' },
  { value: 'c232ab00-9414-11ec-b3c8-9f6bdeced846', what: 'a version 1 UUID' },
  { value: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', what: 'a version 7 UUID' },
  { value: '00000000-0000-0000-0000-000000000000', what: 'the nil UUID' },
  { value: '2f1acc6c-3a67-4e0b-c0a4-9f2f8f6a1b2c', what: 'a version 4 UUID of another variant' },
  { value: '2f1acc6c3a674e0b80a49f2f8f6a1b2c', what: 'a version 4 UUID without its hyphens' },
];

/** How many requests race for one key. */
const racers = 5;

/**
 * One story of writes with idempotency keys: each step is an exchange, null where an earlier step
 * or a missing API key made it impossible.
 */
export interface KeyedWrites {
  /** The first use of a key. */
  readonly fresh: Sent;
  /** The same request again. */
  readonly replay: Sent | null;
  /** The same request a third time, after what the first made was removed or changed again. */
  readonly lateReplay: Sent | null;
  /** What shows that no replay ran again: it succeeds, or fails, only if none did. */
  readonly proof: Sent | null;
  /** The removal of what the first made; only where the API can remove it. */
  readonly deletion: Sent | null;
  /** The same removal again, before any replay. */
  readonly secondDeletion: Sent | null;
  /** The same key with another body. */
  readonly otherBody: Sent | null;
  /** The same key from the second API key, with a body of its own. */
  readonly secondCaller: Sent | null;
  /** Another key with a body that was sent before. */
  readonly otherKey: Sent | null;
  /** Requests that fail, each in another way, and a good one with the same key. */
  readonly failures: readonly Failure[];
  /** A key in upper case. */
  readonly upperCase: Sent;
  /** The same request with the same key in lower case. */
  readonly lowerCase: Sent | null;
  readonly malformed: readonly (Sent & { readonly what: string })[];
  readonly empty: Sent;
  /** Several equal requests with one key at the same time. */
  readonly race: readonly Sent[];
  /** The same request once more when the race is over. */
  readonly afterRace: Sent | null;
  /** A correct request of its own, without a key, that has not been sent yet. */
  readonly next: () => RequestPlan;
}

export const newKey = (): string => randomUUID();

/** Another key that differs in its last digit alone. */
export function neighbourOf(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
}

/** Sends a write with a key; `as` may be somebody else than the plan says. */
export async function sendKeyed(
  target: Target,
  plan: RequestPlan,
  key: string,
  { as = plan.as, atOnce = false }: { as?: Caller; atOnce?: boolean } = {},
): Promise<Sent> {
  const keyed = withHeader({ ...plan, as }, 'idempotency-key', key);
  return { plan: keyed, exchange: await target.send(keyed, { atOnce }) };
}

/** The steps of the story that are the same whatever is written. */
type CommonSteps = Pick<
  KeyedWrites,
  'failures' | 'upperCase' | 'lowerCase' | 'malformed' | 'empty' | 'race' | 'afterRace' | 'next'
>;

/**
 * Tells the part of the story that does not depend on what is written: a failure and its retry, the
 * case of a key, keys that are none, and a race.
 *
 * @param wrongs requests that fail
 * @param next makes a correct request of its own
 */
export async function commonSteps(
  target: Target,
  wrongs: readonly RequestPlan[],
  next: () => RequestPlan,
  send: typeof sendKeyed = sendKeyed,
): Promise<CommonSteps> {
  const failures: Failure[] = [];
  for (const wrong of wrongs) {
    const retryKey = newKey();
    const failed = await send(target, wrong, retryKey);
    const retried = isSuccess(failed.exchange) ? null : await send(target, next(), retryKey);
    failures.push({ failed, retried });
  }

  const lettered = newKey();
  const letteredPlan = next();
  const upperCase = await send(target, letteredPlan, lettered.toUpperCase());
  const lowerCase = isSuccess(upperCase.exchange) ? await send(target, letteredPlan, lettered) : null;

  const malformed = [];
  for (const { value, what } of malformedKeys) {
    malformed.push({ what, ...(await send(target, next(), value)) });
  }
  const empty = await send(target, next(), '');

  const raceKey = newKey();
  const racePlan = next();
  const race = await Promise.all(
    Array.from({ length: racers }, () => send(target, racePlan, raceKey, { atOnce: true })),
  );
  const afterRace = await send(target, racePlan, raceKey);

  return { failures, upperCase, lowerCase, malformed, empty, race, afterRace, next };
}

/** @returns whether an answer is a success that the server says is new. */
export function isFresh(exchange: Exchange): exchange is CompleteExchange {
  return isSuccess(exchange) && !isReplay(exchange);
}

/** @returns whether an answer says that it is a stored one. */
export function isReplay(exchange: Exchange): boolean {
  return exchange.response?.headers['idempotent-replayed']?.toLowerCase() === 'true';
}
