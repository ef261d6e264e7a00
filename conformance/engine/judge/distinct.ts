import { groupBy } from '../../../src/group-by.js';
import { kindOf } from './fingerprint.js';
import type { Violation } from './outcome.js';

/** Maximum number of kinds of violations that a verdict lists. */
export const mostKinds = 100;

/** Returns the number of rows and of requests that violations of one kind occur in. */
export function occurrencesOf(violations: readonly Pick<Violation, 'rows' | 'requests' | 'exchange'>[]): {
  rows: number;
  requests: number;
} {
  const exchanges = new Set<Violation['exchange']>();
  let rows = 0;
  let requests = 0;
  for (const one of violations) {
    const isSeen = one.exchange !== undefined && exchanges.has(one.exchange);
    exchanges.add(one.exchange);
    rows += one.rows ?? 1;
    requests += one.requests ?? (isSeen ? 0 : 1);
  }
  return { rows, requests };
}

/** Collects violations: the first of each kind, with the number of rows and requests that have it. */
export class DistinctViolations {
  readonly #kinds = new Map<string, Violation>();
  /** Number of violations of kinds that exceed the limit. */
  #omitted = 0;

  get list(): readonly Violation[] {
    return [...this.#kinds.values()];
  }

  get omitted(): number {
    return this.#omitted;
  }

  /** @param violations those of one exchange */
  add(violations: readonly Violation[]): void {
    for (const [kind, same] of groupBy(violations, keyOf)) {
      const known = this.#kinds.get(kind);
      if (!known && this.#kinds.size >= mostKinds) this.#omitted += same.length;
      else {
        const counts = occurrencesOf(known ? [known, ...same] : same);
        this.#kinds.set(kind, { ...(known ?? same[0]), ...counts });
      }
    }
  }
}

/** Violations that may be weighed or blocked differently are not of one kind. */
function keyOf(violation: Violation): string {
  const { basis, deviation, isDocumented, dependsOn, exchange } = violation;
  return JSON.stringify([
    kindOf(violation),
    basis,
    deviation,
    isDocumented,
    dependsOn,
    exchange?.undocumented,
  ]);
}
