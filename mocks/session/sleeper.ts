import { HttpError } from '../http/http-error.js';

/** Delays requests. All delays end when the mock closes. */
export class Sleeper {
  readonly #sleeping = new Map<() => void, ReturnType<typeof setTimeout>>();

  /** @throws {HttpError} 503 if the mock closes before the time has passed */
  async sleep(milliseconds: number): Promise<void> {
    if (await this.wait(milliseconds)) return;
    throw new HttpError('INTERNAL_SERVER_ERROR', 'The server is shutting down.', { status: 503 });
  }

  /** @returns true after the time has passed; false if the mock closes before */
  wait(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = () => resolve(false);
      const wake = () => {
        this.#sleeping.delete(cancel);
        resolve(true);
      };
      this.#sleeping.set(cancel, setTimeout(wake, milliseconds));
    });
  }

  /** Ends all delays. */
  wakeAll(): void {
    for (const [cancel, timer] of this.#sleeping) {
      clearTimeout(timer);
      cancel();
    }
    this.#sleeping.clear();
  }
}
