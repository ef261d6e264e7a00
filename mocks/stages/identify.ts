import type { AddressLimit } from '../address-limit.js';
import type { ApiKey } from '../api-keys.js';
import type { Stage } from '../exchange.js';
import { bearerIn } from './authenticate.js';

/**
 * Knows the caller by its bearer key. Whoever has none may go on, as not everything needs one, but no
 * address as often as it likes.
 */
export function identify(keys: readonly ApiKey[], addresses: AddressLimit): Stage {
  const known = new Map(keys.map((apiKey) => [apiKey.key, apiKey]));
  return (next) => (exchange) => {
    const sent = bearerIn(exchange.request.headers.authorization);
    exchange.caller = (sent === undefined ? undefined : known.get(sent)) ?? null;
    if (exchange.caller === null) addresses.take(exchange.request.client);
    return next(exchange);
  };
}
