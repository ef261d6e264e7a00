import type { ApiKey } from './api-keys.js';
import type { FaultRule } from './control/fault.js';
import { Refusal } from './refusal.js';
import { readBody } from './request-body.js';
import type { Match } from './router.js';
import type { ClaimedKey } from './state/idempotency-store.js';
import type { MockRequest, MockResponse, OperationRequest } from './types.js';

/** One request on its way through the stages, with what they have found out about it. */
export class Exchange {
  /** Headers of the response, whatever it turns out to be; never stored for a replay. */
  readonly headers: Record<string, string>;
  /** Why it cannot be served, where that is known before the first stage. */
  refusal: Refusal | null = null;
  /** The matched operation, or why there is none. */
  match: Match | Refusal | null = null;
  caller: ApiKey | null = null;
  /** The request in the document's terms, once it is known to be valid. */
  input: OperationRequest | null = null;
  /** The idempotency key this write runs under, until its response is stored. */
  claimed: ClaimedKey | null = null;
  /** The innermost stage it has come to, where a journal is kept. */
  stage: StageName = 'failure-envelope';
  /** What is worth knowing about a request that is served all the same. */
  warnings: readonly string[] = [];
  /** The injected fault. */
  fault: FaultRule | null = null;
  private json: { readonly value: unknown } | null = null;

  /** @param delayMs milliseconds by which the response has yet to be late */
  constructor(
    readonly request: MockRequest,
    readonly requestId: string,
    public delayMs = 0,
  ) {
    this.headers = { 'X-Request-Id': requestId };
  }

  /** The matched operation, for the stages behind the one that requires a match. */
  get matched(): Match {
    if (this.match === null || this.match instanceof Refusal) throw new Error('No operation is matched yet.');
    return this.match;
  }

  /** The caller, for the stages behind authentication. */
  get authenticated(): ApiKey {
    if (this.caller === null) throw new Error('The caller is not authenticated yet.');
    return this.caller;
  }

  /** The valid request, for the stage behind validation. */
  get valid(): OperationRequest {
    if (this.input === null) throw new Error('The request is not validated yet.');
    return this.input;
  }

  /** The body as JSON, parsed once; see {@link readBody}. */
  get body(): unknown {
    this.json ??= { value: readBody(this.request) };
    return this.json.value;
  }

  /** Takes the delay that is left, so that nobody waits for it twice. */
  takeDelay(): number {
    const { delayMs } = this;
    this.delayMs = 0;
    return delayMs;
  }
}

/**
 * Responds to an exchange. A stage that only passes an exchange on returns the promise of the next one and
 * is not `async`: each `async` function around another costs a request two to five hundredths of its time.
 */
export type Handler = (exchange: Exchange) => Promise<MockResponse>;

/** One concern: responds itself, or lets the next stage respond. */
export type Stage = (next: Handler) => Handler;

/** The stages by name, outermost first. */
export type StageName =
  | 'failure-envelope'
  | 'identify'
  | 'cross-origin'
  | 'fixtures'
  | 'front'
  | 'match'
  | 'authenticate'
  | 'rate-limit'
  | 'require-match'
  | 'authorize'
  | 'faults'
  | 'idempotency'
  | 'delay'
  | 'validate'
  | 'transaction'
  | 'respond';
