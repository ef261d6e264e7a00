import type { Exchange, StageName } from '../../http/exchange.js';
import { maxJournalBodyLength } from '../../settings/limits.js';
import type { MockRequest, MockResponse } from '../../types.js';
import type { FaultRule } from '../fault.js';

/** A recorded exchange. Contains references only, which makes recording cheap. */
export interface Recorded {
  readonly request: MockRequest;
  readonly requestId: string;
  readonly operation: string | null;
  readonly stage: StageName;
  readonly fault: FaultRule | null;
  readonly warnings: readonly string[];
  readonly response: MockResponse;
  /** Values of `performance.now`. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export function record(exchange: Exchange, response: MockResponse, startedAt: number): Recorded {
  const { request, match } = exchange;
  return {
    request: request.body === null ? request : { ...request, body: recordedBody(exchange) },
    requestId: exchange.requestId,
    operation: match && 'route' in match ? match.route.operation.operationId : null,
    stage: exchange.stage,
    fault: exchange.fault,
    warnings: exchange.warnings,
    response: (response.body?.length ?? 0) > maxJournalBodyLength ? { ...response, body: null } : response,
    startedAt,
    endedAt: performance.now(),
  };
}

/** Omits long bodies and bodies of unauthenticated requests. Copies the body, which frees its larger buffer. */
function recordedBody({ request: { body }, caller }: Exchange): Uint8Array | null {
  return body === null || caller === null || body.length > maxJournalBodyLength ? null : new Uint8Array(body);
}

/** Returns the time of the machine's clock, ISO 8601. */
export function startOf({ startedAt }: Pick<Recorded, 'startedAt'>): string {
  return isoTime(Math.trunc(performance.timeOrigin + startedAt));
}

let latest = { milliseconds: 0, text: '' };

/** Requests of one millisecond share its text, since formatting takes longer than the rest of an entry. */
function isoTime(milliseconds: number): string {
  if (latest.milliseconds !== milliseconds) {
    latest = { milliseconds, text: new Date(milliseconds).toISOString() };
  }
  return latest.text;
}

/** Returns milliseconds, rounded to microseconds. */
export function durationOf({ startedAt, endedAt }: Recorded): number {
  return durationBetween(startedAt, endedAt);
}

export function durationBetween(startedAt: number, endedAt: number): number {
  return Math.round((endedAt - startedAt) * 1000) / 1000;
}
