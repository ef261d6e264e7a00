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
  /** Requests per minute with each key, evenly spaced, for a server whose limit is lower. Default: as fast as the limit allows. */
  readonly rate?: number;
  /** Waits for a number of milliseconds, or until the signal aborts. Default: with the clock of the system. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Stops the run early. Created endpoints are still removed. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
  /** Called with a message when the run waits for a rate limit. */
  readonly onWait?: (message: string) => void;
}
