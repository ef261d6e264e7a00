import type { EventEmitter } from 'node:events';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Stops a command at the first signal; the second one ends the program at once, whichever it is. */
export function stopOnSignals(program: EventEmitter): AbortSignal {
  const stop = new AbortController();
  const onSignal = (signal: string) => {
    // Without listeners the system does what it does by default.
    for (const each of signals) program.off(each, onSignal);
    stop.abort(signal);
  };
  for (const each of signals) program.on(each, onSignal);
  return stop.signal;
}
