import type { TimeStamps } from './clock.js';
import { successBody } from './envelope.js';
import type { OperationResponse, WrittenResponse } from './types.js';

/**
 * Caches response bodies of reads until the next write or the next second. The dataset is a function of its
 * state and of the time in seconds, so a cached body equals a computed one. Without the cache a page of 20
 * commitments takes 2.4 times the CPU time, a cost breakdown 4.3 times (63 µs and 137 µs a request instead of
 * 27 and 32; medians of alternating runs).
 */
export class ReadCache {
  readonly #bodies = new Map<string, string>();
  #second = '';
  #characters = 0;

  /** @param maxCharacters of all keys and bodies together */
  constructor(
    private readonly stamps: TimeStamps,
    private readonly maxCharacters: number,
  ) {}

  /** Returns the cached body, or calls `read`. Failures and responses with headers are not cached. */
  get(key: string, read: () => OperationResponse): OperationResponse | WrittenResponse {
    const second = this.stamps.timestamp();
    if (second !== this.#second) this.clear();
    this.#second = second;
    const cached = this.#bodies.get(key);
    if (cached !== undefined) return { body: cached };
    const response = read();
    if ('failure' in response || response.headers) return response;
    const body = successBody(response.data, this.stamps);
    this.#store(key, body);
    return { body };
  }

  /** Call after every change of state. */
  clear(): void {
    this.#bodies.clear();
    this.#characters = 0;
  }

  #store(key: string, body: string): void {
    const added = key.length + body.length;
    if (added > this.maxCharacters) return;
    if (this.#characters + added > this.maxCharacters) this.clear();
    this.#characters += added;
    this.#bodies.set(key, body);
  }
}
