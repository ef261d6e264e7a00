import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** The exit code of the program, null if a signal ended it, and its output. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Output read so far. */
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<Ended>;
}

/** Starts the built program in a child process. @param options `prepare` is a shell command that runs `PROGRAM` */
export function startCli(args: readonly string[], options: { env?: object; prepare?: string } = {}): Running {
  const command = [process.execPath, program, ...args];
  const [file = '', ...rest] =
    options.prepare === undefined
      ? command
      : ['/bin/bash', '-c', `${options.prepare}`.replace('PROGRAM', '"$@"'), 'bash', ...command];
  const child = spawn(file, rest, {
    env: { ...process.env, ...options.env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }));
  return { child, output, ended };
}

/** Runs the built program and waits for its exit. */
export const runCli = (...args: Parameters<typeof startCli>): Promise<Ended> => startCli(...args).ended;
