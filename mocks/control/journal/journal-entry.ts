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

/** Describes a request. */
export function journalEntry(recorded: Recorded, redact: Redact): JournalEntry {
  const { request, warnings } = recorded;
  return {
    request_id: recorded.requestId,
    started_at: startOf(recorded),
    duration_ms: durationOf(recorded),
    method: request.method,
    target: redact.text(request.query ? `${request.path}?${request.query}` : request.path),
    headers: redact.headers(request.headers),
    operation: recorded.operation,
    status: recorded.response.status,
    stage: recorded.stage,
    reason: redact.text(reasonOf(recorded)),
    fault: recorded.fault,
    warnings: warnings.length === 0 ? warnings : warnings.map(redact.text),
  };
}
