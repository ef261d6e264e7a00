import type { Check } from './check.js';
import type { Exchange } from './http/exchange.js';
import type { Run } from './start-run.js';
import { intervalOf, perMinute } from './target/limits/rate-limiter.js';
import { maxConcurrent } from './target/target.js';

/** Requests per API key, and without one. */
export interface PlannedRequests {
  readonly caller: number;
  readonly second_caller: number;
  readonly spare: number;
  readonly anonymous: number;
}

export interface PlannedDuration {
  /** Time that the run waits for the rate limit, in seconds. */
  readonly waitSeconds: number;
  /** Median time of a response while planning, in milliseconds. */
  readonly latencyMs: number;
  /** The expected duration of the run, including the waits, in seconds. */
  readonly seconds: number;
}

/** The requests of one check. */
export interface PlannedCheck {
  readonly check: Check;
  /** The number of operations that it runs on. */
  readonly operations: number;
  readonly requests: number;
}

/** Invalid credentials that are sent to each operation. */
const anonymousPerOperation = 4;

/** Adds up the requests of a run by the key that sends them. */
export function plannedRequests(
  { api, target, inScope }: Run,
  costs: readonly PlannedCheck[],
): PlannedRequests {
  const isSpread = ({ check }: PlannedCheck) =>
    target.has('second_caller') && check.kind !== 'passive' && check.anyKey === true;
  const sumOf = (some: readonly PlannedCheck[]) => some.reduce((sum, { requests }) => sum + requests, 0);
  const spread = costs.filter(isSpread);
  const exhausts = costs.some(
    ({ check, operations }) => check.kind !== 'passive' && check.exhaustsRateLimit === true && operations > 0,
  );
  return {
    caller: target.count('caller') + inScope.length + sumOf(costs.filter((cost) => !isSpread(cost))),
    // Also the correct request to each operation that it has access to.
    second_caller: target.has('second_caller')
      ? target.count('second_caller') + sumOf(spread) + inScope.length
      : 0,
    spare: target.count('spare') + (exhausts ? api.rateLimit + 1 : 0),
    anonymous: target.count('anonymous') + anonymousPerOperation * inScope.length,
  };
}

/** The third key is not limited, because its limit is exhausted on purpose. */
function limitedSeconds({ caller, second_caller }: PlannedRequests): number {
  return Math.floor(Math.max(0, Math.max(caller, second_caller) - 1) / perMinute) * 60;
}

function spacedSeconds({ caller, second_caller, anonymous }: PlannedRequests, rate: number): number {
  const most = Math.max(caller, second_caller, anonymous);
  return Math.round((Math.max(0, most - 1) * intervalOf(rate)) / 1000);
}

/** Estimates how long requests take, from exchanges with the server. */
export function plannedDuration(
  requests: PlannedRequests,
  exchanges: readonly Pick<Exchange, 'response'>[],
  rate?: number,
): PlannedDuration {
  const waitSeconds = rate === undefined ? limitedSeconds(requests) : spacedSeconds(requests, rate);
  const times = exchanges.flatMap(({ response }) => response?.durationMs ?? []).sort((a, b) => a - b);
  const latencyMs = times[Math.floor(times.length / 2)] ?? 0;
  const total = Object.values(requests).reduce((sum, count) => sum + count, 0);
  const seconds = waitSeconds + (total * latencyMs) / maxConcurrent / 1000;
  return { waitSeconds, latencyMs, seconds };
}
