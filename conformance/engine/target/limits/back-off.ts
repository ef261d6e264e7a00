/** Maximum time of one wait for a rate limit, and of all waits together. */
const maxWaitMs = 65_000;
const maxTotalWaitMs = 180_000;
/** Maximum number of consecutive waits without another response than 429. */
const maxFailedWaits = 3;
/** Default without Retry-After. */
const defaultWaitMs = 60_000;

/** Computes how long to wait after a 429, within limits. */
export class BackOff {
  /** When the next request may be sent, in milliseconds since 1970. */
  until = 0;
  #failedWaits = 0;
  #waitedMs = 0;

  /** @param maxTotalMs maximum time of all waits together */
  constructor(readonly maxTotalMs = maxTotalWaitMs) {}

  /** Records a response other than 429. */
  accepted(): void {
    this.#failedWaits = 0;
  }

  /**
   * Records a 429.
   *
   * @param retryAfter the value of the header, if present
   * @returns whether to send the request again after `until`
   */
  rejected(retryAfter: string | undefined): boolean {
    const now = Date.now();
    if (!this.#mayWait(now)) return false;
    const end = now + waitOf(retryAfter);
    this.#waitedMs += Math.max(0, end - Math.max(this.until, now));
    this.until = Math.max(this.until, end);
    return true;
  }

  /** A 429 during a wait does not count as another wait. */
  #mayWait(now: number): boolean {
    if (now < this.until) return true;
    this.#failedWaits += 1;
    return this.#failedWaits <= maxFailedWaits && this.#waitedMs < this.maxTotalMs;
  }
}

function waitOf(retryAfter: string | undefined): number {
  const ms = retryAfter === undefined ? defaultWaitMs : Number(retryAfter) * 1000;
  return Number.isFinite(ms) ? Math.min(ms, maxWaitMs) : maxWaitMs;
}
