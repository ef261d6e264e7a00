import { guard } from '../control/guard.js';
import type { MockRequest } from '../types.js';

/**
 * Whether a request comes from this machine and not from a page of another origin. Such callers may also use the
 * control plane without a token.
 */
export function isLocalCaller(request: MockRequest): boolean {
  try {
    guard(request, null);
    return true;
  } catch {
    return false;
  }
}
