import { nearest } from '../src/text/nearest.js';
import { CannotStart } from './cannot-start.js';
import type { Check } from './check.js';
import { checks as allChecks } from './checks/index.js';
import type { JudgeOptions } from './run-options.js';

/**
 * @returns the selected checks, and the others that are not skipped
 * @throws {CannotStart} if a pattern matches no check, or no check is left
 */
export function selectChecks({ checks: list = allChecks, only = [], skip = [] }: JudgeOptions): {
  selected: Check[];
  others: Check[];
} {
  const skipped = named(list, skip);
  const wanted = only.length > 0 ? named(list, only) : new Set(list);
  const left = list.filter((check) => !skipped.has(check));
  const selected = left.filter((check) => wanted.has(check));
  // A run without checks would report success.
  if (list.length > 0 && selected.length === 0) {
    throw new CannotStart('No check is left to run: --skip excludes every selected check.');
  }
  return {
    selected,
    others: left.filter((check) => !wanted.has(check)),
  };
}

/**
 * @param patterns ids, or prefixes of ids followed by `*`
 * @throws {CannotStart} if a pattern matches no check
 */
function named(checks: readonly Check[], patterns: readonly string[]): ReadonlySet<Check> {
  const found = patterns.map((pattern) => {
    const matching = checks.filter(({ id }) =>
      pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern,
    );
    if (matching.length === 0) {
      const near = nearest(pattern, [...checks.map(({ id }) => id), ...areasOf(checks)]);
      throw new CannotStart(
        `Unknown check '${pattern}'.${near ? ` Did you mean '${near}'?` : ''} 'cost-contract checks' lists all checks.`,
      );
    }
    return matching;
  });
  return new Set(found.flat());
}

/** Returns a pattern for each area, such as `errors.*`. */
function areasOf(checks: readonly Check[]): string[] {
  return [...new Set(checks.map(({ id }) => `${id.split('.')[0]}.*`))];
}
