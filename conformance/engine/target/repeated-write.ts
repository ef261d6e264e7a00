import type { Exchange, RequestPlan } from '../http/exchange.js';
import { isSuccess } from '../http/exchange.js';

/** The failure of a removal that took effect, and whose response was lost. */
export const removedUnseen = 'the connection was closed before the response to a removal that took effect';

const keyOf = ({ request }: Exchange) => request.headers['idempotency-key']?.toLowerCase();
const marker = 'idempotent-replayed';

/**
 * Interprets the response to a write that was sent again because its connection was closed before a response. The
 * server may have run the first attempt.
 *
 * @param before the exchanges so far
 * @param isLive whether the path is of an endpoint that the run created and has not removed
 * @returns the exchange as if the write had been sent once; without a response if it cannot be known
 */
export function asSentOnce(
  exchange: Exchange,
  before: readonly Exchange[],
  isLive: (plan: Pick<RequestPlan, 'as' | 'path'>) => boolean,
): Exchange {
  const { as, request, response } = exchange;
  if (request.method === 'DELETE') {
    const wasRemoved = response?.status === 404 && isLive({ as, path: request.path });
    return wasRemoved ? { ...exchange, response: null, failure: removedUnseen } : exchange;
  }
  const key = keyOf(exchange);
  if (key === undefined || !isSuccess(exchange) || !exchange.response.headers[marker]) return exchange;
  const isFirst = !before.some(
    (one) => one.as === as && keyOf(one) === key && isSuccess(one) && !one.response.headers[marker],
  );
  if (!isFirst) return exchange;
  // A replay is the stored response to the first attempt, which nobody received.
  const { [marker]: _, ...headers } = exchange.response.headers;
  return { ...exchange, response: { ...exchange.response, headers } };
}
