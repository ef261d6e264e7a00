import { setImmediate } from 'node:timers/promises';

/** Milliseconds of computing after which signals, timers and sockets get a turn. */
const sliceMs = 20;
/** Milliseconds of computing after a stop, so that its report contains what was already received. */
const graceMs = 1000;

/** Divides computing into slices, so that a signal is noticed in between, and ends it soon after a stop. */
export class Pace {
  #slice = performance.now();
  #stopped: number | undefined;

  constructor(signal?: AbortSignal) {
    const stop = () => {
      this.#stopped = performance.now();
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  }

  /** Lets others run if it is their turn. Returns whether to go on. */
  async goesOn(): Promise<boolean> {
    if (performance.now() - this.#slice >= sliceMs) {
      await setImmediate();
      this.#slice = performance.now();
    }
    return this.#stopped === undefined || performance.now() - this.#stopped < graceMs;
  }
}
