import type { Receipt } from './transport.js';

/** What a write on its way may take once the run was stopped, and then the removal of what was created. */
const graceMs = 1000;

/** Writes on their way: they are waited for a little, so that what they create can be removed. */
export class WritesInFlight {
  readonly #late: AbortSignal;
  #count = 0;

  /** @param signal stops the run */
  constructor(signal: AbortSignal) {
    this.#late = soonAfter(signal);
  }

  /** Those that have no response, or had none when they were cut off. */
  get count(): number {
    return this.#count;
  }

  async send(send: (signal: AbortSignal) => Promise<Receipt>): Promise<Receipt> {
    this.#count += 1;
    let isCutOff = false;
    try {
      const receipt = await send(this.#late);
      isCutOff = receipt.isLost && this.#late.aborted;
      return receipt;
    } finally {
      // One that was cut off may have created something all the same, and stays counted.
      if (!isCutOff) this.#count -= 1;
    }
  }
}

/** Aborted a moment after the run was stopped: what cleans up may take that long. */
export function soonAfter(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return AbortSignal.timeout(graceMs);
  const late = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => late.abort(), graceMs).unref(), { once: true });
  return late.signal;
}
