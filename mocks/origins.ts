import { isLoopbackHost } from './loopback.js';

/**
 * Which web pages may call a mock over a socket: those of this machine, by `localhost`, 127.0.0.1 or [::1]
 * and any port, and those of the origins given.
 */
export interface Origins {
  /** Whether every page may. */
  readonly isAny: boolean;
  allows(origin: string): boolean;
}

/**
 * @param origins such as `https://app.example.com`; `*` for every page
 * @throws {RangeError} when one is no origin
 */
export function readOrigins(origins: readonly string[]): Origins {
  for (const origin of origins) {
    if (origin === '*' || (/^https?:[^*]+$/.test(origin) && originOf(origin) === origin)) continue;
    throw new RangeError(
      `${JSON.stringify(origin.slice(0, 200))} is not an origin such as https://app.example.com, or * for all.`,
    );
  }
  const given = new Set(origins);
  const isAny = given.has('*');
  return {
    isAny,
    allows: (origin) => isAny || given.has(origin) || isOfThisMachine(origin),
  };
}

function isOfThisMachine(origin: string): boolean {
  return /^https?:/.test(origin) && originOf(origin) === origin && isLoopbackHost(new URL(origin).hostname);
}

/** Null where it is no URL. */
function originOf(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null;
}
