import { rateLimit, rateLimitWindowSeconds } from '../../../src/contract/limits.js';
import type { HttpResponse } from '../../engine/http/exchange.js';
import { statedLimit } from './stated-limit.js';

/** A response to one of many equal requests. */
interface Sent {
  readonly response: HttpResponse | null;
}

/** How the requests are sent. */
export interface Burster<T extends Sent> {
  /** Sends one request with the key, and returns a 429 instead of waiting. */
  readonly send: () => Promise<T>;
  /** Returns the response of a batch that refuses requests, if any. */
  readonly refusalIn: (batch: readonly T[]) => T | undefined;
  /** Number of earlier requests that the server may still count. */
  readonly earlier: number;
  /** Waits until the limit is reset. */
  readonly wait: (seconds: number) => Promise<unknown>;
}

/** Requests of one key until the first one that does not succeed, or until no limit of 600 admits more. */
export interface Burst<T extends Sent> {
  /** The first response other than a success, or else the last success. */
  readonly last: T;
  readonly admitted: number;
  readonly seconds: number;
}

export interface Exhausted<T extends Sent> extends Burst<T> {
  /** Whether the server certainly admits more than 600 requests in a minute. */
  readonly isHigher: boolean;
}

/** Requests that are in flight together, before and after the limit may be reached. */
const batchSize = 25;
const lastBatchSize = 4;
/** Requests in flight that a server may admit at the moment in which the limit is reached. */
const tolerance = 6;

/** A burst may not take longer: a window of a minute would then end in it. */
const longestBurst = rateLimitWindowSeconds;

/** Thrown if the server responds too slowly to reach the limit within a minute. */
export class TooSlow extends Error {}

/**
 * Exhausts the rate limit of a key, and determines whether it is higher than stated. Correct limits admit different
 * numbers at once: a log of the last minute exactly 600; a token bucket that holds 600 also those that it refills in
 * the meantime, 10 a second; and a window that is reset during the burst twice as many. Only the last one is as
 * generous as a higher limit, and only once: right after it has started, a second burst is refused after 600.
 *
 * @throws {TooSlow} if a burst takes longer than a minute
 */
export async function exhaustLimit<T extends Sent>(burster: Burster<T>): Promise<Exhausted<T>> {
  const first = await sendBurst(burster);
  if (isWithin(first) || first.last.response?.status !== 429) return { ...first, isHigher: false };
  const { response } = first.last;
  const stated = statedLimit(response);
  const isStated =
    stated !== undefined && Math.abs(stated.perMinute - first.admitted) <= mostAdmitted(first) - rateLimit;
  if (isStated) return { ...first, isHigher: true };
  await burster.wait(waitOf(response));
  let second = await sendBurst({ ...burster, earlier: 0 });
  if (second.admitted < rateLimit - tolerance) {
    // The first burst still counts, as in a counter that weighs the previous window.
    await burster.wait(2 * rateLimitWindowSeconds);
    second = await sendBurst({ ...burster, earlier: 0 });
  }
  return { ...second, isHigher: second.last.response?.status === 429 && !isWithin(second) };
}

/** Whether a limit of 600 requests per minute admits as many within one window. */
function isWithin(burst: Pick<Burst<Sent>, 'admitted' | 'seconds'>): boolean {
  return burst.admitted <= mostAdmitted(burst);
}

/** Most requests that a limit of 600 admits in a time in which its window is not reset. */
function mostAdmitted({ seconds }: { readonly seconds: number }): number {
  return rateLimit + Math.ceil((seconds * rateLimit) / rateLimitWindowSeconds) + tolerance;
}

async function sendBurst<T extends Sent>({ send, refusalIn, earlier }: Burster<T>): Promise<Burst<T>> {
  const begun = Date.now();
  let admitted = 0;
  let isPast = false;
  for (;;) {
    const left = rateLimit - earlier - admitted;
    const size = left > 0 ? Math.min(batchSize, left) : isPast ? lastBatchSize : 1;
    isPast = left <= 0;
    const batch = await Promise.all(Array.from({ length: size }, send));
    admitted += batch.filter(isSuccess).length;
    const seconds = (Date.now() - begun) / 1000;
    const refused = refusalIn(batch);
    const last = refused ?? (batch.at(-1) as T);
    // A window that is reset during the burst admits 600 twice.
    const isUnlimited = admitted >= rateLimit + mostAdmitted({ seconds });
    if (refused || isUnlimited) return { last, admitted, seconds };
    if (seconds > longestBurst) throw new TooSlow();
  }
}

const isSuccess = ({ response }: Sent): boolean => response !== null && response.status < 300;

/** A wait after which a fixed window was reset, and a second later it has in a server with whole seconds. */
function waitOf({ headers }: HttpResponse): number {
  const stated = Number(headers['retry-after'] ?? Number.NaN);
  const isPlausible = stated > 0 && stated <= rateLimitWindowSeconds;
  return (isPlausible ? stated : rateLimitWindowSeconds) + 1;
}
