import type { ApiKey } from '../../settings/api-keys.js';
import { type Har, toHar } from './har.js';
import { type JournalEntry, journalEntry } from './journal-entry.js';
import { Entry, type JournalSpace } from './journal-space.js';
import type { Recorded } from './recorded.js';
import { redactor } from './redactor.js';

/**
 * Creates a journal of the latest requests.
 *
 * @param length the maximum number of requests
 * @param keys API keys to redact
 * @param space the size limit shared with the journals of other sessions
 */
export function createJournal(length: number, keys: readonly ApiKey[], space: JournalSpace) {
  let ring: (Entry | undefined)[] = [];
  let next = 0;
  const redact = redactor(keys.map(({ key }) => key));
  const inOrder = () =>
    [...ring.slice(next), ...ring.slice(0, next)].flatMap((entry) => (entry ? [entry.recorded] : []));
  return {
    add(recorded: Recorded): void {
      space.remove(ring[next]);
      space.add(new Entry(recorded, ring, next));
      next = (next + 1) % length;
    },
    /** Returns the entries, oldest first. @param last at most this many, the latest */
    list: (last = length): readonly JournalEntry[] =>
      inOrder()
        .slice(-last)
        .map((recorded) => journalEntry(recorded, redact)),
    /** Returns the entries as an HTTP archive, with bodies. */
    har: (): Har => toHar(inOrder(), redact),
    clear(): void {
      ring.forEach((entry) => void space.remove(entry));
      ring = [];
      next = 0;
    },
  };
}
