import { createSender, NoResponse, type Sender } from '../http/send.js';
import { isLoopback } from './target-address.js';

/** How a request reaches the target itself, and how long another server may take. */
export interface Aside {
  readonly baseUrl: URL;
  readonly sender: Sender;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends JSON that is no request to the API, without a key.
 *
 * @param url relative to the target, or of another server on this machine
 * @returns the status; null when no response came
 */
export async function sendAside(
  { baseUrl, sender, timeoutMs, signal }: Aside,
  method: string,
  url: string,
  body: unknown,
): Promise<number | null> {
  const place = new URL(url, baseUrl);
  const isOwn = place.origin === baseUrl.origin;
  if (!isOwn && !isLoopback(place)) return null;
  const carrier = isOwn ? sender : createSender(place, timeoutMs);
  const target = `${place.pathname}${place.search}`;
  const headers = { 'content-type': 'application/json' };
  try {
    const wire = { method, target, headers, body: JSON.stringify(body) };
    return (await carrier.send(wire, signal)).status;
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return null;
  } finally {
    if (!isOwn) carrier.close();
  }
}
