import type { TimeStamps } from './clock.js';
import { successBody } from './envelope.js';
import type { OperationResponse, WrittenResponse } from './types.js';

/**
 * The one fast path of the mock: the text of a read is sent again until the next write or the next second.
 * The dataset is a function of its state and of the time to the second, so the text is what computing it
 * again would give. Without it a page of 20 commitments costs 2.4 times the CPU time, a cost breakdown
 * 4.3 times (63 µs and 137 µs a request instead of 27 and 32; medians of alternating runs).
 */
export class ReadCache {
  readonly #texts = new Map<string, string>();
  #second = '';
  #characters = 0;

  /** @param mostCharacters of all names and texts together */
  constructor(
    private readonly stamps: TimeStamps,
    private readonly mostCharacters: number,
  ) {}

  /** Only plain data is kept; a failure or a header is rare enough to be computed again. */
  get(name: string, read: () => OperationResponse): OperationResponse | WrittenResponse {
    const second = this.stamps.timestamp();
    if (second !== this.#second) this.clear();
    this.#second = second;
    const known = this.#texts.get(name);
    if (known !== undefined) return { body: known };
    const answer = read();
    if ('failure' in answer || answer.headers) return answer;
    const body = successBody(answer.data, this.stamps);
    this.#keep(name, body);
    return { body };
  }

  /** To be called by whatever may change a response. */
  clear(): void {
    this.#texts.clear();
    this.#characters = 0;
  }

  #keep(name: string, text: string): void {
    const added = name.length + text.length;
    if (added > this.mostCharacters) return;
    if (this.#characters + added > this.mostCharacters) this.clear();
    this.#characters += added;
    this.#texts.set(name, text);
  }
}
