import type { FetchHandler } from '../http/fetch-sender.js';
import type { Sender } from '../http/send.js';

/** How a server is reached. */
export interface TargetOptions {
  /** The server's address: what stands before `/api/v1`. */
  readonly target: string;
  /** Caller, stranger, and one that may be spent on the rate limit. */
  readonly apiKeys?: readonly string[];
  /** Carries the requests instead of sockets, for a server in the same process. */
  readonly sender?: Sender;
  /** Responds instead of a server at `target`, in the same process. */
  readonly fetch?: FetchHandler;
  /** For one exchange; 10 s when absent. */
  readonly timeoutMs?: number;
  /** Ends the run early: what was created is still removed. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
}
