/** The HTTP status of each of the eight error codes of the contract. */
export const statusOfCode = {
  BAD_REQUEST: 400,
  AUTHENTICATION_ERROR: 401,
  AUTHORIZATION_ERROR: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  VALIDATION_ERROR: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_SERVER_ERROR: 500,
} as const;

/** An error code that the contract defines. A server may add others, so handle codes as strings. */
export type ErrorCode = keyof typeof statusOfCode;

/** Retryable statuses below 500. Every 5xx, network error and timeout is retryable too. */
export const retryableStatuses: ReadonlySet<number> = new Set([408, 409, 429]);

/** @returns whether a request may be retried after a response with this HTTP status. */
export function isRetryableStatus(status: number): boolean {
  return retryableStatuses.has(status) || (status >= 500 && status <= 599);
}
