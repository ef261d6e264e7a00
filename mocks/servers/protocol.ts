import type { IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.js';

/** Headers that stand in a request once: of two, whoever is between here and the caller may go by the other. */
const single: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'transfer-encoding',
]);

/** What is wrong with a request that Node takes and HTTP does not, or that two readers may read in two ways. */
export function protocolRefusal(message: IncomingMessage): Refusal | null {
  const { headers, httpVersion, rawHeaders } = message;
  if (headers.host === undefined && httpVersion === '1.1') {
    return new Refusal('BAD_REQUEST', 'Send a Host header.');
  }
  const twice = repeated(rawHeaders);
  if (twice !== undefined) return new Refusal('BAD_REQUEST', `Send the ${twice} header once.`);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return new Refusal(
      'BAD_REQUEST',
      'Send the body chunked or with its length, in no other transfer coding.',
    );
  }
  return null;
}

/** @param rawHeaders names and values by turns */
function repeated(rawHeaders: readonly string[]): string | undefined {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (!single.has(name)) continue;
    if (seen.includes(name)) return rawHeaders[index];
    seen.push(name);
  }
  return undefined;
}
