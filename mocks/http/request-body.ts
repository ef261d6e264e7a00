import { bodyLimitBytes, maxDepth, maxValues } from '../settings/limits.js';
import type { MockRequest } from '../types.js';
import { HttpError } from './http-error.js';

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
  const problem = problemOf(headers['content-type'], headers['content-encoding']);
  if (problem !== undefined) throw new HttpError('BAD_REQUEST', problem, { status: 415 });
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

/** Returns why a body is not accepted, with the value that was sent. */
function problemOf(type: string | undefined, coding = 'identity'): string | undefined {
  if (!/^identity$/i.test(coding)) {
    return `The body must not be compressed: \`Content-Encoding\` is ${shown(coding)}.`;
  }
  const expected = 'Send JSON as `Content-Type: application/json`';
  if (type === undefined) return `The body has no \`Content-Type\`. ${expected}.`;
  if (!json.test(type)) return `${expected}, not as ${shown(type)}.`;
  // JSON is UTF-8; a body with another charset would be misread.
  const isUtf8 = [...type.matchAll(charset)].every(([, name = '']) => /^"?utf-8"?$/i.test(name.trim()));
  return isUtf8 ? undefined : `The body must be in UTF-8: \`Content-Type\` is ${shown(type)}.`;
}

/** Longest value of a header in a message, in characters. */
const maxShown = 100;

function shown(value: string): string {
  return JSON.stringify(value.slice(0, maxShown));
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
