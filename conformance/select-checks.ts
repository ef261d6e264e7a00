import { nearest } from '../src/text/nearest.js';
import { CannotStart } from './cannot-start.js';
import type { Check } from './check.js';
import { checks as allChecks } from './checks/index.js';
import type { JudgeOptions } from './run-options.js';

/**
 * @returns the checks that are chosen, and others that were not skipped
 * @throws {CannotStart} when an id names no check, or none is left
 */
export function selectChecks({ checks: list = allChecks, only = [], skip = [] }: JudgeOptions): {
  selected: Check[];
  others: Check[];
} {
  const skipped = named(list, skip);
  const wanted = only.length > 0 ? named(list, only) : new Set(list);
  const left = list.filter((check) => !skipped.has(check));
  const selected = left.filter((check) => wanted.has(check));
  // An empty selection would report success.
  if (list.length > 0 && selected.length === 0) {
    throw new CannotStart('No check is left to run: --skip leaves out all that were chosen.');
  }
  return {
    selected,
    others: left.filter((check) => !wanted.has(check)),
  };
}

/**
 * @param patterns ids, or the beginning of ids and a `*`
 * @throws {CannotStart} when one of them names no check
 */
function named(checks: readonly Check[], patterns: readonly string[]): ReadonlySet<Check> {
  const found = patterns.map((pattern) => {
    const matching = checks.filter(({ id }) =>
      pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern,
    );
    if (matching.length === 0) {
      const near = nearest(pattern, [...checks.map(({ id }) => id), ...areasOf(checks)]);
      throw new CannotStart(
        `There is no check ${pattern}${near ? `; is it ${near}?` : ':'} cost-contract checks lists them all.`,
      );
    }
    return matching;
  });
  return new Set(found.flat());
}

/** Such as `errors.*`. */
function areasOf(checks: readonly Check[]): string[] {
  return [...new Set(checks.map(({ id }) => `${id.split('.')[0]}.*`))];
}
