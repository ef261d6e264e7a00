import { idempotencyRetentionSeconds } from '../../src/contract/limits.js';
import { sharedDatasetLimits } from '../settings/limits.js';
import type { MockResponse } from '../types.js';
import type { Claim, ClaimedKey, IdempotencyStore } from './idempotency-store.js';
import { retryAfterSeconds } from './idempotency-store.js';

/** Default size limit, as counted by {@link sizeOf}. */
const defaultMaxBytes = sharedDatasetLimits.responses;

/** Size of an entry without its strings. */
const entryBytes = 512;

interface Stored {
  readonly response: MockResponse;
  readonly expires: number;
}

/** A stored response with its key. */
export interface StoredResponse extends Stored {
  readonly apiKey: string;
  readonly key: string;
}

/**
 * An in-memory idempotency store. Responses are stored for the retention period of the contract; a full store
 * accepts no new key until a response expires. The response of an accepted write is always stored, so writes in
 * flight can exceed the limit.
 */
export class MemoryIdempotencyStore implements IdempotencyStore {
  private readonly inFlight = new Map<string, ClaimedKey>();
  /** In order of completion, which is the order of expiry. */
  private readonly stored = new Map<string, Stored>();
  private bytes = 0;
  private runs = 0;

  constructor(private readonly maxBytes: number = defaultMaxBytes) {}

  claim(apiKey: string, key: string, now: number): Claim {
    this.sweep(now);
    const name = nameOf(apiKey, key);
    if (this.inFlight.has(name)) return { kind: 'in-flight' };
    const entry = this.stored.get(name);
    if (entry && entry.expires > now) return { kind: 'replay', response: entry.response };
    if (entry) this.remove(name, entry);
    if (this.bytes + this.inFlight.size * entryBytes >= this.maxBytes) {
      const [oldest] = this.stored.values();
      return { kind: 'full', retryAfterSeconds: retryAfterSeconds(oldest?.expires, now) };
    }
    this.runs += 1;
    const claimed: ClaimedKey = { apiKey, key, run: String(this.runs) };
    this.inFlight.set(name, claimed);
    return { kind: 'fresh', claimed };
  }

  complete(claimed: ClaimedKey, response: MockResponse, now: number): void {
    if (!this.free(claimed)) return;
    const { apiKey, key } = claimed;
    this.store({ apiKey, key, response, expires: now + idempotencyRetentionSeconds * 1000 });
  }

  release(claimed: ClaimedKey): void {
    this.free(claimed);
  }

  /** Returns the stored responses, oldest first. */
  list(now: number): readonly StoredResponse[] {
    this.sweep(now);
    return [...this.stored].map(([name, entry]) => {
      const [apiKey = '', key = ''] = name.split('\n');
      return { apiKey, key, ...entry };
    });
  }

  /** Stores the result of `list`. */
  restore(responses: readonly StoredResponse[]): void {
    for (const response of responses) this.store(response);
  }

  private store({ apiKey, key, ...entry }: StoredResponse): void {
    const name = nameOf(apiKey, key);
    this.stored.set(name, entry);
    this.bytes += sizeOf(name, entry);
  }

  private remove(name: string, entry: Stored): void {
    this.stored.delete(name);
    this.bytes -= sizeOf(name, entry);
  }

  private sweep(now: number): void {
    for (const [name, entry] of this.stored) {
      if (entry.expires > now) return;
      this.remove(name, entry);
    }
  }

  /** @returns whether this run had claimed the key */
  private free({ apiKey, key, run }: ClaimedKey): boolean {
    const name = nameOf(apiKey, key);
    return this.inFlight.get(name)?.run === run && this.inFlight.delete(name);
  }
}

/** Counts two bytes per character, although engines store some strings with one. */
function sizeOf(name: string, { response: { headers, body } }: Stored): number {
  let characters = name.length + (body?.length ?? 0);
  for (const [header, value] of Object.entries(headers)) characters += header.length + value.length;
  return entryBytes + 2 * characters;
}

/** Unambiguous, since headers cannot contain line breaks. */
function nameOf(apiKey: string, key: string): string {
  return `${apiKey}\n${key}`;
}
