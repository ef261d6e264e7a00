import type { ErrorCode } from '../../contract/errors.js';

/** The properties of an {@link ApiError}. */
export interface ApiErrorInit {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

/** The service returned an error response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The error code. The contract defines eight; a server may add others. */
  readonly code: ErrorCode | (string & {});
  /** Additional information about the error, of any shape, or null. */
  readonly details: unknown;
  /** The ID of the request, from `X-Request-Id`. Include it when contacting support. */
  readonly requestId: string | null;
  /** Seconds to wait before the next attempt, from `Retry-After`, or null. */
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
