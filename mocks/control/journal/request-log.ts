import { secretsInHeader } from '../../../src/redaction/credential-places.js';
import { shortestSecret } from '../../../src/redaction/redact-secrets.js';
import type { StageName } from '../../http/exchange.js';
import type { HttpError } from '../../http/http-error.js';
import type { MockRequest, MockResponse } from '../../types.js';
import { messageIn, warningsIn } from '../reasons.js';
import { type JournalEntry, journalEntry } from './journal-entry.js';
import { durationBetween, type Recorded, startOf } from './recorded.js';
import { type Redact, redactor } from './redactor.js';

/** A request and its response status, without credentials. Also emitted for requests outside the API. */
export interface RequestEvent extends Omit<JournalEntry, 'request_id' | 'method' | 'target' | 'stage'> {
  /** Null for requests outside the API. */
  readonly request_id: string | null;
  /** Null if the input is not HTTP. */
  readonly method: string | null;
  readonly target: string | null;
  /** `protocol`: rejected by the HTTP server. */
  readonly stage: StageName | 'control-plane' | 'protocol';
}

/** The most redactors that are stored, and the longest header that one is stored for. */
const mostRedactors = 100;
const longestHeader = 256;

/** Calls `onRequest` for each request. Reports its exceptions to `onError`. */
export class RequestLog {
  readonly #redact: Redact;
  /** By the `Authorization` of the request. */
  readonly #redactors = new Map<string, Redact>();

  /**
   * @param secrets API keys and the control token, to redact
   */
  constructor(
    private readonly report: (event: RequestEvent) => void,
    private readonly secrets: readonly string[],
    private readonly onError: (error: unknown) => void,
  ) {
    this.#redact = redactor(secrets);
  }

  /** Returns a log that does the same, and reports nothing. */
  silent(): RequestLog {
    return new RequestLog(() => undefined, this.secrets, this.onError);
  }

  /** Logs a request handled by the pipeline. */
  add(recorded: Recorded): void {
    this.#send(recorded.request.headers, (redact) => journalEntry(recorded, redact));
  }

  /** Logs a call of the control plane. */
  addCall({ method, path, query, headers }: MockRequest, response: MockResponse, startedAt: number): void {
    this.#send(headers, (redact) => ({
      ...outside(startedAt),
      method,
      target: redact.text(query ? `${path}?${query}` : path),
      headers: redact.headers(headers),
      status: response.status,
      stage: 'control-plane',
      reason: redact.text(messageIn(response.body) ?? 'A call of the control plane.'),
      warnings: warningsIn(response.body).map(redact.text),
    }));
  }

  /** Logs input that the HTTP server rejected. */
  addProtocolError(
    { status, message }: HttpError,
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

  #send({ authorization }: MockRequest['headers'], event: (redact: Redact) => RequestEvent): void {
    try {
      this.report(event(this.#redactorOf(authorization)));
    } catch (error) {
      this.onError(error);
    }
  }

  /** Also redacts an unknown key, which may be a real key of another service. */
  #redactorOf(authorization = ''): Redact {
    const stored = this.#redactors.get(authorization);
    if (stored) return stored;
    const unknown = secretsInHeader('authorization', authorization).filter(
      (secret) => !this.secrets.includes(secret),
    );
    const redact = unknown.some((secret) => secret.length >= shortestSecret)
      ? redactor([...this.secrets, ...unknown])
      : this.#redact;
    if (authorization.length > longestHeader) return redact;
    if (this.#redactors.size >= mostRedactors) this.#redactors.clear();
    this.#redactors.set(authorization, redact);
    return redact;
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
