import { getOrInsert } from '../../src/get-or-insert.js';
import { isRedacted, redactPlaces } from '../../src/redaction/credential-places.js';
import { canonical } from '../http/fingerprint.js';
import type { Match, Router } from '../http/router.js';
import type { MockResponse } from '../types.js';
import type { RecordedResponse } from './recorded-response.js';

/** Recorded responses by key, in the order in which they were recorded. */
export type Recording = ReadonlyMap<string, readonly MockResponse[]>;

/** Headers of the connection, of the caller, and those that the mock computes itself. */
const ownHeaders =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-(length|encoding|security-policy.*)|date|age|via|server|alt-svc|cache-control|expires|pragma|vary|etag|last-modified|(set-)?cookie2?|strict-transport-security|access-control-.*|(x-)?ratelimit.*|x-request-id|idempotent-replayed|mock-.*)$/i;
/** Other characters are not allowed in HTTP/1.1. */
const validName = /^[!#$%&'*+.^`|~\w-]+$/;
const validValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Their responses have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Indexes recorded responses.
 *
 * @throws {RangeError} if one does not belong to an operation of the API, or its status is not from 200 to 599
 */
export function createRecording(recorded: readonly RecordedResponse[], router: Router): Recording {
  const recording = new Map<string, MockResponse[]>();
  for (const [index, { method, target, requestBody, status, headers, body }] of recorded.entries()) {
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const match = router(method, path);
    if (!('route' in match)) {
      throw new RangeError(`createMock: replay[${index}] is not a request to the API: ${method} ${path}.`);
    }
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new RangeError(`createMock: replay[${index}].status must be an integer from 200 to 599.`);
    }
    getOrInsert(recording, keyOf(match, query, requestBody ?? ''), () => []).push({
      status,
      headers: Object.fromEntries(Object.entries(headers).filter(isReplayed)),
      body: bodiless.has(status) ? null : body,
    });
  }
  return recording;
}

function isReplayed([name, value]: readonly [string, string]): boolean {
  return !ownHeaders.test(name) && validName.test(name) && validValue.test(value) && !isRedacted(value);
}

/**
 * Identifies a request: its operation, its path and query parameters in any order, and, of a write, its body. Credentials in
 * them are redacted, as in a recording.
 *
 * @param query as sent, without its question mark
 */
export function keyOf({ route, params }: Match, query: string, body: string): string {
  const pairs = [...new URLSearchParams(redactPlaces(query))].map((pair) => JSON.stringify(pair)).sort();
  const sent = route.isWrite ? bodyKey(redactPlaces(body)) : '';
  return JSON.stringify([route.operation.operationId, Object.values(params), pairs, sent]);
}

/** The same JSON with its members in another order is the same body. */
function bodyKey(body: string): string {
  try {
    return canonical(JSON.parse(body));
  } catch {
    return body;
  }
}

/** The position in a recording. */
export class Replay {
  readonly #next = new Map<string, number>();

  constructor(private readonly recording: Recording) {}

  /** Returns the next recorded response to a request; the last one repeats. Undefined if none was recorded. */
  next(key: string): MockResponse | undefined {
    const responses = this.recording.get(key);
    if (!responses) return undefined;
    const index = this.#next.get(key) ?? 0;
    this.#next.set(key, Math.min(index + 1, responses.length - 1));
    return responses[index];
  }
}
