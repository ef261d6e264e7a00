import type { StageName } from '../../http/exchange.js';
import type { FaultRule } from '../fault.js';
import { reasonOf } from '../reasons.js';
import { durationOf, type Recorded, startOf } from './recorded.js';
import type { Redact } from './redactor.js';

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

/**
 * Describes a request. What a log does not print is not computed: those properties are getters. All instances share the
 * getters, because functions of each instance would take longer than the rest of a line of the log.
 */
export class RecordedEntry implements JournalEntry {
  readonly #recorded: Recorded;
  readonly #redact: Redact;
  readonly request_id: string;
  declare readonly started_at: string;
  readonly duration_ms: number;
  readonly method: string;
  readonly target: string;
  declare readonly headers: Readonly<Record<string, string>>;
  readonly operation: string | null;
  readonly status: number;
  readonly stage: StageName;
  declare readonly reason: string;
  readonly fault: FaultRule | null;
  readonly warnings: readonly string[];

  constructor(recorded: Recorded, redact: Redact) {
    const { request, warnings } = recorded;
    this.#recorded = recorded;
    this.#redact = redact;
    this.request_id = recorded.requestId;
    Object.defineProperty(this, 'started_at', RecordedEntry.#startedAt);
    this.duration_ms = durationOf(recorded);
    this.method = request.method;
    this.target = redact.text(request.query ? `${request.path}?${request.query}` : request.path);
    Object.defineProperty(this, 'headers', RecordedEntry.#headers);
    this.operation = recorded.operation;
    this.status = recorded.response.status;
    this.stage = recorded.stage;
    Object.defineProperty(this, 'reason', RecordedEntry.#reason);
    this.fault = recorded.fault;
    this.warnings = warnings.length === 0 ? warnings : warnings.map(redact.text);
  }

  static readonly #startedAt = getter((entry) => startOf(entry.#recorded));
  static readonly #headers = getter((entry) => entry.#redact.headers(entry.#recorded.request.headers));
  static readonly #reason = getter((entry) => entry.#redact.text(reasonOf(entry.#recorded)));
}

/** Enumerable, so that the property is part of a copy and of JSON. */
function getter(value: (entry: RecordedEntry) => unknown): PropertyDescriptor {
  return {
    enumerable: true,
    get(this: RecordedEntry) {
      return value(this);
    },
  };
}
