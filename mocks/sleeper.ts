import { Refusal } from './refusal.js';

/** Holds requests back, and lets them all go when the mock ends. */
export class Sleeper {
  readonly #sleeping = new Map<() => void, ReturnType<typeof setTimeout>>();

  /** @throws {Refusal} 503 when the mock ends meanwhile, so that what was to happen then does not */
  async sleep(milliseconds: number): Promise<void> {
    if (!(await this.rest(milliseconds))) throw stopping();
  }

  /** @returns whether the time has passed; false when the mock ended meanwhile */
  rest(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = () => resolve(false);
      const wake = () => {
        this.#sleeping.delete(giveUp);
        resolve(true);
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
