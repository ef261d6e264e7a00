/** The longest the run waits for a rate limit to pass, at once and in all, before it takes a 429 as it is. */
const longestWaitMs = 65_000;
const longestWaitsMs = 180_000;
/** How often it waits in a row without a response to show for it. */
const mostVainWaits = 3;
/** What is waited for where the server does not say. */
const usualWaitMs = 60_000;

/** Waits after a 429, as long as the server says, and not for ever. */
export class BackOff {
  /** Nothing is sent before, in milliseconds since 1970. */
  until = 0;
  #vainWaits = 0;
  #waitedMs = 0;

  /** The server responds again. */
  passed(): void {
    this.#vainWaits = 0;
  }

  /**
   * Notes a 429.
   *
   * @param retryAfter the header, where there is one
   * @returns whether the request is sent again after `until`
   */
  refused(retryAfter: string | undefined): boolean {
    const now = Date.now();
    if (!this.#mayWait(now)) return false;
    const end = now + waitOf(retryAfter);
    this.#waitedMs += Math.max(0, end - Math.max(this.until, now));
    this.until = Math.max(this.until, end);
    return true;
  }

  /** Requests that are refused while one waits already are part of the same wait. */
  #mayWait(now: number): boolean {
    if (now < this.until) return true;
    this.#vainWaits += 1;
    return this.#vainWaits <= mostVainWaits && this.#waitedMs < longestWaitsMs;
  }
}

function waitOf(retryAfter: string | undefined): number {
  const ms = retryAfter === undefined ? usualWaitMs : Number(retryAfter) * 1000;
  return Number.isFinite(ms) ? Math.min(ms, longestWaitMs) : longestWaitMs;
}
