import type { TimeStamps } from '../clock.js';
import { failureResponse } from '../envelope.js';
import type { Stage } from '../exchange.js';
import { Refusal } from '../refusal.js';

/**
 * Turns whatever the inner stages throw into the failure envelope. What is not a refusal is an error of
 * the mock: the caller gets a plain 500, and only `onFault` sees the error itself.
 */
export function failureEnvelope(stamps: TimeStamps, onFault: (error: unknown) => void): Stage {
  return (next) => async (exchange) => {
    try {
      return await next(exchange);
    } catch (error) {
      if (error instanceof Refusal) return failureResponse(error, stamps);
      onFault(error);
      return failureResponse(new Refusal('INTERNAL_SERVER_ERROR', 'The service failed; try again.'), stamps);
    }
  };
}
