import type { ApiKey } from './api-keys.js';
import type { FaultRule } from './control/fault.js';
import { Refusal } from './refusal.js';
import { readBody } from './request-body.js';
import type { Match } from './router.js';
import type { ClaimedKey } from './state/idempotency-store.js';
import type { MaybePromise, MockRequest, MockResponse, OperationRequest } from './types.js';

/** One request on its way through the stages, with what they have found out about it. */
export class Exchange {
  /** Headers of the answer that hold whatever the answer turns out to be; never stored for a replay. */
  readonly headers: Record<string, string>;
  /** The operation asked for, or why there is none. */
  match: Match | Refusal | null = null;
  caller: ApiKey | null = null;
  /** The request in the document's terms, once it is known to be valid. */
  input: OperationRequest | null = null;
  /** The idempotency key this write runs under, until somebody has kept its answer. */
  claimed: ClaimedKey | null = null;
  /** The innermost stage it has come to, where a journal is kept. */
  stage: StageName = 'failure-envelope';
  /** Milliseconds that it still has to wait. */
  delayMs = 0;
  /** What is made to go wrong with it. */
  fault: FaultRule | null = null;
  private json: { readonly value: unknown } | null = null;

  constructor(
    readonly request: MockRequest,
    readonly requestId: string,
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

  /** The body as JSON, parsed once however often it is asked for; see {@link readBody}. */
  get body(): unknown {
    this.json ??= { value: readBody(this.request) };
    return this.json.value;
  }
}

/** Answers an exchange. */
export type Handler = (exchange: Exchange) => MaybePromise<MockResponse>;

/** One concern: answers itself, or lets the next one answer. */
export type Stage = (next: Handler) => Handler;

/** The stages by name, outermost first, and the answer behind them. */
export type StageName =
  | 'failure-envelope'
  | 'identify'
  | 'session-name'
  | 'cross-origin'
  | 'latency'
  | 'fixtures'
  | 'match'
  | 'authenticate'
  | 'rate-limit'
  | 'require-match'
  | 'authorize'
  | 'faults'
  | 'idempotency'
  | 'hold-back'
  | 'validate'
  | 'transaction'
  | 'respond';
