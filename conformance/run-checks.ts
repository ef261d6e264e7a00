import { document } from '../src/generated/document.js';
import { type Operation, type OperationId, operations } from '../src/generated/operations.js';
import { bearsOn } from './bears-on.js';
import { beginningOf } from './beginning-of.js';
import type { Check, ExchangeCheck, ProbeCheck } from './check.js';
import { isWrite } from './contract.js';
import { count } from './count.js';
import { coverageOf } from './coverage.js';
import { type AnsweredExchange, isAnswered } from './http/exchange.js';
import { CannotRun, type Fault, Finding, NotApplicable } from './outcome.js';
import { createProbes, type Probe } from './probe.js';
import type { Report } from './report.js';
import { anonymous } from './requests.js';
import { summaryOf } from './result.js';
import { skipReason, writesSkipped } from './skip-reason.js';
import { type Run, type RunOptions, startRun } from './start-run.js';
import { subjectsOf } from './subjects.js';
import { givenUp, type Target } from './target.js';
import { type Outcome, resultOf, type Scales } from './verdict.js';
import { suiteVersion } from './version.js';

/** The ids of what was created come from the server. */
const longestNote = 5000;
/** Probes that are run at the same time; what they send is limited further. */
const atOnce = 8;

/**
 * Runs the suite against a server and tells what it found.
 *
 * @throws {CannotStart} when the options, the keys or the fixtures cannot be used, or nothing answers
 */
export async function runChecks(options: RunOptions): Promise<Report> {
  const run = await startRun(options);
  try {
    return await judge(run);
  } finally {
    run.target.close();
  }
}

async function judge(run: Run): Promise<Report> {
  const { target, found, options, notes, startedAt } = run;
  const { probe } = createProbes(target, found, options.receiver);
  const outcomes = new Map<string, Outcome>();
  const record = (check: Check, operation: OperationId | null, outcome: Outcome) =>
    outcomes.set(verdictKey(check.id, operation), outcome);

  const broken = await observe(run, probe);

  const judged = new Set<Check>(run.checks);
  const probes = [...run.checks, ...run.observers].filter((check) => check.kind === 'probe');
  const looked = lookedAt(run.checks);
  const tasksOf = (list: readonly ProbeCheck[]) =>
    list.flatMap((check) =>
      subjectsOf(check)
        .filter((operation) => judged.has(check) || looked.has(operation?.operationId ?? null))
        .map((operation) => async () => {
          const reason = skipReason(check, operation, run);
          const outcome = reason ?? (await attempt(check, probe(operation ?? undefined)));
          if (judged.has(check)) record(check, operation?.operationId ?? null, outcome);
          done += 1;
          options.onProgress?.(`${done} of ${total} probes done`);
        }),
    );
  const ordinary = tasksOf(probes.filter((check) => !check.spendsKey && !check.disruptive));
  // What uses up a key or may end the server goes last, when nothing else needs them.
  const spending = tasksOf(probes.filter((check) => check.spendsKey));
  const disruptive = tasksOf(probes.filter((check) => check.disruptive));
  const total = ordinary.length + spending.length + disruptive.length;
  let done = 0;
  await pool(ordinary, atOnce);
  await pool(spending, 1);
  await pool(disruptive, 1);

  const gone = target.gone();
  if (gone !== undefined) {
    notes.push(`The server ${gone.did}, so that much could not be checked: ${gone.why}.`);
  }
  await target.cleanUp();
  const { removals, writesInFlight } = target.left();
  if (removals.length > 0)
    notes.push(
      `Could not remove what this run created; remove it with ${beginningOf(removals.join('; '), longestNote)}`,
    );
  if (target.signal.aborted) notes.push('The run was stopped before its end.');
  if (writesInFlight > 0)
    notes.push(`${count(writesInFlight, 'write')} had no response by then, and may have created something.`);

  for (const check of run.checks) {
    if (check.kind !== 'exchange') continue;
    for (const operation of subjectsOf(check)) {
      const seen = target.exchanges.filter(
        (exchange): exchange is AnsweredExchange =>
          exchange.operationId === (operation?.operationId ?? null) &&
          isAnswered(exchange) &&
          bearsOn(check, exchange),
      );
      // The plainest request first, so that it is the one told, whichever was answered first.
      seen.sort(byPlainness);
      if (seen.length > 0) record(check, operation?.operationId ?? null, judgeAll(check, seen));
      else if (operation) {
        const { operationId } = operation;
        record(check, operationId, broken.get(operationId) ?? (await unseen(check, operation, run, probe)));
      }
    }
  }

  const scales: Scales = { profile: run.profile, redact: target.redact, waivers: run.waivers };
  const results = run.checks.flatMap((check) =>
    subjectsOf(check).flatMap((operation) => {
      const id = operation?.operationId ?? null;
      const outcome = outcomes.get(verdictKey(check.id, id));
      return outcome ? resultOf(scales, check, id, withCause(outcome, gone)) : [];
    }),
  );
  return {
    target: target.redact(options.target),
    contract_version: document.info.version,
    suite_version: suiteVersion,
    profile: run.profile,
    started_at: startedAt.toISOString(),
    duration_ms: Date.now() - startedAt.getTime(),
    requests: {
      caller: target.count('caller'),
      stranger: target.count('stranger'),
      spare: target.count('spare'),
      nobody: target.count('nobody'),
    },
    notes: notes.map(target.redact),
    summary: summaryOf(results),
    results,
    stale_waivers: run.waivers
      .stale(results)
      .map((waiver) => ({ ...waiver, reason: target.redact(waiver.reason) })),
    coverage: coverageOf(target.exchanges, results),
  };
}

/** The operations whose answers are judged by checks that only look. */
function lookedAt(checks: readonly Check[]): Set<OperationId | null> {
  return new Set(
    checks
      .filter((check) => check.kind === 'exchange')
      .flatMap((check) => subjectsOf(check).map((operation) => operation?.operationId ?? null)),
  );
}

/**
 * One ordinary and one anonymous request to every operation, for all checks that only look.
 *
 * @returns errors of this suite by operation, in place of what could not be observed for them
 */
async function observe(
  run: Run,
  probe: (operation?: Operation) => Probe,
): Promise<ReadonlyMap<OperationId, Error>> {
  const broken = new Map<OperationId, Error>();
  const looked = lookedAt(run.checks);
  const wanted = operations.filter(({ operationId }) => looked.has(operationId));
  if (wanted.length === 0) return broken;
  run.options.onProgress?.('sending one correct request to every operation');
  await pool(
    wanted
      .filter((operation) => !isWrite(operation) || writesSkipped(run) === undefined)
      .map((operation) => async () => {
        try {
          const { plan } = await probe(operation).correct();
          if (!isWrite(operation)) await run.target.send(anonymous(plan));
        } catch (error) {
          if (error instanceof CannotRun || error instanceof NotApplicable) return;
          broken.set(operation.operationId, asError(error));
        }
      }),
    atOnce,
  );
  return broken;
}

async function attempt(check: ProbeCheck, probe: Probe): Promise<Outcome> {
  try {
    await check.run(probe);
    return 'passed';
  } catch (error) {
    // Once the run is stopped nothing is answered, which says nothing of the target.
    if (probe.target.signal.aborted) return new CannotRun('the run was stopped');
    // A limit that has not passed in time is no answer to what was asked.
    if (error instanceof Finding && !check.spendsKey && error.faults.some(isLimited)) {
      return new CannotRun('the rate limit of the target was reached: try again in a minute');
    }
    return asError(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Of a server that has gone every request would tell that it got no answer: that is one cause. */
function withCause(outcome: Outcome, gone: ReturnType<Target['gone']>): Outcome {
  if (gone === undefined) return outcome;
  const unanswered =
    (outcome instanceof CannotRun && outcome.exchange?.response === null) ||
    (outcome instanceof Finding && outcome.faults.every(({ exchange }) => exchange?.failure === givenUp));
  return unanswered ? new CannotRun(`the server ${gone.did} before: ${gone.why}`) : outcome;
}

const isLimited = ({ exchange }: Fault) => exchange?.response?.status === 429;

function byPlainness(a: AnsweredExchange, b: AnsweredExchange): number {
  const [left, right] = [a, b].map(({ request, response }) => `${request.url} ${response.status}`);
  return a.request.url.length - b.request.url.length || ((left ?? '') < (right ?? '') ? -1 : 1);
}

function judgeAll(check: ExchangeCheck, exchanges: readonly AnsweredExchange[]): Outcome {
  const faults: Fault[] = [];
  for (const exchange of exchanges) {
    try {
      check.run(exchange);
    } catch (error) {
      if (!(error instanceof Finding)) return asError(error);
      faults.push(...error.faults);
    }
  }
  const [first, ...rest] = faults;
  return first ? new Finding([first, ...rest]) : 'passed';
}

/** Why no answer of an operation was seen that a check bears on. */
async function unseen(
  check: ExchangeCheck,
  operation: Operation,
  run: Run,
  probe: (operation?: Operation) => Probe,
): Promise<Outcome> {
  const reason = isWrite(operation) ? writesSkipped(run) : undefined;
  if (reason) return reason;
  if (check.on !== 'failure') {
    try {
      await probe(operation).correct();
    } catch (error) {
      return asError(error);
    }
  }
  return new NotApplicable('no answer was seen that it is about');
}

function verdictKey(id: string, operation: OperationId | null): string {
  return `${id} ${operation ?? ''}`;
}

async function pool(tasks: readonly (() => Promise<void>)[], size: number): Promise<void> {
  const queue = tasks.values();
  await Promise.all(
    Array.from({ length: size }, async () => {
      for (const task of queue) await task();
    }),
  );
}
