import type { TestResponse } from '../support/serve.js';
import { refusal, withHeaders } from './changes.js';
import type { Change } from './faulty-server.js';

const minuteMs = 60_000;

/** Decides whether one more request of a key is admitted. */
type Admit = (key: string) => boolean;

/** Refuses requests of each API key; the server that is changed must not limit them earlier. */
function limited(admit: Admit, headers: Readonly<Record<string, string>>): Change {
  return (server) => async (request) => {
    const key = request.headers.authorization;
    const response = await server(request);
    // The headers of the changed server describe its own limit.
    const bare = (one: TestResponse) =>
      withHeaders(one, { RateLimit: undefined, 'RateLimit-Policy': undefined });
    const isKnown = key !== undefined && response.status !== 401;
    return isKnown && !admit(key) ? withHeaders(refusal(429), headers) : bare(response);
  };
}

/** A limit of requests in any minute. */
export function limitPerMinute(limit: number, headers: Readonly<Record<string, string>> = {}): Change {
  const admitted = new Map<string, number[]>();
  return limited((key) => {
    const times = (admitted.get(key) ?? []).filter((at) => at > Date.now() - minuteMs);
    const isAdmitted = times.length < limit;
    admitted.set(key, isAdmitted ? [...times, Date.now()] : times);
    return isAdmitted;
  }, headers);
}

/** A limit per second that admits some more requests at once. */
export function limitPerSecond(
  limit: number,
  burst: number,
  headers: Readonly<Record<string, string>> = {},
): Change {
  const buckets = new Map<string, { left: number; at: number }>();
  return limited((key) => {
    const { left, at } = buckets.get(key) ?? { left: burst, at: Date.now() };
    const refilled = Math.min(burst, left + ((Date.now() - at) / 1000) * limit);
    const isAdmitted = refilled >= 1;
    buckets.set(key, { left: isAdmitted ? refilled - 1 : refilled, at: Date.now() });
    return isAdmitted;
  }, headers);
}
