import { bodyLimitBytes, deepest, mostValues } from './limits.js';
import { Refusal } from './refusal.js';
import type { MockRequest } from './types.js';

const json = /^application\/json[ \t]*(;.*)?$/i;
const charset = /;[ \t]*charset[ \t]*=[ \t]*("[^"]*"|[^;]*)/gi;

/**
 * Reads the body of a request as JSON.
 *
 * @returns the value; `undefined` when there is no body at all
 * @throws {Refusal} 413 when it is too large, 415 when it is not sent as JSON in UTF-8, 400 when it cannot
 *   be parsed or is nested without end
 */
export function readBody({ body, headers }: Omit<MockRequest, 'client'>): unknown {
  if (body === null || body.length === 0) return undefined;
  if (body.length > bodyLimitBytes) {
    throw new Refusal('BAD_REQUEST', 'The body is larger than 1 MiB.', { status: 413 });
  }
  if (!isJson(headers['content-type'] ?? '') || headers['content-encoding'] !== undefined) {
    throw new Refusal(
      'BAD_REQUEST',
      'Send the body as `Content-Type: application/json`, in UTF-8 and not compressed.',
      { status: 415 },
    );
  }
  // Before anything is made of it: whoever walks the value later may do so by recursion, and more than once.
  const { depth, values } = extentOf(body);
  if (depth > deepest) {
    throw new Refusal('BAD_REQUEST', `The body is nested deeper than ${deepest} levels.`);
  }
  if (values > mostValues) {
    throw new Refusal('BAD_REQUEST', `The body holds more than ${mostValues} values.`, { status: 413 });
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal('BAD_REQUEST', 'The body is not valid JSON.');
  }
}

/** JSON is UTF-8; a type that says it is anything else would be read as what its sender did not write. */
function isJson(type: string): boolean {
  if (!json.test(type)) return false;
  return [...type.matchAll(charset)].every(([, name = '']) => /^"?utf-8"?$/i.test(name.trim()));
}

/** What stands where in JSON, as bytes. */
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d;

/**
 * How deep JSON is nested and how many values it holds, keys not counted, without parsing it; of what is no
 * JSON, some numbers. It stops where either is too much.
 */
function extentOf(bytes: Uint8Array): { depth: number; values: number } {
  let [open, depth, values] = [0, 0, 1];
  let isFirst = false;
  for (let at = 0; at < bytes.length && depth <= deepest && values <= mostValues; at += 1) {
    const byte = bytes[at] as number;
    if (isSpace(byte)) continue;
    if (isFirst && !isClosing(byte)) values += 1;
    isFirst = isOpening(byte);
    if (byte === comma) values += 1;
    else if (byte === quote) at = endOfText(bytes, at + 1);
    else if (isClosing(byte)) open -= 1;
    else if (isFirst) {
      open += 1;
      depth = Math.max(depth, open);
    }
  }
  return { depth, values };
}

/** @returns where the quotation mark stands that ends the text */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
