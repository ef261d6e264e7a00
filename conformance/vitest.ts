import { printable, printableLines } from '../src/text/printable.js';
import type { Check } from './engine/check.js';
import type { FetchHandler } from './engine/http/fetch-sender.js';
import { isBlockedByFinding, type Result } from './engine/judge/result.js';
import { bindingOf, progressLine, subjectName } from './engine/report/findings.js';
import { violationLines } from './engine/report/violation-lines.js';
import { exitCodeOf, type Report } from './engine/report.js';
import { selectChecks } from './engine/run/select-checks.js';
import { api } from './suite/api.js';
import { type RunOptions, runChecks } from './suite/run.js';

/** A server started for the tests. */
export interface ListeningServer {
  readonly url: string;
  close?(): unknown;
}

/** The server under test: exactly one of the three. */
export type Subject =
  | { readonly url: string; readonly fetch?: never; readonly listen?: never }
  /** Handles requests in the same process, like the `fetch` of Hono. */
  | { readonly fetch: FetchHandler; readonly url?: never; readonly listen?: never }
  /** Starts the server before the tests; `close` is called after them. */
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
    | 'data'
    | 'providerIds'
    | 'allowRepeatedRows'
    | 'newestFileWins'
    | 'waivers'
    | 'allowWrites'
    | 'allowRateLimit'
    | 'timeoutMs'
  > & {
    /** The name of the enclosing `describe`; defaults to `contract`. */
    readonly name?: string;
    /** Timeout of the whole run in milliseconds; defaults to 120 000. */
    readonly runTimeoutMs?: number;
  };

const { afterAll, beforeAll, describe, test } = await import('vitest').catch((cause) => {
  throw new Error('cloud-cost-contract/vitest needs vitest. Install it: npm install --save-dev vitest@4', {
    cause,
  });
});

/**
 * Declares a test for each selected check, grouped by area. The suite runs once, before the first
 * test. A test fails if its check fails, is blocked or errors; it is skipped if the check does not apply.
 *
 * @throws {CannotStart} if an option matches no check
 * @example
 * ```ts
 * import { conformance } from 'cloud-cost-contract/vitest';
 *
 * conformance({ url: 'http://localhost:8080', apiKeys: ['key-of-a-caller', 'key-of-another'] });
 * ```
 */
export function conformance(options: ConformanceOptions): void {
  const { name = 'contract', runTimeoutMs = 120_000 } = options;
  const { selected } = selectChecks(api.checks, options);
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
            settle(
              report.results.filter((result) => result.id === id),
              context.skip,
            );
          });
        }
      });
    }

    if (options.waivers?.length) {
      test('no waiver is stale', () => {
        const stale = report.stale_waivers.map(
          ({ check, fingerprint }) =>
            `The waiver ${fingerprint} of ${check} is stale: it matches no violation. Remove it.`,
        );
        if (stale.length > 0) throw plainError(stale.join('\n'));
      });
    }
  });
}

async function runOver(target: string, options: ConformanceOptions, runTimeoutMs: number): Promise<Report> {
  const signal = AbortSignal.timeout(runTimeoutMs);
  const report = await runChecks({ ...options, target, signal }).catch((error: Error) => {
    throw plainError(printableLines(error.message));
  });
  const notes = [progressLine(report) ?? [], report.notes].flat();
  if (exitCodeOf(report) !== 0) for (const note of notes) console.warn(printable(note));
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

/** Passes, fails or skips the test of one check. */
function settle(results: readonly Result[], skip: (reason: string) => never): void {
  const of = (...statuses: Result['status'][]) => results.filter(({ status }) => statuses.includes(status));
  const failures = of('failed', 'errored', 'blocked').filter((result) => !isBlockedByFinding(result));
  if (failures.length > 0) throw plainError(sentences(failures));
  const accepted = of('warned', 'waived');
  if (accepted.length > 0) console.warn(sentences(accepted));
  if (of('passed', 'warned', 'waived').length === 0) {
    skip(printable(results[0]?.message ?? 'the check does not apply'));
  }
}

function sentences(results: readonly Result[]): string {
  const [first] = results;
  return [
    `${first?.requirement} (${first && bindingOf(first)}: ${first?.source})`,
    ...results.map((result) => {
      const { operation, status } = result;
      const subject = `${subjectName(operation)}${status === 'blocked' || status === 'errored' ? ` ${status}` : ''}`;
      const [first = '', ...more] = violationLines(result);
      return [`${subject}: ${first}`, ...more].map(printable).join('\n');
    }),
  ].join('\n\n');
}

/** An error about the server, without a stack of this suite. */
function plainError(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}
