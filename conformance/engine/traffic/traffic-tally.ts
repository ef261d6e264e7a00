import { beginningOf } from '../beginning-of.js';
import { count } from '../count.js';
import type { SeenExchange } from './seen-exchange.js';

/** Why an exchange was not judged. */
export type SkipReason =
  | 'elsewhere'
  | 'outOfScope'
  | 'empty'
  | 'noResponse'
  | 'redirected'
  | 'cached'
  | 'missing'
  | 'truncated'
  | 'encoded'
  | 'tooLarge'
  | 'longUrl'
  | 'stopped';

/** Maximum number of unknown routes that a note names; the others are counted. */
const maxNamedRoutes = 8;
/** Maximum number of unknown routes that are stored. */
const maxRoutes = 1000;
/** Maximum characters of an unknown route that is stored. */
const longestRoute = 2000;

/** Counts the exchanges that were judged, and those that were skipped by reason. */
export class TrafficTally {
  readonly skipped: Record<SkipReason, number> = {
    elsewhere: 0,
    outOfScope: 0,
    empty: 0,
    noResponse: 0,
    redirected: 0,
    cached: 0,
    missing: 0,
    truncated: 0,
    encoded: 0,
    tooLarge: 0,
    longUrl: 0,
    stopped: 0,
  };
  /** Number of responses that were judged. */
  judged = 0;
  #anonymous = 0;
  readonly #unknownRoutes = new Set<string>();
  #unknown = 0;

  /** @param apiUrl URL of the API, for notes */
  constructor(readonly apiUrl: string) {}

  skip(reason: SkipReason): [] {
    this.skipped[reason] += 1;
    return [];
  }

  /** @param route method and path that are not in the contract */
  skipUnknown(route: string): [] {
    this.#unknown += 1;
    if (this.#unknownRoutes.size < maxRoutes) this.#unknownRoutes.add(beginningOf(route, longestRoute));
    return [];
  }

  judge({ callerId }: SeenExchange): void {
    this.judged += 1;
    if (callerId === null) this.#anonymous += 1;
  }

  /** @param skippedChecks number of checks that have to send requests */
  notes(skippedChecks: number): string[] {
    const { judged } = this;
    return [
      `Checked ${count(judged, 'response')}. Operations that were not called are not covered.${skippedChecks > 0 ? ` Skipped ${count(skippedChecks, 'check')} that have to send requests; run verify for these.` : ''}`,
      ...this.notesOnSkipped(),
      ...(judged > 0 && this.#anonymous === judged
        ? [
            'Repeated writes were not compared, because no request has an Authorization header. Record with Authorization; it is redacted in reports.',
          ]
        : []),
    ];
  }

  notesOnSkipped(): string[] {
    const { skipped } = this;
    return [
      ...noteOn(this.#unknown, `not in the contract: ${firstOf([...this.#unknownRoutes])}`),
      ...noteOn(skipped.elsewhere, `not to ${this.apiUrl}`),
      ...noteOn(skipped.outOfScope, 'with operations out of scope'),
      ...noteOn(skipped.noResponse, 'without a response, such as requests that the client aborted'),
      ...noteOn(skipped.redirected, 'redirected'),
      ...noteOn(skipped.cached, 'served from a cache. Record with the cache disabled'),
      ...noteOn(skipped.empty, 'with OPTIONS or HEAD, which have no response body'),
      ...noteOn(skipped.missing, 'recorded without the response body. Record with content'),
      ...noteOn(skipped.truncated, 'recorded with only a part of the response body'),
      ...noteOn(skipped.tooLarge, 'with a body larger than 16 MiB'),
      ...noteOn(skipped.longUrl, 'with a URL of more than 64 Ki characters'),
      ...noteOn(skipped.stopped, 'that the stopped check had not reached'),
      ...noteOn(skipped.encoded, `with a Content-Encoding that Node ${process.versions.node} cannot decode`),
    ];
  }
}

function noteOn(number: number, what: string): string[] {
  return number === 0 ? [] : [`Not checked: ${count(number, 'exchange')} ${what}.`];
}

function firstOf(names: readonly string[]): string {
  const more = names.length - maxNamedRoutes;
  return `${names.slice(0, maxNamedRoutes).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
