import type { Output } from './output.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A Ctrl-C under `npx` arrives twice, from the terminal and from npm: within this time it counts once. */
const sameMs = 500;

/**
 * Lets a command end in order when the program is told to stop. A second signal ends it at once, and says
 * what is left behind.
 */
export function createStop(stderr: Output) {
  const stop = new AbortController();
  let isCatching = false;
  let stoppedAt = 0;
  let leftBehind = () => '';

  function onSignal(signal: NodeJS.Signals): void {
    if (!stop.signal.aborted) {
      stoppedAt = performance.now();
      stop.abort(signal);
      return;
    }
    if (performance.now() - stoppedAt < sameMs) return;
    stderr.write(leftBehind());
    // The signal itself ends the program: an exit would wait for a read that never ends.
    for (const name of signals) process.off(name, onSignal);
    process.kill(process.pid, signal);
  }

  return {
    /** From the first call on signals abort it, instead of ending the program. */
    signal(): AbortSignal {
      if (!isCatching) for (const name of signals) process.on(name, onSignal);
      isCatching = true;
      return stop.signal;
    },
    onEndedAtOnce(words: () => string): void {
      leftBehind = words;
    },
  };
}
