import { randomUUID } from 'node:crypto';
import type { Caller, CompleteExchange, Exchange, RequestPlan } from '../../engine/http/exchange.js';
import { isSuccess } from '../../engine/http/exchange.js';
import { withHeader } from '../../engine/http/requests.js';
import type { FirstWrites, Sent } from '../../engine/run/scenarios.js';
import type { Target } from '../../engine/target/target.js';

/** A request that fails, and a valid one with the same key; null if the first did not fail. */
export interface Failure {
  readonly failed: Sent;
  readonly retried: Sent | null;
}

/** Values that are not a version 4 UUID, with a description. */
const malformedKeys: readonly { readonly value: string; readonly what: string }[] = [
  { value: 'not-a-uuid', what: 'not a UUID' },
  { value: 'c232ab00-9414-11ec-b3c8-9f6bdeced846', what: 'a version 1 UUID' },
  { value: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', what: 'a version 7 UUID' },
  { value: '00000000-0000-0000-0000-000000000000', what: 'the nil UUID' },
  { value: '2f1acc6c-3a67-4e0b-c0a4-9f2f8f6a1b2c', what: 'a version 4 UUID of another variant' },
  { value: '2f1acc6c3a674e0b80a49f2f8f6a1b2c', what: 'a version 4 UUID without its hyphens' },
];

/** Number of concurrent requests with one key. */
const concurrentRequests = 5;

/**
 * A scenario of writes with idempotency keys. A step is null if an earlier step failed or an API key is missing.
 */
export interface KeyedWrites extends FirstWrites {
  /** The same request, repeated immediately. */
  readonly replay: Sent | null;
  /** The same request a third time, after its resource was removed or changed. */
  readonly lateReplay: Sent | null;
  /** A request whose response shows whether a replay was executed. */
  readonly proof: Sent | null;
  /** The same removal again, before the late replay. */
  readonly secondDeletion: Sent | null;
  /** The same key with another body. */
  readonly otherBody: Sent | null;
  /** The same key with another body, from the second caller. */
  readonly secondCaller: Sent | null;
  /** Another key with the first body. */
  readonly otherKey: Sent | null;
  /** Requests that fail in different ways, each with a valid one with the same key. */
  readonly failures: readonly Failure[];
  /** A key in upper case. */
  readonly upperCase: Sent;
  /** The same request with the same key in lower case. */
  readonly lowerCase: Sent | null;
  readonly malformed: readonly (Sent & { readonly what: string })[];
  readonly empty: Sent;
  /** Several equal concurrent requests with one key. */
  readonly race: readonly Sent[];
  /** The same request after the race. */
  readonly afterRace: Sent | null;
  /** A request with unusual but legal text; the response must contain it unchanged. */
  readonly unusual: Sent;
  /** Returns a new valid request, without a key. */
  readonly next: () => RequestPlan;
}

/** Text that servers have been seen to change: quotes, markup, escapes, two forms of one letter, a surrogate pair. */
export const unusualText = `"a" 'b' \\ <b>&amp; 100%2F a+b \u00e9 e\u0301 \u{1f4b8} \uff21 \u0130`;

export const newKey = (): string => randomUUID();

/** Returns a key that differs only in the last digit. */
export function neighborOf(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
}

/**
 * Sends a write with a key. `as` overrides the caller of the plan. A 5xx is not stored, so the same key may be sent again.
 */
export async function sendKeyed(
  target: Target,
  plan: RequestPlan,
  key: string,
  { as = plan.as, atOnce = false }: { as?: Caller; atOnce?: boolean } = {},
): Promise<Sent> {
  const keyed = withHeader({ ...plan, as }, 'idempotency-key', key);
  return { plan: keyed, exchange: await target.send(keyed, { atOnce, attempts: 3 }) };
}

/** The steps that do not depend on the operation. */
type CommonSteps = Pick<
  KeyedWrites,
  'failures' | 'upperCase' | 'lowerCase' | 'malformed' | 'empty' | 'race' | 'afterRace' | 'next'
>;

/**
 * Runs the steps that do not depend on the operation: a failure and its retry, keys in upper and lower case,
 * malformed keys, and a race.
 *
 * @param invalidPlans requests that fail
 * @param next returns a new valid request
 */
export async function commonSteps(
  target: Target,
  invalidPlans: readonly RequestPlan[],
  next: () => RequestPlan,
  send: typeof sendKeyed = sendKeyed,
): Promise<CommonSteps> {
  const failures: Failure[] = [];
  for (const invalid of invalidPlans) {
    const retryKey = newKey();
    const failed = await send(target, invalid, retryKey);
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
    Array.from({ length: concurrentRequests }, () => send(target, racePlan, raceKey, { atOnce: true })),
  );
  const afterRace = await send(target, racePlan, raceKey);

  return { failures, upperCase, lowerCase, malformed, empty, race, afterRace, next };
}

/** Whether a response is a success that is not marked as a replay. */
export function isFresh(exchange: Exchange): exchange is CompleteExchange {
  return isSuccess(exchange) && !isReplay(exchange);
}

/** Whether a deletion removed something; a server may return a success with `deleted: false` if it did not. */
export function hasDeleted(exchange: Exchange): boolean {
  return isSuccess(exchange) && exchange.response.json?.data?.deleted !== false;
}

/** Whether a response is marked as a replay. */
export function isReplay(exchange: Exchange): boolean {
  return exchange.response?.headers['idempotent-replayed']?.toLowerCase() === 'true';
}
