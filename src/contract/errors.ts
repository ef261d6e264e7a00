/** The eight error codes of the contract, each with the one HTTP status it goes with. */
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

/** A code that the contract names; a server may add others, so read codes as strings. */
export type ErrorCode = keyof typeof statusOfCode;

/** Statuses a client may try again: these, every 5xx, and a network error or time-out. */
export const retryableStatuses: ReadonlySet<number> = new Set([408, 409, 429]);

/** @returns whether a request may be retried after a response with this HTTP status. */
export function isRetryableStatus(status: number): boolean {
  return retryableStatuses.has(status) || (status >= 500 && status <= 599);
}
