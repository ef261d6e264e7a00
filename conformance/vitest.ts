import type { Check } from './check.js';
import type { FetchHandler } from './http/fetch-sender.js';
import { printable } from './printable.js';
import { subjectName } from './report/findings.js';
import { exitCodeOf, type Report } from './report.js';
import { isBlockedByFinding, type Result } from './result.js';
import { runChecks } from './run-checks.js';
import type { RunOptions } from './run-options.js';
import { selectChecks } from './select-checks.js';

/** A server that was started for the tests. */
export interface ListeningServer {
  readonly url: string;
  close?(): unknown;
}

/** Where the server is: exactly one of the three. */
export type Subject =
  | { readonly url: string; readonly fetch?: never; readonly listen?: never }
  /** Answers in the same process, as the `fetch` of many frameworks does. */
  | { readonly fetch: FetchHandler; readonly url?: never; readonly listen?: never }
  /** Starts the server before the tests; it is closed after them. */
  | {
      readonly listen: () => string | ListeningServer | Promise<string | ListeningServer>;
      readonly url?: never;
      readonly fetch?: never;
    };

export type ConformanceOptions = Subject &
  Pick<
    RunOptions,
    | 'apiKeys'
    | 'profile'
    | 'only'
    | 'skip'
    | 'scope'
    | 'allowMissing'
    | 'fixtures'
    | 'waivers'
    | 'allowWrites'
    | 'allowRateLimit'
    | 'timeoutMs'
  > & {
    /** What the tests stand under; `contract` when absent. */
    readonly name?: string;
    /** The longest that the whole run may take; 120 s when absent. */
    readonly runTimeoutMs?: number;
  };

const { afterAll, beforeAll, describe, test } = await import('vitest').catch((cause) => {
  throw new Error('cloud-cost-contract/vitest needs vitest. Install it: npm install --save-dev vitest@4', {
    cause,
  });
});

/**
 * Declares a test for each check of the suite, by area. The suite runs once, before the first of
 * them: a test fails where its check does, or cannot be run, and is skipped where there is nothing to check.
 *
 * @throws {CannotStart} when an option names no check
 * @example
 * ```ts
 * import { conformance } from 'cloud-cost-contract/vitest';
 *
 * conformance({ url: 'http://localhost:8080', apiKeys: ['key-of-a-caller', 'key-of-another'] });
 * ```
 */
export function conformance(options: ConformanceOptions): void {
  const { name = 'contract', runTimeoutMs = 120_000 } = options;
  const { selected } = selectChecks(options);
  describe(name, () => {
    let server: ListeningServer | undefined;
    let report: Report;
    beforeAll(async () => {
      const started = await options.listen?.();
      server = typeof started === 'string' ? { url: started } : started;
      report = await runOver(server?.url ?? options.url ?? 'http://localhost', options, runTimeoutMs);
    }, runTimeoutMs + 10_000);
    afterAll(async () => {
      await server?.close?.();
    });

    for (const [area, checks] of byArea(selected)) {
      describe(area, () => {
        for (const { id } of checks) {
          test(id, (context) => {
            tell(
              report.results.filter((result) => result.id === id),
              context.skip,
            );
          });
        }
      });
    }

    if (options.waivers?.length) {
      test('waivers are all needed', () => {
        const stale = report.stale_waivers.map(
          ({ check, fingerprint }) =>
            `The waiver ${fingerprint} of ${check} accepts nothing any more: take it out.`,
        );
        if (stale.length > 0) throw plainError(stale.join('\n'));
      });
    }
  });
}

async function runOver(target: string, options: ConformanceOptions, runTimeoutMs: number): Promise<Report> {
  const signal = AbortSignal.timeout(runTimeoutMs);
  const report = await runChecks({ ...options, target, signal }).catch((error: Error) => {
    throw plainError(error.message);
  });
  if (exitCodeOf(report) !== 0) for (const note of report.notes) console.warn(note);
  return report;
}

function byArea(checks: readonly Check[]): Map<string, Check[]> {
  const areas = new Map<string, Check[]>();
  for (const check of checks) {
    const [area = ''] = check.id.split('.');
    areas.set(area, [...(areas.get(area) ?? []), check]);
  }
  return areas;
}

/** Turns the verdicts of one check into what becomes of its test. */
function tell(results: readonly Result[], skip: (reason: string) => never): void {
  const of = (...wanted: Result['status'][]) => results.filter(({ status }) => wanted.includes(status));
  const wrong = of('failed', 'errored', 'blocked').filter((result) => !isBlockedByFinding(result));
  if (wrong.length > 0) throw plainError(sentences(wrong));
  const accepted = of('warned', 'waived');
  if (accepted.length > 0) console.warn(sentences(accepted));
  if (of('passed', 'warned', 'waived').length === 0) {
    skip(results[0]?.message ?? 'nothing is there that it is about');
  }
}

const words: Partial<Record<Result['status'], string>> = {
  blocked: 'blocked',
  errored: 'broke',
};

function sentences(results: readonly Result[]): string {
  const [first] = results;
  return [
    `${first?.requirement} (${first?.level}, ${first?.basis}: ${first?.source})`,
    ...results.map(({ operation, status, message, expected, actual, exchange }) =>
      [
        `${subjectName(operation)}${words[status] ? ` ${words[status]}` : ''}: ${message}`,
        ...(expected === null ? [] : [`  expected  ${expected}`, `  actual    ${actual}`]),
        ...(exchange === null ? [] : [`  reproduce ${exchange.curl}`]),
      ]
        .map(printable)
        .join('\n'),
    ),
  ].join('\n\n');
}

/** An error that is about a server: where this code stands says nothing of it. */
function plainError(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}
