import type { Profile } from '../../conformance/engine/judge/result.js';
import type { DataOptions } from '../data-options.js';
import type { CheckOptions, ReportOptions } from '../options/shared-options.js';

export interface VerifyCommandOptions extends CheckOptions, DataOptions, ReportOptions {
  readonly apiKey?: readonly string[];
  readonly apiKeysFrom?: readonly string[];
  readonly timeout: number;
  readonly rate?: number;
  readonly wait?: number;
  readonly fixtures?: string;
  /** Whether `fixtures` comes from a configuration file that nobody requested. */
  readonly fixturesAreFound?: boolean;
  readonly lastFailed?: string;
  readonly plan?: boolean;
  readonly watch?: boolean;
  readonly profile: Profile;
  readonly writeWaivers?: string;
  readonly allowMissing?: boolean;
  readonly bail?: number;
  readonly allowWrites?: boolean;
  readonly allowRateLimit?: boolean;
  readonly receiverUrl?: string;
  readonly receiverPort: number;
}
