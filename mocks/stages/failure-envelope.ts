import { failureResponse } from '../http/envelope.js';
import { HttpError } from '../http/http-error.js';
import type { TimeStamps } from '../session/clock.js';
import type { MockResponse } from '../types.js';

/**
 * Converts an exception of a stage to a response. Anything but an {@link HttpError} is an internal error: the caller
 * gets a 500 without details, and `onError` receives the error.
 */
export function failureEnvelope(
  error: unknown,
  stamps: TimeStamps,
  onError: (error: unknown) => void,
): MockResponse {
  if (error instanceof HttpError) return failureResponse(error, stamps);
  onError(error);
  return failureResponse(new HttpError('INTERNAL_SERVER_ERROR', 'Internal server error. Try again.'), stamps);
}
