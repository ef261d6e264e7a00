import type { HttpResponse } from '../../engine/http/exchange.js';
import type { StatedLimit } from '../../engine/target/limits/limit-watch.js';

/** A policy with a longer window is another kind of quota, about which the service states nothing. */
const longestWindow = 60;
/** A shorter wait shows nothing about the window. */
const shortestWait = 10;

/** @returns the strictest limit that a 429 response states; undefined if it states none */
export function statedLimit({ headers, json }: HttpResponse): StatedLimit | undefined {
  return [...policiesIn(headers), ...detailsIn(json?.error?.details), ...plainLimitIn(headers)].sort(
    (a, b) => a.perMinute - b.perMinute,
  )[0];
}

/** Reads `RateLimit-Policy: "default";q=100;w=60`, and the earlier `RateLimit-Limit: 100, 100;w=60`. */
function policiesIn(headers: HttpResponse['headers']): StatedLimit[] {
  return ['ratelimit-policy', 'ratelimit-limit'].flatMap((name) =>
    (headers[name] ?? '').split(',').flatMap((policy) => {
      const limit = /(?:^\s*|;\s*q=)(\d+)/.exec(policy)?.[1];
      const window = /;\s*w=(\d+)/.exec(policy)?.[1];
      return limitOf(Number(limit), Number(window), `${name}: ${policy.trim()}`);
    }),
  );
}

/** Reads the details that the document proposes for a 429. */
function detailsIn(details: any): StatedLimit[] {
  const { limit, window_seconds: window } = details ?? {};
  return limitOf(limit, window, `error.details: limit ${limit}, window_seconds ${window}`);
}

/** Reads `X-RateLimit-Limit: 100`, whose window is at least as long as the wait. */
function plainLimitIn(headers: HttpResponse['headers']): StatedLimit[] {
  const limit = headers['x-ratelimit-limit'];
  const wait = headers['retry-after'];
  if (limit === undefined || !/^\d+$/.test(limit) || !(Number(wait) >= shortestWait)) return [];
  return limitOf(Number(limit), Number(wait), `x-ratelimit-limit: ${limit}, retry-after: ${wait}`);
}

function limitOf(limit: unknown, window: unknown, text: string): StatedLimit[] {
  if (typeof limit !== 'number' || typeof window !== 'number') return [];
  const isKnown = Number.isInteger(limit) && window >= 1 && window <= longestWindow;
  return isKnown ? [{ perMinute: Math.floor((limit * 60) / window), text }] : [];
}
