import type { Stage } from '../exchange.js';
import { Refusal } from '../refusal.js';

/** Keeps read-only keys from writing. */
export function authorize(): Stage {
  return (next) => (exchange) => {
    if (exchange.matched.route.isWrite && exchange.authenticated.scope === 'read') {
      throw new Refusal('AUTHORIZATION_ERROR', 'This API key may only read.');
    }
    return next(exchange);
  };
}
