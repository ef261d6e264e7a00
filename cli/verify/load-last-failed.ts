import { CannotStart } from '../../conformance/engine/cannot-start.js';
import type { Result } from '../../conformance/engine/judge/result.js';
import type { VerdictName } from '../../conformance/engine/run-options.js';
import { inputLimits, readNamed } from '../input/read-input.js';

/** Whether `--last-failed` runs a verdict again. */
export function isUnsuccessful({ status }: Pick<Result, 'status'>): boolean {
  return status === 'failed' || status === 'blocked' || status === 'errored';
}

/**
 * Reads which verdicts of a JSON report are failed, blocked or errored.
 *
 * @throws {CannotStart} if the file is not such a report, or has none of them
 */
export async function loadLastFailed(file: string): Promise<readonly VerdictName[]> {
  const text = await readNamed('the report', file, inputLimits.report);
  const verdicts = resultsIn(text, file)
    .filter(isUnsuccessful)
    .map(({ id, operation }) => ({ id, operation }));
  if (verdicts.length > 0) return verdicts;
  throw new CannotStart(`No check failed or was blocked in ${file}. Run verify without --last-failed.`);
}

function resultsIn(text: string, file: string): readonly Pick<Result, 'id' | 'status' | 'operation'>[] {
  try {
    const { results } = JSON.parse(text);
    if (Array.isArray(results) && results.every((one) => typeof one?.id === 'string')) return results;
  } catch {
    // The message below applies to any other content too.
  }
  throw new CannotStart(
    `${file} is not a JSON report of verify. Write one with --reporter json=report.json.`,
  );
}
