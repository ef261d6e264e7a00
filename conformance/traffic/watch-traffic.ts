import type { OperationId } from '../../src/generated/operations.js';
import { count } from '../count.js';
import { CannotRun } from '../outcome.js';
import type { Report, Result } from '../report/report.js';
import { createDisguise } from './disguise.js';
import { matchOperation } from './match-operation.js';
import type { RawExchange } from './raw-exchange.js';
import { see } from './see.js';
import { createTrafficJudge, type TrafficOptions } from './traffic-judge.js';

/** Where the paths of the API begin. */
export const apiPrefix = '/api/v1';

/** Paths that the contract does not have and that are named; the others are counted. */
const namedPaths = 8;

type Unjudged = 'elsewhere' | 'empty' | 'unanswered' | 'redirected' | 'missing' | 'truncated';

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
  const judge = createTrafficJudge(base, options);
  const disguise = createDisguise(showsKeys);
  const passedOver: Record<Unjudged, number> = {
    elsewhere: 0,
    empty: 0,
    unanswered: 0,
    redirected: 0,
    missing: 0,
    truncated: 0,
  };
  const bodiless = new Set<OperationId>();
  const strangers = new Set<string>();
  let ofStrangers = 0;
  let judged = 0;
  let anonymous = 0;

  /** @returns faults of a kind that is seen for the first time */
  function watch(raw: RawExchange): Result[] {
    disguise.learn(raw.requestHeaders);
    const path = pathBelow(base, raw.url);
    const sort = path === undefined ? 'elsewhere' : sortOf(raw);
    if (path === undefined || sort !== undefined) {
      passedOver[sort ?? 'elsewhere'] += 1;
      return [];
    }
    const operation = matchOperation(raw.method, path);
    if (!operation) {
      ofStrangers += 1;
      if (strangers.size < 1000) strangers.add(`${raw.method} ${disguise.text(path).text}`);
      return [];
    }
    const { operationId } = operation;
    const { responseBody } = raw;
    if ('unknown' in responseBody) {
      passedOver[responseBody.unknown] += 1;
      bodiless.add(operationId);
      return [];
    }
    judged += 1;
    const exchange = see({ ...raw, responseBody }, { operationId, path }, disguise);
    if (exchange.callerId === null) anonymous += 1;
    return judge.judge(exchange);
  }

  const notes = (): string[] => [
    `Judged ${count(judged, 'answer')} that others asked for; what was not asked for is not seen.${judge.notJudged > 0 ? ` ${count(judge.notJudged, 'check')} of the suite send requests of their own, which only verify does.` : ''}`,
    ...about(ofStrangers, (are) => `${are} not in the contract: ${someOf([...strangers])}.`),
    ...about(passedOver.elsewhere, (are) => `${are} not to ${base}${apiPrefix}.`),
    ...about(passedOver.unanswered, (are) => `${are} without an answer, as when a page is left.`),
    ...about(passedOver.redirected, (are) => `${are} redirected or answered from a cache.`),
    ...about(passedOver.empty, (are) => `${are} OPTIONS or HEAD, which have no body.`),
    ...about(
      passedOver.missing,
      (are) => `${are} recorded without the body of the answer: record with content.`,
    ),
    ...about(passedOver.truncated, (are) => `${are} recorded with only a part of the answer's body.`),
    ...(judged > 0 && anonymous === judged
      ? [
          'No request shows who sent it, so repeated writes are not compared: record with Authorization; it is taken out of reports.',
        ]
      : []),
  ];

  return {
    watch,
    /** Answers that were judged. */
    judged: () => judged,
    passedOver: passedOver as Readonly<Record<Unjudged, number>>,
    report(): Report {
      return judge.report(notes(), ({ id, operation }) =>
        id === 'envelope.body-is-a-json-object' && operation !== null && bodiless.has(operation)
          ? new CannotRun('no answer to it was recorded with its body')
          : undefined,
      );
    },
    disguise,
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

function about(number: number, sentence: (are: string) => string): string[] {
  if (number === 0) return [];
  return [`Not judged: ${sentence(`${count(number, 'exchange')} ${number === 1 ? 'was' : 'were'}`)}`];
}

function someOf(names: readonly string[]): string {
  const more = names.length - namedPaths;
  return `${names.slice(0, namedPaths).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
