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
  const { headers, httpVersion } = message;
  if (headers.host === undefined && httpVersion === '1.1') {
    return new Refusal('BAD_REQUEST', 'Send a Host header.');
  }
  const twice = repeated(message);
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

/** `rawHeaders` has names and values by turns. */
function repeated({ headers, rawHeaders }: IncomingMessage): string | undefined {
  // Nearly every request has each header once.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return undefined;
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (!single.has(name)) continue;
    if (seen.includes(name)) return rawHeaders[index];
    seen.push(name);
  }
  return undefined;
}
