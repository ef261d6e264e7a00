import type { Output } from './output/output.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Under `npx`, one Ctrl-C arrives twice, from the terminal and from npm; within this time it counts as one. */
const duplicateMs = 500;

/**
 * Aborts the command on the first signal, so that it can shut down gracefully. A second signal prints what is
 * left behind and ends the program immediately.
 */
export function createStop(stderr: Output) {
  const stop = new AbortController();
  let isCatching = false;
  let stoppedAt = 0;
  let forcedExitMessage = () => '';

  function onSignal(signal: NodeJS.Signals): void {
    if (!stop.signal.aborted) {
      stoppedAt = performance.now();
      stop.abort(signal);
      return;
    }
    if (performance.now() - stoppedAt < duplicateMs) return;
    stderr.write(forcedExitMessage());
    // Ends by the signal itself, because process.exit() would wait for a read that never ends.
    for (const name of signals) process.off(name, onSignal);
    process.kill(process.pid, signal);
  }

  return {
    /** Returns the abort signal. From the first call on, signals abort it instead of ending the program. */
    signal(): AbortSignal {
      if (!isCatching) for (const name of signals) process.on(name, onSignal);
      isCatching = true;
      return stop.signal;
    },
    onForcedExit(message: () => string): void {
      forcedExitMessage = message;
    },
  };
}
