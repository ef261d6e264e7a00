import { Refusal } from './refusal.js';

/** Keeps requests waiting, and wakes them all when the mock ends. */
export class Sleeper {
  readonly #sleeping = new Map<() => void, ReturnType<typeof setTimeout>>();

  /** @throws {Refusal} 503 when the mock ends meanwhile, so that what was to happen then does not */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(stopping());
      const wake = () => {
        this.#sleeping.delete(giveUp);
        resolve();
      };
      this.#sleeping.set(giveUp, setTimeout(wake, milliseconds));
    });
  }

  /** Ends the waiting of those who wait now. */
  wakeAll(): void {
    for (const [giveUp, timer] of this.#sleeping) {
      clearTimeout(timer);
      giveUp();
    }
    this.#sleeping.clear();
  }
}

function stopping(): Refusal {
  return new Refusal('INTERNAL_SERVER_ERROR', 'The server is being stopped.', { status: 503 });
}
