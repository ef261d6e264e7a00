/** Where a command reads its surroundings and writes its output. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean | undefined };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean | undefined };
  /** Aborted when the program is told to stop (SIGINT, SIGTERM). */
  readonly signal: AbortSignal;
}

/** One command of the program. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole help text. */
  readonly help: string;
  /**
   * @param args what stands behind the command's name
   * @returns the exit code
   * @throws {UsageError} when `args` cannot be used
   */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}

/** The command line cannot be used; the message says what is wrong and what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
