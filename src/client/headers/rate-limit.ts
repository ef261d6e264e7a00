/** The rate limit of an API key. A part that the server does not send is null. */
export interface RateLimit {
  /** Requests in a window. */
  readonly limit: number | null;
  /** The length of the window in seconds. */
  readonly windowSeconds: number | null;
  /** Requests that are left. */
  readonly remaining: number | null;
  /** Seconds until more requests become available. */
  readonly resetSeconds: number | null;
}

/**
 * Parses `RateLimit: "default";r=599;t=42` and `RateLimit-Policy: "default";q=600;w=60`. Of several policies, the first
 * counts.
 *
 * @returns null if neither header has a number
 */
export function parseRateLimit(headers: Headers): RateLimit | null {
  const limit = {
    limit: parameterOf(headers.get('ratelimit-policy'), 'q'),
    windowSeconds: parameterOf(headers.get('ratelimit-policy'), 'w'),
    remaining: parameterOf(headers.get('ratelimit'), 'r'),
    resetSeconds: parameterOf(headers.get('ratelimit'), 't'),
  };
  return Object.values(limit).some((value) => value !== null) ? limit : null;
}

/** Reads an integer parameter of the first item of a structured field list (RFC 9651). */
function parameterOf(field: string | null, name: string): number | null {
  // The name of a policy is a string, which may contain a comma or a semicolon.
  const [first = ''] = (field ?? '').replace(/"(?:[^"\\]|\\.)*"?/g, '').split(',');
  // Bounded: the names are constants, and a search scans from a semicolon only to the next.
  const digits = new RegExp(`;\\s*${name}=(\\d{1,15})\\s*(?:;|$)`).exec(first)?.[1];
  return digits === undefined ? null : Number(digits);
}
