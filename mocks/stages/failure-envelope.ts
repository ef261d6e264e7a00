import type { TimeStamps } from '../clock.js';
import type { Stage } from '../exchange.js';
import { Refusal } from '../refusal.js';
import type { MockResponse } from '../types.js';
import { jsonType } from './respond.js';

/**
 * Turns whatever the inner stages throw into the failure envelope. What is not a refusal is a fault of
 * the mock: the caller gets a plain 500, and only `onFault` sees the error itself.
 */
export function failureEnvelope(stamps: TimeStamps, onFault: (error: unknown) => void): Stage {
  const toResponse = (error: unknown): MockResponse => {
    if (error instanceof Refusal) return failureResponse(error, stamps);
    onFault(error);
    return failureResponse(new Refusal('INTERNAL_SERVER_ERROR', 'The service failed; try again.'), stamps);
  };
  return (next) => (exchange) => {
    try {
      const response = next(exchange);
      return response instanceof Promise ? response.catch(toResponse) : response;
    } catch (error) {
      return toResponse(error);
    }
  };
}

/** A failure as it is sent; servers use it for what never becomes a request, such as a broken one. */
export function failureResponse(refusal: Refusal, stamps: TimeStamps): MockResponse {
  const { code, message, details } = refusal;
  return {
    status: refusal.status,
    headers: { 'Content-Type': jsonType, ...refusal.headers },
    body: JSON.stringify({
      success: false,
      timestamp: stamps.timestamp(),
      error: { code, message, details },
    }),
  };
}
