import type { ExchangeCheck } from './check.js';
import { type CompleteExchange, isSuccess } from './http/exchange.js';
import { missingContent } from './missing-content.js';

/** @returns whether a check that only looks has something to say of an answer */
export function bearsOn(check: ExchangeCheck, exchange: CompleteExchange): boolean {
  const success = isSuccess(exchange);
  if (check.on === 'success' && !success) return false;
  if (check.on === 'failure' && exchange.response.status < 400) return false;
  // Of a success without its content nothing but that is reported.
  const missing = check.on === 'success' && check.operations ? missingContent(exchange) : undefined;
  if (missing && missing.check !== check.id) return false;
  try {
    return check.when?.(exchange) ?? true;
  } catch {
    // Judging it meets the same error, and there it becomes a verdict.
    return true;
  }
}
