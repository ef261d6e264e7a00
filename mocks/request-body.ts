import { Refusal } from './refusal.js';
import type { MockRequest } from './types.js';

/** The largest body the mock takes. A server may stop reading one byte past it. */
export const bodyLimitBytes = 1024 * 1024;

const deepest = 64;
const json = /^application\/json *(;.*)?$/i;

/**
 * Reads the body of a request as JSON.
 *
 * @returns the value; `undefined` when there is no body at all
 * @throws {Refusal} 413 when it is too large, 415 when it is not sent as JSON, 400 when it cannot be
 *   parsed or is nested without end
 */
export function readBody({ body, headers }: Omit<MockRequest, 'client'>): unknown {
  if (body === null || body.length === 0) return undefined;
  if (body.length > bodyLimitBytes) {
    throw new Refusal('BAD_REQUEST', 'The body is larger than 1 MiB.', { status: 413 });
  }
  if (!json.test(headers['content-type'] ?? '') || headers['content-encoding'] !== undefined) {
    throw new Refusal('BAD_REQUEST', 'Send the body as `Content-Type: application/json`, not compressed.', {
      status: 415,
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal('BAD_REQUEST', 'The body is not valid JSON.');
  }
  // Whoever walks the value later may do so by recursion.
  if (isDeeperThan(value, deepest)) {
    throw new Refusal('BAD_REQUEST', `The body is nested deeper than ${deepest} levels.`);
  }
  return value;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}
