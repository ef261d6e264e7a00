import type { CommandIo } from '../../../cli/command.js';
import { runProgram } from '../../../cli/program.js';

/** Creates the I/O of a command in this process; `written` contains its output. */
export function commandIo({
  env = {},
  signal = new AbortController().signal,
  onStdout = () => {},
}: {
  env?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Called on each write with all standard output so far. */
  onStdout?: (text: string) => void;
} = {}): { io: CommandIo; written: { stdout: string; stderr: string } } {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => {
    const write = (text: string) => {
      written[name] += text;
      if (name === 'stdout') onStdout(written.stdout);
    };
    return { write, writeRaw: write };
  };
  return { io: { env, signal, stdout: output('stdout'), stderr: output('stderr') }, written };
}

/** Runs a command line in this process and returns its exit code and output. */
export async function runCommand(
  args: readonly string[],
  options?: Parameters<typeof commandIo>[0],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { io, written } = commandIo(options);
  return { code: await runProgram(args, io), ...written };
}
