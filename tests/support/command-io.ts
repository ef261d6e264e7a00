import type { CommandIo } from '../../cli/command.js';

/** What a command runs with, in this process: it writes to `written`. */
export function commandIo({
  env = {},
  signal = new AbortController().signal,
  onStdout = () => {},
}: {
  env?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Told of everything written to standard output so far. */
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
