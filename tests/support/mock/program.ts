import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program in a process of its own. */
export interface Program {
  /** The next line it writes to standard output. */
  line(): Promise<string>;
  /** Makes it stand still, or go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it, and waits until it has; the exit code, `null` when it was the signal. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

export function startProgram(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): Program {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${[command, ...args].join(' ')} ended: ${complaints}`);
      return value;
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
