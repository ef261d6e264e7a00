import type { IncomingMessage } from 'node:http';
import { HttpError } from '../http/http-error.js';

/** Headers that must not be repeated: intermediaries could use a different one of two values. */
const single: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'transfer-encoding',
]);

/** Returns the error of a request that Node accepts but that violates HTTP or is ambiguous. */
export function protocolErrorIn(message: IncomingMessage): HttpError | null {
  const { headers, httpVersion, method, url = '/' } = message;
  if (headers.host === undefined && httpVersion === '1.1') {
    return new HttpError('BAD_REQUEST', 'The Host header is missing.');
  }
  if (originForm(url) === null && !(method === 'OPTIONS' && url === '*')) {
    return new HttpError('BAD_REQUEST', 'The request target must be a path, or an http or https URL.');
  }
  const name = repeated(message);
  if (name !== undefined) return new HttpError('BAD_REQUEST', `The ${name} header must not be repeated.`);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return new HttpError(
      'BAD_REQUEST',
      'Unsupported transfer coding. Send the body chunked or with Content-Length.',
    );
  }
  return null;
}

/** Converts a request target in absolute form, as sent to proxies, to origin form; null if it is neither. */
export function originForm(target: string): string | null {
  if (target.startsWith('/')) return target;
  const path = /^https?:\/\/[^/?]*(.*)/is.exec(target)?.[1];
  return path?.startsWith('?') ? `/${path}` : path === '' ? '/' : (path ?? null);
}

/** `rawHeaders` alternates names and values. */
function repeated({ headers, rawHeaders }: IncomingMessage): string | undefined {
  // Fast path: no header is repeated.
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
