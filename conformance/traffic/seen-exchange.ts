import type { CompleteExchange } from '../http/exchange.js';

/** An exchange that somebody else made, as it was seen on its way. */
export interface SeenExchange extends CompleteExchange {
  /**
   * What its Authorization was; `unknown` where whoever recorded it may have taken it out.
   */
  readonly authorization: 'bearer' | 'empty-bearer' | 'other-scheme' | 'none' | 'unknown';
  /** Tells callers apart, and is no key; null where that is not known. */
  readonly callerId: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
}
