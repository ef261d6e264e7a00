import type { MockRequest } from '../types.js';

/** By which a request says which session it belongs to. */
export const sessionHeader = 'Mock-Session';

export function isSessionName(text: string): boolean {
  return /^[\w.-]{1,64}$/.test(text);
}

/** A request, the session it belongs to, and itself without what said so. */
export interface Assigned {
  /** Null for the world that all share. */
  readonly name: string | null;
  readonly request: MockRequest;
}

const suffixed = /^(bearer +)(\S+)\+([\w.-]{1,64}) *$/i;

/**
 * A session is named by a header, or behind a plus at the end of a known key.
 *
 * @param isKey whether it is a key as it stands
 */
export function assign(request: MockRequest, isKey: (text: string) => boolean): Assigned {
  const { headers } = request;
  const header = headers['mock-session'];
  const { authorization } = headers;
  const plain = { name: header !== undefined && isSessionName(header) ? header : null, request };
  if (authorization === undefined || !authorization.includes('+')) return plain;
  const [, scheme, key, suffix] = suffixed.exec(authorization) ?? [];
  if (key === undefined || suffix === undefined || !isKey(key) || isKey(`${key}+${suffix}`)) return plain;
  return {
    name: plain.name ?? suffix,
    request: { ...request, headers: { ...headers, authorization: `${scheme}${key}` } },
  };
}
