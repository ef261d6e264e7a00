import { parseRetryAfter } from '../transport/retry-after.js';
import { CallError, type FailedCall } from './call-error.js';

/** The longest body that an error contains, in characters. */
const longestBody = 2_048;

/** The parts of a response that an error contains. */
export interface FailedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body without secrets. */
  readonly body: string;
}

/**
 * A response that is not the result of the call. Either the service returned an error (`ApiError`), or something between
 * the client and the service responded, such as a gateway (`UnexpectedResponseError`), or the body is too large
 * (`ResponseTooLargeError`).
 */
export abstract class HttpError extends CallError {
  /** The HTTP status; 0 for a redirect that the browser hides. */
  declare readonly status: number;
  /** The headers of the response. Not part of `toJSON()`. */
  declare readonly headers: Headers;
  /** The first 2,048 characters of the body, without the API key; empty if it was not read. */
  declare readonly body: string;
  /** The ID of the request, from `X-Request-Id`. Include it when contacting support. */
  declare readonly requestId: string | null;
  /** Seconds to wait before the next attempt, from `Retry-After`, or null. */
  declare readonly retryAfterSeconds: number | null;

  /** @param properties of a subclass */
  constructor(
    message: string,
    { status, headers, body }: FailedResponse,
    call?: FailedCall,
    properties: object = {},
  ) {
    super(message, call, {
      ...{ status, headers, body: body.slice(0, longestBody), ...properties },
      requestId: headers.get('x-request-id'),
      retryAfterSeconds: secondsOf(headers),
    });
  }
}

/** Returns the seconds of `Retry-After`, or null. */
export function secondsOf(headers: Headers): number | null {
  const milliseconds = parseRetryAfter(headers.get('retry-after'), Date.now());
  return milliseconds === null ? null : Math.ceil(milliseconds / 1_000);
}
