import { printableLines } from '../../../../src/text/printable.js';
import type { Result } from '../../judge/result.js';
import type { Report } from '../../report.js';
import { type Comparison, exitCodeOfComparison } from './compare.js';

/** Renders a comparison as JSON. */
export function jsonComparison(comparison: Comparison): string {
  const { old, new: now, notes, broken, fixed, stillFailing, notJudged, checks } = comparison;
  const value = {
    is_broken: exitCodeOfComparison(comparison) === 1,
    ...{ old: runOf(old), new: runOf(now), notes },
    broken: { failures: failuresIn(broken.failures), verdicts: broken.verdicts },
    fixed: { failures: failuresIn(fixed.failures), verdicts: fixed.verdicts },
    still_failing: failuresIn(stillFailing),
    not_judged: notJudged,
    checks,
  };
  return `${printableLines(JSON.stringify(value, null, 2))}\n`;
}

function runOf({ target, started_at, profile, contract_version, suite_version, summary }: Report) {
  return { target, started_at, profile, contract_version, suite_version, summary };
}

function failuresIn(results: readonly Result[]) {
  return results.flatMap(({ id, operation, violations }) =>
    violations.map(({ fingerprint, message, expected, actual, curl }) => ({
      ...{ check: id, operation, fingerprint, message, expected, actual, curl },
    })),
  );
}
