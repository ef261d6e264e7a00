import type { OperationId } from '../../src/generated/operations.js';
import { Blocked } from '../outcome.js';
import type { Report } from '../report.js';
import type { Result } from '../result.js';
import { Scope } from '../scope.js';
import { Credentials } from './credentials.js';
import { matchOperation } from './match-operation.js';
import type { Breach, RawExchange } from './raw-exchange.js';
import { type Place, see, seeBroken } from './see.js';
import { TrafficJudge, type TrafficOptions } from './traffic-judge.js';
import { TrafficTally, type Unjudged } from './traffic-tally.js';

/** Where the paths of the API begin. */
export const apiPrefix = '/api/v1';

/** The check of the statement that the service speaks HTTP, and its bodies are JSON. */
const speaksHttp = 'envelope.body-is-a-json-object';

export interface WatchOptions extends TrafficOptions {
  /** What precedes `/api/v1` in the addresses of the API. */
  readonly baseUrl: string;
  /** False where whoever recorded the traffic may have taken Authorization out. */
  readonly showsKeys: boolean;
}

/** Sorts what passes by, judges what belongs to the API, and counts what does not or cannot be judged. */
export class TrafficWatch {
  readonly tally: TrafficTally;
  readonly credentials: Credentials;
  readonly #base: string;
  readonly #judge: TrafficJudge;
  readonly #scope: Scope;
  /** Operations whose responses were recorded without their bodies. */
  readonly #bodiless = new Set<OperationId>();

  /** @throws {CannotStart} when an option names no check */
  constructor(options: WatchOptions) {
    this.#base = options.baseUrl.replace(/\/$/, '');
    this.credentials = new Credentials(options.showsKeys);
    this.#scope = new Scope(options.scope);
    this.#judge = new TrafficJudge(this.#base, this.credentials, options);
    this.tally = new TrafficTally(`${this.#base}${apiPrefix}`);
  }

  /** Remembers the secrets of an exchange before it is watched. */
  learn(raw: RawExchange): void {
    this.credentials.learn(raw);
  }

  /** @returns faults of a kind that is seen for the first time */
  watch(raw: RawExchange): Result[] {
    const { tally } = this;
    this.learn(raw);
    const path = pathBelow(this.#base, raw.url);
    if (path === undefined) return tally.passOver('elsewhere');
    const operation = matchOperation(raw.method, path);
    if (operation && !this.#scope.has(operation.operationId)) return tally.passOver('outOfScope');
    const place = operation && { operationId: operation.operationId, path };
    const sort = sortOf(raw);
    if (sort !== undefined && !(place && raw.breach)) return tally.passOver(sort);
    if (!place) return tally.passBy(`${raw.method} ${path}`);
    const broken = raw.breach ? this.#findBreach({ ...raw, breach: raw.breach }, place) : [];
    return sort === undefined ? [...broken, ...this.#judgeResponse(raw, place)] : broken;
  }

  /** @param more notes beside those on what was not judged */
  report(more: readonly string[] = []): Report {
    const notes = [...this.tally.notes(this.#judge.notJudged), ...more];
    return this.#judge.report(notes, ({ check, operationId }) =>
      check.id === speaksHttp && operationId !== null && this.#bodiless.has(operationId)
        ? new Blocked('no answer to it was recorded with its body')
        : undefined,
    );
  }

  #judgeResponse(raw: RawExchange, place: Place): Result[] {
    const { responseBody } = raw;
    if ('unknown' in responseBody) {
      this.#bodiless.add(place.operationId);
      return this.tally.passOver(responseBody.unknown);
    }
    const exchange = see({ ...raw, responseBody }, place, this.credentials);
    this.tally.judge(exchange);
    return this.#judge.judge(exchange);
  }

  #findBreach(raw: RawExchange & { readonly breach: Breach }, place: Place): Result[] {
    const { exchange, breach } = seeBroken(raw, place, this.credentials);
    return this.#judge.find(speaksHttp, exchange, breach);
  }
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
