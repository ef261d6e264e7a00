import type { Check } from './check.js';
import type { ReceiverAddress } from './http/receiver.js';
import type { Profile } from './judge/result.js';
import type { Waiver } from './judge/waiver-book.js';
import type { Fixtures } from './operation.js';
import type { ScopeOptions } from './run/scope.js';
import type { LeftBehind } from './target/created-endpoints.js';
import type { TargetOptions } from './target/target-options.js';

/** Options for both servers and recorded traffic. */
export interface JudgeOptions {
  readonly profile?: Profile;
  /** Ids of checks, or prefixes followed by `*`; defaults to all checks. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** The operations to test; defaults to all. */
  readonly scope?: ScopeOptions;
  /** Known failures that are accepted until a date. */
  readonly waivers?: readonly Waiver[];
  /** Replaces the suite's checks. */
  readonly checks?: readonly Check[];
}

/** A check and the operation that it judges; null is the API as a whole. */
export interface VerdictName {
  readonly id: string;
  readonly operation: string | null;
}

export interface RunOptions extends TargetOptions, JudgeOptions {
  /** Runs only these verdicts, such as those that failed in an earlier report. */
  readonly verdicts?: readonly VerdictName[];
  /** Stops the run after this many checks failed. What it created is still removed. */
  readonly bail?: number;
  /** FOCUS exports that the server was loaded with: files, directories or globs. Its figures are compared with them. */
  readonly data?: string | readonly string[];
  /** Provider ids by the names of providers in the data. Default: `provider_a` for the highest cost, and so on. */
  readonly providerIds?: Readonly<Record<string, string>>;
  /** Whether rows of the data may repeat other rows, in every column or in another file. Default: false. */
  readonly allowRepeatedRows?: boolean;
  /** Whether a file of the data is left out if files that were modified later have the same charges. Default: false. */
  readonly newestFileWins?: boolean;
  /** Data that the API does not list; defaults to the target's well-known document. */
  readonly fixtures?: Fixtures;
  /** Accepts operations that the server does not implement yet. */
  readonly allowMissing?: boolean;
  /** Allows writes to a server that is not on this machine. */
  readonly allowWrites?: boolean;
  /** Allows checks to exhaust the third key's rate limit on a server that is not on this machine. */
  readonly allowRateLimit?: boolean;
  /** Called at the start with a function that returns what the run would leave on the target if it ended now. */
  readonly onBegun?: (left: () => LeftBehind) => void;
  /** The address at which a target on another machine reaches the receiver of events. */
  readonly receiver?: ReceiverAddress;
}
