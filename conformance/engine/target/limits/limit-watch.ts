import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, type HttpResponse, keyNames } from '../../http/exchange.js';
import type { RateLimiter } from './rate-limiter.js';

/** A rate limit that is lower than the service states. */
export interface LowerLimit {
  /** Number of requests that were admitted before the first 429. */
  readonly admitted: number;
  /** What shows that no other traffic used up the limit. */
  readonly evidence: string;
}

/** A server may count requests for a while longer than a minute. */
const longestWindowMs = 120_000;
/** Fewer requests are too few to compare: two keys that other programs have used may have as few left. */
const fewest = 20;
/** Requests of the stated limit that a comparison leaves unused. */
const reserve = 10;
/** A limit of 10 requests per second admits about as many after this time as a minute's limit does not. */
const recoveryMs = 3000;
const recoveryRequests = 30;
/** A limit of 10 requests per second never makes a caller wait this long, in seconds. */
const longWait = 10;
const atOnce = 10;

/** A time in which a key was admitted until its first 429. */
interface Window {
  readonly admitted: number;
  readonly endedAt: number;
}

/** The rate limit that a 429 response itself states. */
export interface StatedLimit {
  readonly perMinute: number;
  /** The header or the part of the body that states it. */
  readonly text: string;
}

/** The rate limit of an API. */
export interface LimitsOf {
  /** Requests per minute that a key may send. */
  readonly rateLimit: number;
  /** Returns the strictest limit that a 429 states; undefined if it states none. */
  statedLimit(refusal: HttpResponse): StatedLimit | undefined;
}

/** Sends a cheap read with a key; returns the response, or null without one. */
export type SendAs = (as: Caller) => Promise<Pick<HttpResponse, 'status'> | null>;

/**
 * Determines whether a 429 is due to a limit that is lower than stated. An early 429 alone does not show that, because
 * other programs may use the key too. It does if the response states a lower limit, or if a second count is the same:
 * that of another key, or of the same key after a wait.
 */
export class LimitWatch {
  /** The lower limit, once it is certain. */
  lower: LowerLimit | undefined;
  /** Whether a request was lost, which the server may have counted or not, so that equal counts show nothing. */
  hasLost = false;
  readonly #windows = new Map<Caller, Window>();
  readonly #createdAt = Date.now() - 1;
  #examination: Promise<boolean> = Promise.resolve(false);

  constructor(
    readonly limiter: RateLimiter,
    readonly limits: LimitsOf,
    readonly has: (as: Caller) => boolean,
    readonly sendAs: SendAs,
    /** Waits for a number of milliseconds. */
    readonly wait: (ms: number) => Promise<unknown> = pause,
  ) {}

  /** Whether the limit is certainly lower than stated. Call this for each 429. */
  isLower(as: Caller, refusal: HttpResponse): Promise<boolean> {
    this.#examination = this.#examination.then(() => this.#examine(as, refusal));
    return this.#examination;
  }

  /** Number of admitted requests of a key that a server may still count. */
  counted(as: Caller): number {
    const ended = this.#windows.get(as)?.endedAt ?? this.#createdAt;
    return this.limiter.admittedAfter(as, Math.max(ended, Date.now() - longestWindowMs));
  }

  async #examine(as: Caller, refusal: HttpResponse): Promise<boolean> {
    if (this.lower || as === 'anonymous') return this.lower !== undefined;
    const admitted = this.counted(as);
    const before = this.#windows.get(as);
    if (admitted >= this.limits.rateLimit - atOnce || (before && admitted < fewest)) return false;
    const window = { admitted, endedAt: Date.now() };
    this.#windows.set(as, window);
    const evidence =
      statedEvidence(this.limits.statedLimit(refusal), this.limits.rateLimit) ??
      (this.hasLost
        ? undefined
        : (sameAsBefore(before, window, this.limits.rateLimit) ??
          (await this.#sameAsOther(as, admitted, refusal))));
    if (evidence !== undefined) this.lower = { admitted, evidence };
    return this.lower !== undefined;
  }

  /** Sends as many requests with another key, and compares when it receives 429. */
  async #sameAsOther(as: Caller, admitted: number, { headers }: HttpResponse): Promise<string | undefined> {
    const other = (['spare', 'second_caller', 'caller'] as const).find(
      (one) => one !== as && this.has(one) && !this.#windows.has(one),
    );
    if (other === undefined || admitted < fewest) return undefined;
    const most = Math.min(admitted + toleranceOf(admitted), this.limits.rateLimit - reserve);
    if (!(await this.#isRefused(other, most))) return undefined;
    const own = this.counted(other);
    this.#windows.set(other, { admitted: own, endedAt: Date.now() });
    if (own < fewest || !isSame(own, admitted)) return undefined;
    const isLongWait = Number(headers['retry-after']) >= longWait;
    if (!isLongWait && (await this.#recovers(other))) return undefined;
    return `the ${keyNames[other]} API key also receives 429 after ${own} requests`;
  }

  /** Sends with a key until it receives 429, or until `most` requests were admitted. */
  async #isRefused(as: Caller, most: number): Promise<boolean> {
    while (this.counted(as) < most) {
      const size = Math.min(atOnce, most - this.counted(as));
      const statuses = await this.#statuses(as, size);
      if (statuses.includes(429)) return true;
      if (statuses.includes(null)) return false;
    }
    return false;
  }

  /** Whether the limit is one per second: it then admits many requests after a short time. */
  async #recovers(as: Caller): Promise<boolean> {
    await this.wait(recoveryMs);
    const statuses = await this.#statuses(as, recoveryRequests);
    return statuses.filter((status) => status !== 429).length >= recoveryRequests / 2;
  }

  async #statuses(as: Caller, size: number): Promise<(number | null)[]> {
    const responses = await Promise.all(Array.from({ length: size }, () => this.sendAs(as)));
    return responses.map((response) => response?.status ?? null);
  }
}

const statedEvidence = (stated: StatedLimit | undefined, rateLimit: number): string | undefined =>
  stated && stated.perMinute < rateLimit ? `the response states it (${stated.text})` : undefined;

/** Two windows of one key with the same count show a limit, unless it is one per second. */
function sameAsBefore(
  before: Window | undefined,
  { admitted, endedAt }: Window,
  rateLimit: number,
): string | undefined {
  if (!before || admitted < fewest || !isSame(before.admitted, admitted)) return undefined;
  const seconds = (endedAt - before.endedAt) / 1000;
  if (seconds < longWait || (admitted * 60) / seconds > rateLimit * 0.8) return undefined;
  return `the key received 429 after ${before.admitted} requests, and after ${admitted} more within ${Math.round(seconds)} s`;
}

const toleranceOf = (count: number): number => Math.max(atOnce, Math.ceil(count / 10));
const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= toleranceOf(Math.min(a, b));
