import type { CallOptions } from './call.js';

/** Attempts after the first that a client makes at most: beyond it, callers decide. */
const mostRetries = 10;

/**
 * @throws {TypeError} when an option cannot be what was meant; it names the option, the value and what to pass
 */
export function checkOptions({ retries, timeoutMs, maxResponseBytes }: CallOptions): void {
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0 && retries <= mostRetries)) {
    throw new TypeError(`retries is ${show(retries)}: pass a whole number from 0 to ${mostRetries}.`);
  }
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0)) {
    throw new TypeError(`timeoutMs is ${show(timeoutMs)}: pass a number of milliseconds above 0.`);
  }
  if (maxResponseBytes !== undefined && !(Number.isInteger(maxResponseBytes) && maxResponseBytes > 0)) {
    throw new TypeError(
      `maxResponseBytes is ${show(maxResponseBytes)}: pass a whole number of bytes above 0.`,
    );
  }
}

function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
