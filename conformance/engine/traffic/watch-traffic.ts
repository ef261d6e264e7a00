import { bodyIsJson } from '../check-ids.js';
import { bodyLimit } from '../http/send.js';
import { Blocked } from '../judge/outcome.js';
import type { Result } from '../judge/result.js';
import type { Standards } from '../judge/standards.js';
import type { OperationId } from '../operation.js';
import { Pace } from '../pace.js';
import type { Report } from '../report.js';
import { Scope } from '../run/scope.js';
import { Credentials } from './credentials.js';
import { type MatchOperation, operationMatcher } from './match-operation.js';
import { type Place, parseBrokenExchange, parseExchange } from './parse-exchange.js';
import type { Breach, RawExchange } from './raw-exchange.js';
import { TrafficJudge, type TrafficOptions } from './traffic-judge.js';
import { type SkipReason, TrafficTally } from './traffic-tally.js';

/** Maximum characters of a URL; servers refuse far shorter ones. */
const longestUrl = 64 * 1024;

export interface WatchOptions extends TrafficOptions {
  /** URL of the API, without `/api/v1`. */
  readonly baseUrl: string;
  /** Stops judging: what follows is counted. */
  readonly signal?: AbortSignal;
  /** False if the recorder may have removed Authorization headers. */
  readonly showsKeys: boolean;
}

/** Judges the exchanges with the API, and counts those that are skipped. */
export class TrafficWatch {
  readonly tally: TrafficTally;
  readonly credentials: Credentials;
  readonly target: string;
  readonly #judge: TrafficJudge;
  readonly #scope: Scope;
  readonly #match: MatchOperation;
  readonly #pace: Pace;
  /** Operations with responses whose bodies were not recorded. */
  readonly bodiless = new Set<OperationId>();

  /** @throws {CannotStart} if an option names an unknown check */
  constructor(
    readonly standards: Standards,
    options: WatchOptions,
  ) {
    this.target = options.baseUrl.replace(/\/$/, '');
    this.credentials = new Credentials(options.showsKeys);
    this.#scope = new Scope(standards, options.scope);
    this.#match = operationMatcher(standards.operations);
    this.#pace = new Pace(options.signal);
    this.#judge = new TrafficJudge(this.target, this.credentials, standards, options);
    this.tally = new TrafficTally(`${this.target}${standards.basePath}`);
  }

  /** Stores the secrets of exchanges, so that they are redacted in earlier ones too. */
  async learn(all: readonly RawExchange[]): Promise<void> {
    for (const raw of all) {
      if (!(await this.#pace.goesOn())) return;
      this.credentials.learn(raw);
    }
  }

  /** Judges an exchange whose secrets are not known yet. */
  async observe(raw: RawExchange): Promise<Result[]> {
    this.credentials.learn(raw);
    return this.judge(raw);
  }

  /**
   * Judges an exchange whose secrets are known.
   *
   * @returns the findings of kinds that occur for the first time
   */
  async judge(raw: RawExchange): Promise<Result[]> {
    const { tally } = this;
    if (!(await this.#pace.goesOn())) return tally.skip('stopped');
    const path = pathBelow(this.target, raw.url, this.standards);
    if (path === undefined) return tally.skip('elsewhere');
    const operation = this.#match(raw.method, path);
    if (operation && !this.#scope.has(operation.operationId)) return tally.skip('outOfScope');
    const place = operation && { operationId: operation.operationId, path };
    const skipReason = skipReasonOf(raw);
    if (place && skipReason === 'cached') this.bodiless.add(place.operationId);
    if (skipReason !== undefined && !(place && raw.breach)) return tally.skip(skipReason);
    if (!place) return tally.skipUnknown(`${raw.method} ${path}`);
    const breaches = raw.breach ? this.#addBreach({ ...raw, breach: raw.breach }, place) : [];
    return skipReason === undefined ? [...breaches, ...(await this.#judgeResponse(raw, place))] : breaches;
  }

  /** @param more additional notes */
  report(more: readonly string[] = []): Report {
    const notes = [...this.tally.notes(this.#judge.skippedChecks), ...more];
    return this.#judge.report(notes, ({ check, operationId }) => {
      if (this.tally.skipped.stopped > 0) return new Blocked('the check was stopped');
      return check.id === bodyIsJson && operationId !== null && this.bodiless.has(operationId)
        ? new Blocked('no response was recorded with its body')
        : undefined;
    });
  }

  async #judgeResponse(raw: RawExchange, place: Place): Promise<Result[]> {
    const { responseBody } = raw;
    if ('text' in responseBody && responseBody.text.length > bodyLimit) {
      this.bodiless.add(place.operationId);
      return this.tally.skip('tooLarge');
    }
    if ('unknown' in responseBody) {
      this.bodiless.add(place.operationId);
      return this.tally.skip(responseBody.unknown);
    }
    const exchange = parseExchange({ ...raw, responseBody }, place, this.credentials);
    this.tally.judge(exchange);
    return this.#judge.judge(exchange, this.#pace);
  }

  #addBreach(raw: RawExchange & { readonly breach: Breach }, place: Place): Result[] {
    const { exchange, breach } = parseBrokenExchange(raw, place, this.credentials);
    return this.#judge.addViolation(bodyIsJson, exchange, breach);
  }
}

/** Returns the path of a URL from the base path of the API on; undefined if the URL does not belong to the API. */
export function pathBelow(
  base: string,
  url: string,
  { basePath }: Pick<Standards, 'basePath'>,
): string | undefined {
  if (!url.startsWith(`${base}${basePath}/`)) return undefined;
  return url.slice(base.length).split(/[?#]/, 1)[0];
}

function skipReasonOf({ method, status, url }: RawExchange): SkipReason | undefined {
  if (url.length > longestUrl) return 'longUrl';
  if (method === 'OPTIONS' || method === 'HEAD') return 'empty';
  if (status === 0) return 'noResponse';
  if (status === 304) return 'cached';
  return status < 200 || (status >= 300 && status < 400) ? 'redirected' : undefined;
}
