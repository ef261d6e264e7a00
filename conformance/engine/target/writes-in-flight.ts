import { setMaxListeners } from 'node:events';
import type { Receipt } from './transport.js';

/** Time limit of writes in flight after the run was stopped, and then of the removals. */
const graceMs = 1000;

/** Waits briefly for writes in flight when the run is stopped, so that created endpoints can be removed. */
export class WritesInFlight {
  readonly #late: AbortSignal;
  #count = 0;

  /** @param signal stops the run */
  constructor(signal: AbortSignal) {
    this.#late = soonAfter(signal);
  }

  /** Number of writes without a response, including aborted ones. */
  get count(): number {
    return this.#count;
  }

  async send(send: (signal: AbortSignal) => Promise<Receipt>): Promise<Receipt> {
    this.#count += 1;
    let isAborted = false;
    try {
      const receipt = await send(this.#late);
      isAborted = receipt.isLost && this.#late.aborted;
      return receipt;
    } finally {
      // An aborted write may still have created an endpoint.
      if (!isAborted) this.#count -= 1;
    }
  }
}

/** Returns a signal that aborts shortly after another one, to leave time for the clean-up. */
export function soonAfter(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return AbortSignal.timeout(graceMs);
  const late = new AbortController();
  // Each write in flight listens.
  setMaxListeners(0, late.signal);
  signal.addEventListener('abort', () => setTimeout(() => late.abort(), graceMs).unref(), { once: true });
  return late.signal;
}
