import type { OperationId } from '../../src/generated/operations.js';
import { CannotRun } from '../outcome.js';
import type { Report } from '../report.js';
import type { Result } from '../result.js';
import { Credentials } from './credentials.js';
import { matchOperation } from './match-operation.js';
import type { Breach, RawExchange } from './raw-exchange.js';
import { type Place, see, seeBroken } from './see.js';
import { createTrafficJudge, type TrafficOptions } from './traffic-judge.js';
import { TrafficTally, type Unjudged } from './traffic-tally.js';

/** Where the paths of the API begin. */
export const apiPrefix = '/api/v1';

/** The check of the statement that the service speaks HTTP, and its bodies are JSON. */
const speaksHttp = 'envelope.body-is-a-json-object';

export interface WatchOptions extends TrafficOptions {
  /** What stands before `/api/v1` in the addresses of the API. */
  readonly baseUrl: string;
  /** False where whoever recorded the traffic may have taken Authorization out. */
  readonly showsKeys: boolean;
}

/**
 * Sorts what passes by, judges what belongs to the API, and counts what does not or cannot be judged.
 *
 * @throws {CannotStart} when an option names no check
 */
export function watchTraffic({ baseUrl, showsKeys, ...options }: WatchOptions) {
  const base = baseUrl.replace(/\/$/, '');
  const credentials = new Credentials(showsKeys);
  const judge = createTrafficJudge(base, credentials, options);
  const tally = new TrafficTally(`${base}${apiPrefix}`);
  /** Operations whose responses were recorded without their bodies. */
  const bodiless = new Set<OperationId>();

  /** @returns faults of a kind that is seen for the first time */
  function watch(raw: RawExchange): Result[] {
    credentials.learn(raw);
    const path = pathBelow(base, raw.url);
    if (path === undefined) return tally.passOver('elsewhere');
    const operation = matchOperation(raw.method, path);
    const place = operation && { operationId: operation.operationId, path };
    const sort = sortOf(raw);
    if (sort !== undefined && !(place && raw.breach)) return tally.passOver(sort);
    if (!place) return tally.passBy(`${raw.method} ${path}`);
    const fresh = raw.breach ? findBreach({ ...raw, breach: raw.breach }, place) : [];
    if (sort !== undefined) return fresh;
    const { responseBody } = raw;
    if ('unknown' in responseBody) {
      bodiless.add(place.operationId);
      tally.passOver(responseBody.unknown);
      return fresh;
    }
    const exchange = see({ ...raw, responseBody }, place, credentials);
    tally.judge(exchange);
    return [...fresh, ...judge.judge(exchange)];
  }

  function findBreach(raw: RawExchange & { readonly breach: Breach }, place: Place): Result[] {
    const { exchange, breach } = seeBroken(raw, place, credentials);
    return judge.find(speaksHttp, exchange, breach);
  }

  return {
    watch,
    /** Remembers the secrets of an exchange before it is watched. */
    learn: (raw: RawExchange) => credentials.learn(raw),
    tally,
    report(): Report {
      return judge.report(tally.notes(judge.notJudged).map(credentials.text), ({ id, operation }) =>
        id === speaksHttp && operation !== null && bodiless.has(operation)
          ? new CannotRun('no answer to it was recorded with its body')
          : undefined,
      );
    },
    credentials,
  };
}

/** @returns the path from `/api/v1` on; undefined when an address lies elsewhere */
export function pathBelow(base: string, url: string): string | undefined {
  if (!url.startsWith(`${base}${apiPrefix}/`)) return undefined;
  return url.slice(base.length).split(/[?#]/, 1)[0];
}

function sortOf({ method, status }: RawExchange): Unjudged | undefined {
  if (method === 'OPTIONS' || method === 'HEAD') return 'empty';
  if (status === 0) return 'unanswered';
  return status < 200 || (status >= 300 && status < 400) ? 'redirected' : undefined;
}
