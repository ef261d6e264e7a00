import { idempotencyRetentionSeconds } from '../../src/contract/limits.js';
import { sharedDatasetLimits } from '../limits.js';
import type { MockResponse } from '../types.js';
import type { Claim, ClaimedKey, IdempotencyStore } from './idempotency-store.js';
import { retryAfterSeconds } from './idempotency-store.js';

/** Bytes that all stored responses of a store may take, as {@link sizeOf} counts them. */
const idempotencyBytes = sharedDatasetLimits.answers;

/** What an entry takes beside its texts. */
const entryBytes = 512;

interface Stored {
  readonly fingerprint: string;
  readonly response: MockResponse;
  readonly expires: number;
}

/** What the store remembers of one write. */
export interface StoredResponse extends Stored {
  readonly apiKey: string;
  readonly key: string;
}

/**
 * An idempotency store in this process. What it has stored it keeps for as long as the contract says; when it
 * is full it takes no new key until something expires. A write that it has let in is stored in any case, so
 * the responses of writes that are running then may go beyond the bound.
 */
export class MemoryIdempotencyStore implements IdempotencyStore {
  private readonly inFlight = new Map<string, ClaimedKey>();
  /** In the order of their completion, hence of their expiry. */
  private readonly stored = new Map<string, Stored>();
  private bytes = 0;
  private runs = 0;

  constructor(private readonly mostBytes: number = idempotencyBytes) {}

  claim(apiKey: string, key: string, fingerprint: string, now: number): Claim {
    this.sweep(now);
    const name = nameOf(apiKey, key);
    if (this.inFlight.has(name)) return { kind: 'in-flight' };
    const entry = this.stored.get(name);
    if (entry && entry.expires > now) {
      return entry.fingerprint === fingerprint
        ? { kind: 'replay', response: entry.response }
        : { kind: 'reused' };
    }
    if (entry) this.remove(name, entry);
    if (this.bytes + this.inFlight.size * entryBytes >= this.mostBytes) {
      const [oldest] = this.stored.values();
      return { kind: 'full', retryAfterSeconds: retryAfterSeconds(oldest?.expires, now) };
    }
    this.runs += 1;
    const claimed: ClaimedKey = { apiKey, key, fingerprint, run: String(this.runs) };
    this.inFlight.set(name, claimed);
    return { kind: 'fresh', claimed };
  }

  complete(claimed: ClaimedKey, response: MockResponse, now: number): void {
    if (!this.free(claimed)) return;
    const { apiKey, key, fingerprint } = claimed;
    this.store({ apiKey, key, fingerprint, response, expires: now + idempotencyRetentionSeconds * 1000 });
  }

  release(claimed: ClaimedKey): void {
    this.free(claimed);
  }

  /** What is remembered, the oldest first; what is in flight is not. */
  list(now: number): readonly StoredResponse[] {
    this.sweep(now);
    return [...this.stored].map(([name, entry]) => {
      const [apiKey = '', key = ''] = name.split('\n');
      return { apiKey, key, ...entry };
    });
  }

  /** Remembers what `list` gave. */
  keep(answers: readonly StoredResponse[]): void {
    for (const answer of answers) this.store(answer);
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

  /** @returns whether it was this run that held the key */
  private free({ apiKey, key, run }: ClaimedKey): boolean {
    const name = nameOf(apiKey, key);
    return this.inFlight.get(name)?.run === run && this.inFlight.delete(name);
  }
}

/** Two bytes a character, whether or not the engine gets by with one. */
function sizeOf(name: string, { fingerprint, response: { headers, body } }: Stored): number {
  let characters = name.length + fingerprint.length + (body?.length ?? 0);
  for (const [header, value] of Object.entries(headers)) characters += header.length + value.length;
  return entryBytes + 2 * characters;
}

/** No header holds a line break, so two pairs never share a name. */
function nameOf(apiKey: string, key: string): string {
  return `${apiKey}\n${key}`;
}
