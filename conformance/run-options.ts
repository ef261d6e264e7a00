import type { Check } from './check.js';
import type { Fixtures } from './fixtures.js';
import type { ReceiverAddress } from './http/receiver.js';
import type { Profile } from './result.js';
import type { ScopeOptions } from './scope.js';
import type { LeftBehind } from './target/created-endpoints.js';
import type { TargetOptions } from './target/target-options.js';
import type { Waiver } from './waiver-book.js';

/** What is judged, and how it is weighed: the same for a server and for recorded traffic. */
export interface JudgeOptions {
  readonly profile?: Profile;
  /** Ids of checks; a trailing `*` stands for any rest. All when empty. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** The operations that are judged; all when absent. */
  readonly scope?: ScopeOptions;
  /** Failures that are known and accepted for now. */
  readonly waivers?: readonly Waiver[];
  /** Another list of checks than the suite's own. */
  readonly checks?: readonly Check[];
}

export interface RunOptions extends TargetOptions, JudgeOptions {
  /** What cannot be listed; without it the target's own well-known document is requested. */
  readonly fixtures?: Fixtures;
  /** Accepts operations that the server does not have, as long as it is being built. */
  readonly allowMissing?: boolean;
  /** Lets checks that write run against a server that is not on this machine. */
  readonly allowWrites?: boolean;
  /** Lets the third key be spent on the rate limit of a server that is not on this machine. */
  readonly allowRateLimit?: boolean;
  /** Given what says, at any time of the run, what it would leave on the target if it ended now. */
  readonly onBegun?: (left: () => LeftBehind) => void;
  /** How a target that is not on this machine reaches the receiver of events. */
  readonly receiver?: ReceiverAddress;
}
