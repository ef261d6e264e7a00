import type { ErrorCode } from '../../contract/errors.js';
import type { OperationId } from '../operation-types.js';

/** The request that an error is about. */
export interface FailedRequest {
  /** The `operationId`, such as `getRenewal`. */
  readonly operation: OperationId;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path template, such as `/api/v1/commitments/renewal/{commitment_id}`. */
  readonly path: string;
  /** The number of the last attempt, counted from 1; 0 if middleware responded without a request. */
  readonly attempt: number;
}

/** The error part of a response. */
interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

/** The service returned an error response. The message names the request, and contains the server's message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The error code. The contract defines eight; a server may add others. */
  readonly code: ErrorCode | (string & {});
  /** The server's message. */
  readonly serverMessage: string;
  /** Additional information about the error, of any shape, or null. */
  readonly details: unknown;
  /** The ID of the request, from `X-Request-Id`. Include it when contacting support. */
  readonly requestId: string | null;
  /** Seconds to wait before the next attempt, from `Retry-After`, or null. */
  readonly retryAfterSeconds: number | null;
  /** The `operationId`, such as `getRenewal`; null if `unwrap` received a result that this client did not return. */
  readonly operation: OperationId | null;
  /** The HTTP method in upper case, or null. */
  readonly method: string | null;
  /** The path template, such as `/api/v1/commitments/renewal/{commitment_id}`, or null. */
  readonly path: string | null;
  /** The number of the last attempt, counted from 1, or null. */
  readonly attempt: number | null;

  constructor(failure: Failure, request?: FailedRequest) {
    super(messageOf(failure, request));
    this.status = failure.status;
    this.code = failure.code;
    this.serverMessage = failure.message;
    this.details = failure.details;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
    this.operation = request?.operation ?? null;
    this.method = request?.method ?? null;
    this.path = request?.path ?? null;
    this.attempt = request?.attempt ?? null;
  }

  /** Returns all properties for a log: no stack, no request headers, no values of parameters. */
  toJSON(): Record<string, unknown> {
    const { name, message, ...properties } = this;
    return { name, message, ...properties };
  }
}

/** Returns `404 NOT_FOUND: No renewal. (getRenewal: GET /api/v1/…, attempt 1, request ID req_1)`. */
function messageOf({ status, code, message, requestId }: Failure, request?: FailedRequest): string {
  const context = [
    request && `${request.operation}: ${request.method} ${request.path}, attempt ${request.attempt}`,
    requestId !== null && `request ID ${requestId}`,
  ];
  const known = context.filter(Boolean).join(', ');
  return `${status} ${code}: ${message}${known && ` (${known})`}`;
}

/**
 * Whether an error is an {@link ApiError}, with one of these codes if any are given.
 *
 * @example
 * ```ts
 * import { createClient, isApiError } from 'cloud-cost-contract';
 *
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test_caller' });
 * const renewal = await client.getRenewal({ commitment_id: 'ri-c0ffee42' }).catch((error: unknown) => {
 *   if (isApiError(error, 'NOT_FOUND')) return null;
 *   throw error;
 * });
 * console.log(renewal?.recommendation_id ?? 'No renewal has been raised.');
 * ```
 */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<Code extends ErrorCode | (string & {})>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiError & { readonly code: Code };
export function isApiError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
