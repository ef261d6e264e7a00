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
  const state = parametersOf(headers.get('ratelimit'));
  const policy = parametersOf(headers.get('ratelimit-policy'));
  const limit = {
    limit: policy('q'),
    windowSeconds: policy('w'),
    remaining: state('r'),
    resetSeconds: state('t'),
  };
  return Object.values(limit).some((value) => value !== null) ? limit : null;
}

/** Reads the integer parameters of the first item of a structured field list (RFC 9651). */
function parametersOf(field: string | null): (name: string) => number | null {
  // The name of a policy is a string, which may contain a comma or a semicolon.
  const [first = ''] = (field ?? '').replace(/"(?:[^"\\]|\\.)*"?/g, '').split(',');
  const parameters = first.split(';').slice(1);
  return (name) => {
    const values = parameters.flatMap((parameter) => {
      const [own, value = ''] = parameter.trim().split('=', 2);
      return own === name && /^\d{1,15}$/.test(value) ? Number(value) : [];
    });
    return values[0] ?? null;
  };
}
