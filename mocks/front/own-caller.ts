import { guard } from '../control/guard.js';
import type { MockRequest } from '../types.js';

/**
 * Whether a request comes from this machine and from no page of another origin: what is shown to it is shown
 * to whoever could use the control plane without a token.
 */
export function isOwnCaller(request: MockRequest): boolean {
  try {
    guard(request, null);
    return true;
  } catch {
    return false;
  }
}
