import type { CompleteExchange, Exchange } from '../http/exchange.js';

/** Whether the response is a 5xx, other than 501 of an operation that is not implemented. */
export function isServerError(exchange: Exchange): exchange is CompleteExchange {
  const { response } = exchange;
  return response !== null && response.status >= 500 && response.status !== 501;
}
