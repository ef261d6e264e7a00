import type { Output } from './output.js';

/** Where a command reads its surroundings and writes its output. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /**
   * Aborted when the program is told to stop (SIGINT, SIGTERM, SIGHUP). Whoever reads it takes on to end
   * soon after; until then, and for a command that never reads it, such a signal ends the program at once.
   */
  readonly signal: AbortSignal;
  /** What to say when a second signal ends the program before it was done: what is left behind. */
  onEndedAtOnce?(words: () => string): void;
}

/** The command line cannot be used; the message says what is wrong and what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
