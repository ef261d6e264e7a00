import type { ErrorCode } from '../../contract/errors.js';

/** What the service reports of a failed request. */
export interface ApiErrorInit {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

/** The service responded with a failure. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The stable name of the failure; the contract names eight, a server may add others. */
  readonly code: ErrorCode | (string & {});
  /** More about the failure, of any shape; null where the code and message say it all. */
  readonly details: unknown;
  /** The service's name for this exchange, to quote when asking for help. */
  readonly requestId: string | null;
  /** Seconds to wait before the next attempt, where the service names them. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, code, message, details, requestId, retryAfterSeconds }: ApiErrorInit) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
