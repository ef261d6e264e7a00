import { HttpError } from './http-error.js';
import { bodyLimitBytes, maxDepth, maxValues } from './limits.js';
import type { MockRequest } from './types.js';

const json = /^application\/json[ \t]*(;.*)?$/i;
const charset = /;[ \t]*charset[ \t]*=[ \t]*("[^"]*"|[^;]*)/gi;

/**
 * Parses the body of a request as JSON.
 *
 * @returns the value; `undefined` if the request has no body
 * @throws {HttpError} 413 if the body is too large, 415 if it is not JSON in UTF-8, 400 if it cannot be parsed or is
 *   nested too deeply
 */
export function readBody({ body, headers }: Omit<MockRequest, 'client'>): unknown {
  if (body === null || body.length === 0) return undefined;
  if (body.length > bodyLimitBytes) {
    throw new HttpError('BAD_REQUEST', 'The body is larger than 1 MiB.', { status: 413 });
  }
  if (!isJson(headers['content-type'] ?? '') || headers['content-encoding'] !== undefined) {
    throw new HttpError(
      'BAD_REQUEST',
      'The body must be uncompressed JSON in UTF-8, sent as `Content-Type: application/json`.',
      { status: 415 },
    );
  }
  // Measured before parsing, since later code walks the value recursively.
  const { depth, values } = measure(body);
  if (depth > maxDepth) {
    throw new HttpError('BAD_REQUEST', `The body is nested more than ${maxDepth} levels deep.`);
  }
  if (values > maxValues) {
    throw new HttpError('BAD_REQUEST', `The body contains more than ${maxValues} values.`, { status: 413 });
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new HttpError('BAD_REQUEST', 'The body is not valid JSON.');
  }
}

/** JSON is UTF-8; a body with another charset would be misread. */
function isJson(type: string): boolean {
  if (!json.test(type)) return false;
  return [...type.matchAll(charset)].every(([, name = '']) => /^"?utf-8"?$/i.test(name.trim()));
}

/** JSON syntax, as bytes. */
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d;

/**
 * Returns the nesting depth of JSON and the number of its values (keys not counted), without parsing it. Stops when
 * either exceeds its limit. The result for invalid JSON is arbitrary.
 */
function measure(bytes: Uint8Array): { depth: number; values: number } {
  let [open, depth, values] = [0, 0, 1];
  let isFirst = false;
  for (let at = 0; at < bytes.length && depth <= maxDepth && values <= maxValues; at += 1) {
    const byte = bytes[at] as number;
    if (isSpace(byte)) continue;
    if (isFirst && !isClosing(byte)) values += 1;
    isFirst = isOpening(byte);
    if (byte === comma) values += 1;
    else if (byte === quote) at = endOfString(bytes, at + 1);
    else if (isClosing(byte)) open -= 1;
    else if (isFirst) {
      open += 1;
      depth = Math.max(depth, open);
    }
  }
  return { depth, values };
}

/** @returns the index of the closing quotation mark */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
