import type { CompleteExchange, Exchange } from './http/exchange.js';

/** The check that reports each 5xx, and so the cause of every check that needed another response. */
export const neverBreaks = 'errors.requests-never-break-the-server';

export function isServerError(exchange: Exchange): exchange is CompleteExchange {
  return exchange.response !== null && exchange.response.status >= 500;
}
