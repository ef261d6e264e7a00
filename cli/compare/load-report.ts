import { CannotStart } from '../../conformance/engine/cannot-start.js';
import type { Report } from '../../conformance/engine/report.js';
import { inputLimits, readNamed } from '../input/read-input.js';

/**
 * Reads a JSON report.
 *
 * @throws {CannotStart} if the file cannot be read, is not a report, or is one in another format
 */
export async function loadReport(file: string): Promise<Report> {
  const text = await readNamed('the report', file, inputLimits.report);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below, as for any other content.
  }
  if (!isRecord(value) || !Array.isArray(value.results) || typeof value.target !== 'string') {
    throw new CannotStart(
      `${file} is not a JSON report. Write one with: verify URL --reporter json=report.json`,
    );
  }
  const problem = problemIn(value);
  if (problem === undefined) return value as unknown as Report;
  const version =
    typeof value.suite_version === 'string' ? `version ${value.suite_version}` : 'another version';
  throw new CannotStart(
    `${file} was written by ${version} of the suite, in a format that this version cannot read: ${problem}. Run verify again to write a new report.`,
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Test = (value: unknown) => boolean;
const isText: Test = (value) => typeof value === 'string';
const isTextOrNull: Test = (value) => value === null || isText(value);

const ofReport: Readonly<Record<string, Test>> = {
  ...{ contract_version: isText, suite_version: isText, profile: isText, started_at: isText },
  stale_waivers: Array.isArray,
  summary: isRecord,
  progress: (value) => value === null || (isRecord(value) && Array.isArray(value.missing)),
};
const ofResult: Readonly<Record<string, Test>> = {
  ...{ id: isText, status: isText, level: isText, basis: isText, source: isText, requirement: isText },
  ...{ operation: isTextOrNull, message: isTextOrNull, blocked_by: isTextOrNull },
  violations: Array.isArray,
  more_violations: Number.isInteger,
};
const ofViolation: Readonly<Record<string, Test>> = {
  ...{ fingerprint: isText, status: isText, message: isText, expected: isText, actual: isText },
  ...{ curl: isTextOrNull, rows: Number.isInteger, requests: Number.isInteger },
  waiver: (value) => value === null || isRecord(value),
};

/** Returns what a comparison needs and a report does not have. */
function problemIn(report: Readonly<Record<string, unknown>>): string | undefined {
  const results = report.results as readonly unknown[];
  const violations = results.flatMap((result) =>
    isRecord(result) && Array.isArray(result.violations) ? result.violations : [],
  );
  return (
    missingIn(report, ofReport) ??
    results.map((one) => missingIn(one, ofResult)).find(Boolean) ??
    violations.map((one) => missingIn(one, ofViolation)).find(Boolean)
  );
}

function missingIn(value: unknown, members: Readonly<Record<string, Test>>): string | undefined {
  if (!isRecord(value)) return 'a result is not an object';
  const name = Object.keys(members).find((member) => !members[member]?.(value[member]));
  return name === undefined ? undefined : `\`${name}\` is missing or has another type`;
}
