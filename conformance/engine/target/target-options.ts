import type { FetchHandler } from '../http/fetch-sender.js';
import type { Sender } from '../http/send.js';

/** How to reach a server. */
export interface TargetOptions {
  /** URL of the server, without `/api/v1`. */
  readonly target: string;
  /** Keys of the caller, a second caller, and one whose rate limit may be exhausted. */
  readonly apiKeys?: readonly string[];
  /** Sends the requests instead of a socket, for a server in the same process. */
  readonly sender?: Sender;
  /** Handles the requests instead of a server at `target`, in the same process. */
  readonly fetch?: FetchHandler;
  /** Time limit of each exchange, in milliseconds. Default: 10 000. */
  readonly timeoutMs?: number;
  /** Stops the run early. Created endpoints are still removed. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
  /** Called with a message when the run waits for a rate limit. */
  readonly onWait?: (message: string) => void;
}
