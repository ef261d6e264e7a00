import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A child process. */
export interface Program {
  /** Waits for the next line of standard output. */
  line(): Promise<string>;
  /** Writes to standard input. */
  write(text: string): void;
  /** Suspends or resumes the process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Sends a signal and waits for the exit. @returns the exit code, `null` if the signal ended it */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

export function startProgram(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): Program {
  const child = spawn(command, args, { ...options, stdio: 'pipe' });
  const ended = once(child, 'exit');
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${[command, ...args].join(' ')} ended: ${errorOutput}`);
      return value;
    },
    write(text) {
      child.stdin.write(text);
    },
    signal(signal) {
      child.kill(signal);
    },
    async end(signal) {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
