import type { ErrorCode } from '../../contract/errors.js';
import type { FailedCall } from './call-error.js';
import { type FailedResponse, HttpError } from './http-error.js';

/** The error part of a response. */
interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
}

/** The service returned an error response. The message names the request, and contains the server's message. */
export class ApiError extends HttpError {
  override readonly name = 'ApiError';
  /** The error code. The contract defines eight; a server may add others. */
  declare readonly code: ErrorCode | (string & {});
  /** The server's message. */
  declare readonly serverMessage: string;
  /** Additional information about the error, of any shape, or null. */
  declare readonly details: unknown;

  constructor({ code, message, details }: Failure, response: FailedResponse, call?: FailedCall) {
    const properties = { code, serverMessage: message, details };
    super(`${response.status} ${code}: ${message}`, response, call, properties);
  }

  /** Returns the properties for a log. The body is left out: its content is in other properties. */
  override toJSON(): Record<string, unknown> {
    const { body: _body, ...properties } = super.toJSON();
    return properties;
  }
}

/**
 * Whether an error is an {@link ApiError}, also of another copy of this package, with one of these codes if any are given.
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
  const { name, serverMessage, code } = Object(error) as Partial<ApiError>;
  // By its properties, since a program can contain two copies of this package, as CommonJS and ESM.
  const isOne = name === 'ApiError' && serverMessage !== undefined && code !== undefined;
  return isOne && (codes.length === 0 || codes.includes(code));
}
