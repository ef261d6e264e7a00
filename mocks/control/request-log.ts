import { secretsInHeader } from '../../src/redaction/credential-places.js';
import type { StageName } from '../exchange.js';
import type { Refusal } from '../refusal.js';
import type { MockRequest, MockResponse } from '../types.js';
import { entryOf, type JournalEntry } from './journal.js';
import { messageIn } from './reasons.js';
import { durationBetween, type Recorded, startOf } from './recorded.js';
import { type Redact, redactor } from './redactor.js';

/** A request and its response, without credentials: an entry of the journal, also of what no journal has. */
export interface RequestEvent extends Omit<JournalEntry, 'request_id' | 'method' | 'target' | 'stage'> {
  /** Null outside the API. */
  readonly request_id: string | null;
  /** Null where what arrived is not HTTP. */
  readonly method: string | null;
  readonly target: string | null;
  /** `protocol`: refused by the server before it became a request. */
  readonly stage: StageName | 'control-plane' | 'protocol';
}

/** Reports each request to whoever wants to log it. What that throws is an error of the mock's own. */
export class RequestLog {
  /**
   * @param secrets what is never shown: API keys and the control token
   */
  constructor(
    private readonly report: (event: RequestEvent) => void,
    private readonly secrets: readonly string[],
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** A request that the pipeline has responded to. */
  add(recorded: Recorded): void {
    this.#send(recorded.request.headers, (redact) => entryOf(recorded, redact));
  }

  /** A call of the control plane. */
  addCall({ method, path, query, headers }: MockRequest, response: MockResponse, startedAt: number): void {
    this.#send(headers, (redact) => ({
      ...outside(startedAt),
      method,
      target: redact.text(query ? `${path}?${query}` : path),
      headers: redact.headers(headers),
      status: response.status,
      stage: 'control-plane',
      reason: redact.text(messageIn(response.body) ?? 'A call of the control plane.'),
    }));
  }

  /** What the server refuses before it becomes a request. */
  addBroken(
    { status, message }: Refusal,
    sent?: { readonly method?: string; readonly url?: string; readonly headers: MockRequest['headers'] },
  ): void {
    const headers = sent?.headers ?? {};
    this.#send(headers, (redact) => ({
      ...outside(performance.now()),
      method: sent?.method ?? null,
      target: sent?.url === undefined ? null : redact.text(sent.url),
      headers: redact.headers(headers),
      status,
      stage: 'protocol',
      reason: message,
    }));
  }

  /** A key that is not known may be a real one of another service, so it is not shown either. */
  #send({ authorization }: MockRequest['headers'], event: (redact: Redact) => RequestEvent): void {
    try {
      const sent = authorization === undefined ? [] : secretsInHeader('authorization', authorization);
      this.report(event(redactor([...this.secrets, ...sent])));
    } catch (error) {
      this.onFault(error);
    }
  }
}

function outside(startedAt: number) {
  const endedAt = performance.now();
  return {
    request_id: null,
    started_at: startOf({ startedAt }),
    duration_ms: durationBetween(startedAt, endedAt),
    operation: null,
    fault: null,
    warnings: [],
  };
}
