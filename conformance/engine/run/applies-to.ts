import type { PassiveCheck } from '../check.js';
import { type CompleteExchange, isSuccess } from '../http/exchange.js';
import type { Standards } from '../judge/standards.js';

/** @returns whether an exchange check applies to an exchange */
export function appliesTo(
  check: PassiveCheck,
  exchange: CompleteExchange,
  { missingContent }: Standards,
): boolean {
  const success = isSuccess(exchange);
  if (check.on === 'success' && !success) return false;
  if (check.on === 'failure' && exchange.response.status < 400) return false;
  // For a success without content, only the check of that content applies.
  const missing = check.on === 'success' && check.operations ? missingContent(exchange) : undefined;
  if (missing && missing.dependsOn !== check.id) return false;
  try {
    return check.when?.(exchange) ?? true;
  } catch {
    // Running the check throws the same error, which becomes its verdict.
    return true;
  }
}
