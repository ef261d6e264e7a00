import type { Exchange, StageName } from '../exchange.js';
import { longestJournalBody } from '../limits.js';
import type { MockRequest, MockResponse } from '../types.js';
import type { FaultRule } from './fault.js';

/** What is remembered of one exchange: references only, so that recording costs next to nothing. */
export interface Recorded {
  readonly request: MockRequest;
  readonly requestId: string;
  readonly operation: string | null;
  readonly stage: StageName;
  readonly fault: FaultRule | null;
  readonly warnings: readonly string[];
  readonly response: MockResponse;
  /** Counts of `performance.now`. */
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
    response: (response.body?.length ?? 0) > longestJournalBody ? { ...response, body: null } : response,
    startedAt,
    endedAt: performance.now(),
  };
}

/** A long body is not kept, nor that of somebody without a key. The copy lets go of what it was read into. */
function recordedBody({ request: { body }, caller }: Exchange): Uint8Array | null {
  return body === null || caller === null || body.length > longestJournalBody ? null : new Uint8Array(body);
}

/** By the machine's clock, ISO 8601. */
export function startOf({ startedAt }: Pick<Recorded, 'startedAt'>): string {
  return new Date(performance.timeOrigin + startedAt).toISOString();
}

/** Milliseconds, to the microsecond; more is noise. */
export function durationOf({ startedAt, endedAt }: Recorded): number {
  return durationBetween(startedAt, endedAt);
}

export function durationBetween(startedAt: number, endedAt: number): number {
  return Math.round((endedAt - startedAt) * 1000) / 1000;
}
