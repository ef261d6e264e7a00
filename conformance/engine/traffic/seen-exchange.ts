import type { CompleteExchange } from '../http/exchange.js';

/** An exchange of another client, as observed by a proxy or a recorder. */
export interface SeenExchange extends CompleteExchange {
  /** The kind of its Authorization header; `unknown` if the recorder may have removed it. */
  readonly authorization: 'bearer' | 'empty-bearer' | 'other-scheme' | 'none' | 'unknown';
  /** Identifies the caller, without being a key; null if unknown. */
  readonly callerId: string | null;
  /** Whether the request body and the response headers are known, so that it can be compared with others. */
  readonly isWhole: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
}
