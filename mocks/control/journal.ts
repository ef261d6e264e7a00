import type { StageName } from '../http/exchange.js';
import type { ApiKey } from '../settings/api-keys.js';
import type { FaultRule } from './fault.js';
import { type Har, toHar } from './har.js';
import { Entry, type JournalSpace } from './journal-space.js';
import { reasonOf } from './reasons.js';
import { durationOf, type Recorded, startOf } from './recorded.js';
import { type Redact, redactor } from './redactor.js';

/** A request, its response status, and the reason for it. */
export interface JournalEntry {
  readonly request_id: string;
  /** Time of the machine's clock, ISO 8601. */
  readonly started_at: string;
  readonly duration_ms: number;
  readonly method: string;
  /** The raw path and query. */
  readonly target: string;
  /** Request headers without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The operationId; null if no operation matched. */
  readonly operation: string | null;
  readonly status: number;
  /** The stage that responded. */
  readonly stage: StageName;
  /** Why this response was returned. */
  readonly reason: string;
  /** The fault rule that was applied. */
  readonly fault: FaultRule | null;
  /** For example, unknown query parameters. */
  readonly warnings: readonly string[];
}

/** The latest requests. */
export interface Journal {
  add(recorded: Recorded): void;
  /** Returns the entries, oldest first. */
  list(): readonly JournalEntry[];
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
    list: () => inOrder().map((recorded) => entryOf(recorded, redact)),
    har: () => toHar(inOrder(), redact),
    clear() {
      ring.forEach((entry) => void space.remove(entry));
      ring = [];
      next = 0;
    },
  };
}

/** Describes a request. What a log does not print is not computed. */
export function entryOf(recorded: Recorded, redact: Redact): JournalEntry {
  const { request } = recorded;
  return {
    request_id: recorded.requestId,
    get started_at() {
      return startOf(recorded);
    },
    duration_ms: durationOf(recorded),
    method: request.method,
    target: redact.text(request.query ? `${request.path}?${request.query}` : request.path),
    get headers() {
      return redact.headers(request.headers);
    },
    operation: recorded.operation,
    status: recorded.response.status,
    stage: recorded.stage,
    get reason() {
      return redact.text(reasonOf(recorded));
    },
    fault: recorded.fault,
    warnings: recorded.warnings.map(redact.text),
  };
}
