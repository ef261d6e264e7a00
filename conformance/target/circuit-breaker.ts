/** After this many requests without a response, in a row or in all, nothing more is sent. */
const mostFailuresInARow = 5;
const mostFailures = 30;
/** Nor after this much was received: what is stored of it has to fit into memory. */
const mostBytes = 256 * 1024 * 1024;
const mostParts = 10_000_000;

/** What the server did, and how that showed, once nothing more is sent to it. */
export interface Gone {
  readonly did: string;
  readonly why: string;
}

/** Gives a server up that does not respond any more, or that floods. */
export class CircuitBreaker {
  #inARow = 0;
  #failures = 0;
  #lastFailure = '';
  #bytes = 0;
  #parts = 0;

  succeeded(): void {
    this.#inARow = 0;
  }

  failed(why: string): void {
    this.#inARow += 1;
    this.#failures += 1;
    this.#lastFailure = why;
  }

  /** @param parts names and values in a body */
  received(bytes: number, parts: number): void {
    this.#bytes += bytes;
    this.#parts += parts;
  }

  get isOpen(): boolean {
    return this.#inARow >= mostFailuresInARow || this.#failures >= mostFailures || this.isFlooded;
  }

  get isFlooded(): boolean {
    return this.#bytes > mostBytes || this.#parts > mostParts;
  }

  gone(): Gone | undefined {
    if (!this.isOpen) return undefined;
    return this.isFlooded
      ? { did: 'sent too much', why: 'more came from it than fits into memory' }
      : { did: 'stopped answering', why: this.#lastFailure };
  }
}
