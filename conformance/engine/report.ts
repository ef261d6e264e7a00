import type { BillReport } from './judge/bill-report.js';
import { type Coverage, coverageOf, type Observed } from './judge/coverage.js';
import { lacksPrecondition, type Profile, type Result, type Status, summaryOf } from './judge/result.js';
import { resultsOf } from './judge/results-of.js';
import type { JudgingPolicy, Verdict } from './judge/verdict.js';
import type { StaleWaiver } from './judge/waiver-book.js';
import type { Progress } from './run/implementation.js';

export interface Report {
  readonly target: string;
  readonly contract_version: string;
  readonly suite_version: string;
  readonly profile: Profile;
  readonly started_at: string;
  readonly duration_ms: number;
  /** Requests sent with each API key, and without one. */
  readonly requests: { caller: number; second_caller: number; spare: number; anonymous: number };
  /** Notes about the run as a whole. */
  readonly notes: readonly string[];
  readonly summary: Readonly<Record<Status, number>>;
  readonly results: readonly Result[];
  /** Which of the examined operations the server implements; null for recorded traffic. */
  readonly progress: Progress | null;
  /** Waivers without a match although their check ran; they fail the run. */
  readonly stale_waivers: readonly StaleWaiver[];
  /** What was compared with the bill of `--data`; null without one. */
  readonly bill: BillReport | null;
  /** A template of the fixtures that blocked checks need; null if they need none. */
  readonly fixtures_template: Readonly<Record<string, unknown>> | null;
  /** The part of the contract that was observed. */
  readonly coverage: Coverage;
}

/** @returns 0 conforms, 1 violates, 3 incomplete */
export function exitCodeOf(report: Report): 0 | 1 | 3 {
  const { summary, results, stale_waivers } = report;
  if (summary.failed + stale_waivers.length > 0) return 1;
  // A check blocked by a finding does not make the run incomplete, even if the finding is waived.
  return summary.errored > 0 || results.some(lacksPrecondition) || judgesNothing(report) ? 3 : 0;
}

/** Whether no check of a server applied although all operations are implemented, so that nothing is known about them. */
export function judgesNothing({ results, progress }: Report): boolean {
  return progress?.missing.length === 0 && results.every(({ status }) => status === 'not_applicable');
}

/** The data of a report before redaction. */
export interface Judged extends Observed {
  readonly target: string;
  readonly startedAt: Date;
  readonly requests: Report['requests'];
  readonly notes: readonly string[];
  /** Verdicts without an outcome are omitted from the report. */
  readonly verdicts: readonly Pick<Verdict, 'check' | 'operationId' | 'outcome'>[];
  readonly progress?: Progress;
  /** With secrets redacted. */
  readonly bill?: BillReport | null;
  /** Returns a template of the fixtures that blocked results need. */
  readonly fixturesTemplate?: (results: readonly Result[]) => Readonly<Record<string, unknown>> | null;
  readonly policy: JudgingPolicy;
  /** Whether a result is complete, so that a waiver without a match is stale. */
  readonly showsStale: (result: Result) => boolean;
}

/** Builds the report from verdicts. */
export function reportOf(judged: Judged): Report {
  const { verdicts, startedAt, policy } = judged;
  const { standards, redact, profile, waivers } = policy;
  const results = resultsOf(verdicts, policy);
  const stale = waivers.stale(results.filter(judged.showsStale));
  return {
    target: redact(judged.target),
    contract_version: standards.version,
    suite_version: standards.suiteVersion,
    profile,
    started_at: startedAt.toISOString(),
    duration_ms: Date.now() - startedAt.getTime(),
    requests: judged.requests,
    notes: judged.notes.map(redact),
    summary: summaryOf(results),
    results,
    progress: judged.progress ?? null,
    bill: judged.bill ?? null,
    fixtures_template: judged.fixturesTemplate?.(results) ?? null,
    stale_waivers: stale.map((waiver) => ({ ...waiver, reason: redact(waiver.reason) })),
    coverage: redactShapes(coverageOf(standards, judged, results), redact),
  };
}

/** A departure shows the value that the server returned. */
function redactShapes(coverage: Coverage, redact: JudgingPolicy['redact']): Coverage {
  const operations = coverage.operations.map(({ shape, ...operation }) => {
    const { departure = null } = shape ?? {};
    return {
      ...operation,
      shape: shape && {
        ...shape,
        departure: departure && { ...departure, actual: redact(departure.actual) },
      },
    };
  });
  return { ...coverage, operations };
}
