import type { RunOptions } from '../../conformance/engine/run-options.js';
import { printable } from '../../src/text/printable.js';
import type { CommandIo } from '../command.js';

/** Shows progress on a line that is overwritten; only on a terminal. A log has a line for each wait. */
export async function withProgress<T>(
  { stderr, env }: CommandIo,
  run: (shown: Required<Pick<RunOptions, 'onProgress' | 'onWait'>>) => Promise<T>,
): Promise<T> {
  const isVisible = stderr.isTTY === true && env.TERM !== 'dumb' && !env.CI;
  const show = (message: string) => {
    if (isVisible) stderr.writeRaw(`\r\u001b[K${printable(message)}`);
  };
  const onWait = (message: string) => (isVisible ? show(message) : stderr.write(`${message}\n`));
  try {
    return await run({ onProgress: show, onWait });
  } finally {
    show('');
  }
}
