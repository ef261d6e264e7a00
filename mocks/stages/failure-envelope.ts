import type { TimeStamps } from '../clock.js';
import { failureResponse } from '../envelope.js';
import { Refusal } from '../refusal.js';
import type { MockResponse } from '../types.js';

/**
 * Turns whatever the stages throw into the failure envelope. What is not a refusal is an error of the mock:
 * the caller gets a plain 500, and only `onFault` sees the error itself.
 */
export function failureEnvelope(
  error: unknown,
  stamps: TimeStamps,
  onFault: (error: unknown) => void,
): MockResponse {
  if (error instanceof Refusal) return failureResponse(error, stamps);
  onFault(error);
  return failureResponse(new Refusal('INTERNAL_SERVER_ERROR', 'The service failed; try again.'), stamps);
}
