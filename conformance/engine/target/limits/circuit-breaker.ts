/** Limits of requests without a response, consecutive and in total. */
const maxConsecutiveFailures = 5;
const maxFailures = 30;
/** Limits of received data, which is stored in memory. */
const maxBytes = 256 * 1024 * 1024;
const maxParts = 10_000_000;

/** Why no more requests are sent to the server. */
export interface Outage {
  /** What the server did, such as `stopped responding`. */
  readonly problem: string;
  readonly reason: string;
}

/** Opens when the server stops responding or sends too much data. */
export class CircuitBreaker {
  #consecutiveFailures = 0;
  #failures = 0;
  #lastFailure = '';
  #bytes = 0;
  #parts = 0;

  succeeded(): void {
    this.#consecutiveFailures = 0;
  }

  /** Records a request without a response, which may have taken until its timeout. */
  failed(reason: string): void {
    this.unreached(reason);
    this.#failures += 1;
  }

  /** Records a response of a proxy that could not reach the server. */
  unreached(reason: string): void {
    this.#consecutiveFailures += 1;
    this.#lastFailure = reason;
  }

  /** @param parts number of names and values in the body */
  received(bytes: number, parts: number): void {
    this.#bytes += bytes;
    this.#parts += parts;
  }

  get isOpen(): boolean {
    return (
      this.#consecutiveFailures >= maxConsecutiveFailures || this.#failures >= maxFailures || this.isFlooded
    );
  }

  get isFlooded(): boolean {
    return this.#bytes > maxBytes || this.#parts > maxParts;
  }

  outage(): Outage | undefined {
    if (!this.isOpen) return undefined;
    return this.isFlooded
      ? { problem: 'sent too much data', reason: 'the responses exceed the memory limit' }
      : { problem: 'stopped responding', reason: this.#lastFailure };
  }
}
