import type { FaultRule } from '../control/fault.js';
import type { ApiKey } from '../settings/api-keys.js';
import type { ClaimedKey } from '../state/idempotency-store.js';
import type { MockRequest, MockResponse, OperationRequest } from '../types.js';
import { HttpError } from './http-error.js';
import { readBody } from './request-body.js';
import type { Match } from './router.js';

/** A request that passes through the stages, with what they have determined about it. */
export class Exchange {
  /** Headers to add to the response, whatever its status. Never stored for a replay. */
  readonly headers: Record<string, string>;
  /** An error found before the first stage. */
  httpError: HttpError | null = null;
  /** The matched operation, or the error to return. */
  match: Match | HttpError | null = null;
  caller: ApiKey | null = null;
  /** The validated request with typed parameters. */
  input: OperationRequest | null = null;
  /** The idempotency key claimed for this write, until its response is stored. */
  claimed: ClaimedKey | null = null;
  /** The innermost stage reached; set only while requests are recorded. */
  stage: StageName = 'failure-envelope';
  /** Warnings about a request that is served nevertheless. */
  warnings: readonly string[] = [];
  /** The injected fault. */
  fault: FaultRule | null = null;
  private json: { readonly value: unknown } | null = null;

  /** @param delayMs the remaining delay of the response, in milliseconds */
  constructor(
    readonly request: MockRequest,
    readonly requestId: string,
    public delayMs = 0,
  ) {
    this.headers = { 'X-Request-Id': requestId };
  }

  /** The matched operation, for the stages after `require-match`. */
  get matched(): Match {
    if (this.match === null || this.match instanceof HttpError)
      throw new Error('No operation is matched yet.');
    return this.match;
  }

  /** The caller, for the stages after `authenticate`. */
  get authenticated(): ApiKey {
    if (this.caller === null) throw new Error('The caller is not authenticated yet.');
    return this.caller;
  }

  /** The validated request, for the stages after `validate`. */
  get valid(): OperationRequest {
    if (this.input === null) throw new Error('The request is not validated yet.');
    return this.input;
  }

  /** The parsed JSON body; see {@link readBody}. */
  get body(): unknown {
    this.json ??= { value: readBody(this.request) };
    return this.json.value;
  }

  /** Returns the remaining delay and sets it to 0. */
  takeDelay(): number {
    const { delayMs } = this;
    this.delayMs = 0;
    return delayMs;
  }
}

/**
 * Responds to an exchange. A stage that only passes an exchange on returns what the next handler returns and is not
 * `async`: each nested `async` function adds 2 to 5 % to the time of a request.
 */
export type Handler = (exchange: Exchange) => MockResponse | Promise<MockResponse>;

/** A middleware: responds, or calls the next handler. */
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
  | 'replay'
  | 'validate'
  | 'transaction'
  | 'respond';
