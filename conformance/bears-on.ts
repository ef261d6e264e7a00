import type { ExchangeCheck } from './check.js';
import { type CompleteExchange, isSuccess } from './http/exchange.js';

/** @returns whether a check that only looks has something to say of an answer */
export function bearsOn(check: ExchangeCheck, exchange: CompleteExchange): boolean {
  const success = isSuccess(exchange);
  if (check.on === 'success' && !success) return false;
  if (check.on === 'failure' && exchange.response.status < 400) return false;
  try {
    return check.when?.(exchange) ?? true;
  } catch {
    // Judging it meets the same error, and there it becomes a verdict.
    return true;
  }
}
