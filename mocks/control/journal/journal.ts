import type { ApiKey } from '../../settings/api-keys.js';
import { type Har, toHar } from './har.js';
import { type JournalEntry, journalEntry } from './journal-entry.js';
import { Entry, type JournalSpace } from './journal-space.js';
import type { Recorded } from './recorded.js';
import { redactor } from './redactor.js';

/** The latest requests. */
export interface Journal {
  add(recorded: Recorded): void;
  /** Returns the entries, oldest first. @param last at most this many, the latest */
  list(last?: number): readonly JournalEntry[];
  /** Returns the entries as an HTTP archive, with bodies. */
  har(): Har;
  clear(): void;
}

/**
 * @param length the maximum number of requests
 * @param keys API keys to redact
 * @param space the size limit shared with the journals of other sessions
 */
export function createJournal(length: number, keys: readonly ApiKey[], space: JournalSpace): Journal {
  let ring: (Entry | undefined)[] = [];
  let next = 0;
  const redact = redactor(keys.map(({ key }) => key));
  const inOrder = () =>
    [...ring.slice(next), ...ring.slice(0, next)].flatMap((entry) => (entry ? [entry.recorded] : []));
  return {
    add(recorded) {
      space.remove(ring[next]);
      space.add(new Entry(recorded, ring, next));
      next = (next + 1) % length;
    },
    list: (last = length) =>
      inOrder()
        .slice(-last)
        .map((recorded) => journalEntry(recorded, redact)),
    har: () => toHar(inOrder(), redact),
    clear() {
      ring.forEach((entry) => void space.remove(entry));
      ring = [];
      next = 0;
    },
  };
}
