import { isLoopbackInBrowsers } from './loopback.js';

export type Origins = ReturnType<typeof readOrigins>;

/**
 * Reads the origins whose pages may call the mock over a socket: `localhost` and names under it, 127.0.0.0/8 and [::1]
 * with any port, and the configured ones.
 *
 * @param origins such as `https://app.example.com`; `*` for all
 * @throws {RangeError} if an entry is not an origin
 */
export function readOrigins(origins: readonly string[]) {
  for (const origin of origins) {
    if (origin === '*' || isNameable(origin)) continue;
    throw new RangeError(
      `Invalid origin ${JSON.stringify(origin.slice(0, 200))}. Use one such as https://app.example.com, or * for all.`,
    );
  }
  const allowed = new Set(origins);
  const isAny = allowed.has('*');
  const includes = (origin: string) => allowed.has(origin) || isLoopbackOrigin(origin);
  return {
    /** Whether an origin is of this machine or named, so that its pages may also send `credentials: 'include'`. */
    includes,
    allows: (origin: string): boolean => isAny || includes(origin),
  };
}

/** Whether an origin can be named: not `null`, which is the origin of a page that was opened from a file. */
export function isNameable(origin: string): boolean {
  return /^https?:[^*]+$/.test(origin) && originOf(origin) === origin;
}

function isLoopbackOrigin(origin: string): boolean {
  return (
    /^https?:/.test(origin) && originOf(origin) === origin && isLoopbackInBrowsers(new URL(origin).hostname)
  );
}

/** @returns null if the text is not a URL */
function originOf(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null;
}
