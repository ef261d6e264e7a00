import { createSender, NoResponse, type Sender } from '../http/send.js';
import { isLoopback, resolveAt } from './target-address.js';

/** How to reach the target, and the time limit for another server. */
export interface Aside {
  readonly baseUrl: URL;
  readonly sender: Sender;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends JSON outside the API, without a key.
 *
 * @param url relative to the target, or of another server on this machine
 * @returns the status; null without a response
 */
export async function sendUncounted(
  { baseUrl, sender, timeoutMs, signal }: Aside,
  method: string,
  url: string,
  body: unknown,
): Promise<number | null> {
  const address = resolveAt(baseUrl, url);
  const isTarget = address.origin === baseUrl.origin;
  if (!isTarget && !isLoopback(address)) return null;
  const usedSender = isTarget ? sender : createSender(address, timeoutMs);
  const target = `${address.pathname}${address.search}`;
  const headers = { 'content-type': 'application/json' };
  try {
    const wire = { method, target, headers, body: JSON.stringify(body), once: true };
    return (await usedSender.send(wire, signal)).status;
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return null;
  } finally {
    if (!isTarget) usedSender.close();
  }
}
