import { nearest } from '../../../src/text/nearest.js';
import { CannotStart } from '../cannot-start.js';
import type { Check } from '../check.js';
import type { Operation } from '../operation.js';
import type { JudgeOptions, RunOptions } from '../run-options.js';

type Options = JudgeOptions & Pick<RunOptions, 'verdicts' | 'data'>;

interface Selection {
  /** Checks with a verdict in the report. */
  readonly selected: readonly Check[];
  /** All checks that are not skipped. */
  readonly available: readonly Check[];
  /** Whether the report contains the verdict of a check on an operation. */
  readonly isSelected: (check: Check, operation: Operation | null) => boolean;
}

/** @throws {CannotStart} if a pattern matches no check, or no check is left */
export function selectChecks(
  all: readonly Check[],
  { checks: list = all, only = [], skip = [], verdicts, data }: Options,
): Selection {
  const skipped = named(list, skip);
  const isRunnable = (check: Check) => data !== undefined || check.kind === 'passive' || !check.needsBill;
  const available = list.filter((check) => !skipped.has(check) && isRunnable(check));
  const wanted = only.length > 0 ? named(list, only) : new Set(list);
  const candidates = available.filter((check) => wanted.has(check));
  const ids = verdicts && new Set(verdicts.map(({ id }) => id));
  const selected = candidates.filter(({ id }) => ids?.has(id) ?? true);
  const names = verdicts && new Set(verdicts.map(({ id, operation }) => `${id} ${operation}`));
  // A run without checks would report success.
  if (list.length > 0 && selected.length === 0) {
    if (![...wanted].some(isRunnable))
      throw new CannotStart('The selected checks compare figures with a bill. Pass its files with --data.');
    throw new CannotStart(
      candidates.length > 0
        ? 'No check is left to run: this suite has none of the checks that failed in the report.'
        : 'No check is left to run: --skip excludes every selected check.',
    );
  }
  return {
    selected,
    available,
    isSelected: (check, operation) =>
      wanted.has(check) && (names?.has(`${check.id} ${operation?.operationId ?? null}`) ?? true),
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
        `Unknown check '${pattern}'.${near ? ` Did you mean '${near}'?` : ''} 'npx cloud-cost-contract checks' lists all checks.`,
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
