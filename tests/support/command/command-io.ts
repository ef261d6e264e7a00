import { expect } from 'vitest';
import type { CommandIo, Keyboard } from '../../../cli/command.js';
import { runProgram } from '../../../cli/program.js';

/** Creates the I/O of a command in this process; `written` contains its output. */
export function commandIo({
  env = {},
  signal = new AbortController().signal,
  onStdout = () => {},
  onStderr = () => {},
  stdin,
}: {
  env?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Called on each write with all standard output so far. */
  onStdout?: (text: string) => void;
  /** The same for standard error. */
  onStderr?: (text: string) => void;
  stdin?: Keyboard;
} = {}): { io: CommandIo; written: { stdout: string; stderr: string } } {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => {
    const write = (text: string) => {
      written[name] += text;
      if (name === 'stdout') onStdout(written.stdout);
      else onStderr(written.stderr);
    };
    return { write, writeRaw: write };
  };
  return { io: { env, signal, stdin, stdout: output('stdout'), stderr: output('stderr') }, written };
}

/** Runs a command line in this process and returns its exit code and output. */
export async function runCommand(
  args: readonly string[],
  options?: Parameters<typeof commandIo>[0],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { io, written } = commandIo(options);
  return { code: await runProgram(args, io), ...written };
}

/** Expects that a command refused to run, with a message. */
export function expectRefusal(
  { code, stdout, stderr }: Awaited<ReturnType<typeof runCommand>>,
  message: string | RegExp,
): void {
  expect(stderr).toMatch(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
}

/** Runs a command that serves, with any port, during `visit`; then stops it as Ctrl-C does. */
export async function runServer(
  args: readonly string[],
  visit: (url: string) => Promise<unknown> = async () => {},
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const stop = new AbortController();
  let isVisited = false;
  return runCommand([...args, '--port', '0'], {
    env,
    signal: stop.signal,
    onStdout(text) {
      if (!isVisited) void visit(text.trim()).finally(() => stop.abort());
      isVisited = true;
    },
  });
}
