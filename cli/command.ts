import type { Output } from './output/output.js';

/** A terminal whose keys a command reads. */
export interface Keyboard extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  /** Whether each key is read at once, instead of lines. */
  setRawMode?(isRaw: boolean): unknown;
}

/** The environment that a command reads, and the streams that it writes. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin?: Keyboard | undefined;
  /**
   * Aborted on SIGINT, SIGTERM or SIGHUP. A command that reads this property must end soon after the abort.
   * Until the first read, such a signal ends the program immediately.
   */
  readonly signal: AbortSignal;
  /** Sets the text to print when a second signal ends the program early, such as what it leaves behind. */
  onForcedExit?(message: () => string): void;
}

/** The command line is invalid. The message states the problem and what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
