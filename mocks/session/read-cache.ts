import type { MockResponse } from '../types.js';
import type { TimeStamps } from './clock.js';

/**
 * Caches responses of reads until the next write or the next second. The dataset is a function of its
 * state and of the time in seconds, so a cached response equals a computed one.
 */
export class ReadCache {
  readonly #responses = new Map<string, MockResponse>();
  #second = '';
  #characters = 0;

  /** @param maxCharacters of all keys and bodies together */
  constructor(
    private readonly stamps: TimeStamps,
    private readonly maxCharacters: number,
  ) {}

  /** Returns the cached response, or calls `read`, which throws a failure. */
  get(key: string, read: () => MockResponse): MockResponse {
    const second = this.stamps.timestamp();
    if (second !== this.#second) this.clear();
    this.#second = second;
    const cached = this.#responses.get(key);
    if (cached !== undefined) return cached;
    const response = read();
    this.#store(key, response);
    return response;
  }

  /** Call after every change of state. */
  clear(): void {
    this.#responses.clear();
    this.#characters = 0;
  }

  #store(key: string, response: MockResponse): void {
    const added = key.length + (response.body?.length ?? 0);
    if (added > this.maxCharacters) return;
    if (this.#characters + added > this.maxCharacters) this.clear();
    this.#characters += added;
    this.#responses.set(key, response);
  }
}
