import { count } from '../count.js';
import type { SeenExchange } from './seen-exchange.js';

/** Why an exchange with the API was not judged. */
export type Unjudged =
  | 'elsewhere'
  | 'outOfScope'
  | 'empty'
  | 'unanswered'
  | 'redirected'
  | 'missing'
  | 'truncated';

/** Paths that the contract does not have and that are named; the others are counted. */
const namedPaths = 8;
/** Of these the ones that are remembered. */
const mostPaths = 1000;

/** Counts what was judged and what was not. */
export class TrafficTally {
  readonly passedOver: Record<Unjudged, number> = {
    elsewhere: 0,
    outOfScope: 0,
    empty: 0,
    unanswered: 0,
    redirected: 0,
    missing: 0,
    truncated: 0,
  };
  /** Responses that were judged. */
  judged = 0;
  #anonymous = 0;
  readonly #strangers = new Set<string>();
  #ofStrangers = 0;

  /** @param place where the API is */
  constructor(readonly place: string) {}

  passOver(sort: Unjudged): [] {
    this.passedOver[sort] += 1;
    return [];
  }

  /** @param route that the contract does not have, without keys */
  passBy(route: string): [] {
    this.#ofStrangers += 1;
    if (this.#strangers.size < mostPaths) this.#strangers.add(route);
    return [];
  }

  judge({ callerId }: SeenExchange): void {
    this.judged += 1;
    if (callerId === null) this.#anonymous += 1;
  }

  /** @param verifyOnly checks that send requests of their own */
  notes(verifyOnly: number): string[] {
    const { judged, passedOver } = this;
    return [
      `Judged ${count(judged, 'answer')} that others asked for; what was not asked for is not seen.${verifyOnly > 0 ? ` ${count(verifyOnly, 'check')} of the suite send requests of their own, which only verify does.` : ''}`,
      ...about(this.#ofStrangers, (are) => `${are} not in the contract: ${someOf([...this.#strangers])}.`),
      ...about(passedOver.elsewhere, (are) => `${are} not to ${this.place}.`),
      ...about(passedOver.outOfScope, (are) => `${are} with operations out of scope.`),
      ...about(passedOver.unanswered, (are) => `${are} without an answer, as when a page is left.`),
      ...about(passedOver.redirected, (are) => `${are} redirected or answered from a cache.`),
      ...about(passedOver.empty, (are) => `${are} OPTIONS or HEAD, which have no body.`),
      ...about(
        passedOver.missing,
        (are) => `${are} recorded without the body of the answer: record with content.`,
      ),
      ...about(passedOver.truncated, (are) => `${are} recorded with only a part of the answer's body.`),
      ...(judged > 0 && this.#anonymous === judged
        ? [
            'No request shows who sent it, so repeated writes are not compared: record with Authorization; it is taken out of reports.',
          ]
        : []),
    ];
  }
}

function about(number: number, sentence: (are: string) => string): string[] {
  if (number === 0) return [];
  return [`Not judged: ${sentence(`${count(number, 'exchange')} ${number === 1 ? 'was' : 'were'}`)}`];
}

function someOf(names: readonly string[]): string {
  const more = names.length - namedPaths;
  return `${names.slice(0, namedPaths).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
