import type { CompleteExchange, Exchange } from '../http/exchange.js';

/** The check that reports each 5xx, and so the cause of every check that needed another response. */
export const neverBreaks = 'errors.requests-never-break-the-server';

/** Whether the response is a 5xx, other than 501 of an operation that is not implemented. */
export function isServerError(exchange: Exchange): exchange is CompleteExchange {
  const { response } = exchange;
  return response !== null && response.status >= 500 && response.status !== 501;
}
