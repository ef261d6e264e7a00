import { groupBy } from '../../src/group-by.js';
import type { Api } from './api.js';
import { correctRequestSucceeds } from './check-ids.js';
import { count } from './count.js';
import type { BillReport } from './judge/bill-report.js';
import { Blocked, Finding, NotApplicable } from './judge/outcome.js';
import { type Outcome, type Verdict, verdictsOf } from './judge/verdict.js';
import type { OperationId } from './operation.js';
import { type Report, reportOf } from './report.js';
import { Bail } from './run/bail.js';
import { Schedule } from './run/schedule.js';
import type { RunOptions } from './run-options.js';
import { type Run, startRun } from './start-run.js';
import { describeLeft } from './target/describe-left.js';
import type { Outage } from './target/limits/circuit-breaker.js';
import { circuitOpen } from './target/limits/paced-sender.js';
import type { Target } from './target/target.js';

/**
 * Runs the suite against a server and reports what it found.
 *
 * @throws {CannotStart} if an option, a key or the fixtures are invalid, or the target is not this API
 */
export async function runChecks(api: Api, options: RunOptions): Promise<Report> {
  const run = await startRun(api, options);
  try {
    return await judge(run);
  } finally {
    run.target.close();
    await run.bill?.close();
  }
}

async function judge(run: Run): Promise<Report> {
  const { api, target, options, notes, startedAt, profile, waivers } = run;
  const verdicts = verdictsOf(run.checks, api, run.scope).filter(({ check, operation }) =>
    run.isSelected(check, operation),
  );
  const policy = { standards: api, profile, waivers, redact: target.redact };
  const bail = new Bail(options.bail, policy);
  const schedule = new Schedule(run, verdicts, bail);
  await schedule.examine();
  if (run.bill) notes.push(...(await api.notesOnReference(run.bill, run.found, target)));
  await schedule.observe();
  await schedule.runProbes();
  const outage = target.outage();
  if (outage)
    notes.push(`The server ${outage.problem} (${outage.reason}). The remaining checks are blocked.`);
  await cleanUp(run);
  await schedule.judgeExchanges();
  if (outage) blockByOutage(outage, verdicts);
  const { progress } = schedule;
  const missing = new Set<OperationId | null>(progress.missing);
  const bill = await comparedWith(run, verdicts);
  return reportOf({
    target: options.target,
    startedAt,
    requests: requestsTo(target),
    notes: [
      ...notes,
      ...aboutScope(run),
      ...aboutReasons(run, verdicts),
      ...aboutReadsWithoutData(run, verdicts),
      ...aboutOtherBill(verdicts),
      ...api.notesOnComparison(bill),
      ...aboutBail(schedule),
    ],
    bill,
    fixturesTemplate: api.fixtures.template,
    verdicts,
    progress,
    scope: run.scope,
    exchanges: target.exchanges.filter(({ operationId }) => !missing.has(operationId)),
    policy,
    // A waiver on the whole API may match a violation of an operation out of scope, and any of a check that was not run.
    showsStale: ({ operation }) => !bail.isReached && (operation !== null || run.scope.isWhole),
  });
}

function aboutScope({ api, scope }: Run): string[] {
  if (scope.isWhole) return [];
  const { size } = scope;
  return [
    `${size} of ${api.operations.length} operations ${size === 1 ? 'is' : 'are'} in scope; the others were not checked.`,
  ];
}

/** Names the reads whose successes were not checked, because the server has no data for them. */
function aboutReadsWithoutData({ api, target }: Run, verdicts: readonly Verdict[]): string[] {
  const unread = verdicts.flatMap(({ check, operation, outcome }) =>
    check.id === correctRequestSucceeds &&
    operation?.method === 'GET' &&
    !api.isProposed(operation.operationId) &&
    outcome instanceof NotApplicable &&
    target.withheld(operation.operationId) === undefined
      ? [{ id: operation.operationId, reason: outcome.message }]
      : [],
  );
  return [...groupBy(unread, ({ reason }) => reason)].map(
    ([reason, same]) =>
      `No successful response was checked of ${same.map(({ id }) => id).join(', ')}: ${reason}.`,
  );
}

/** Why nothing was checked, so that a run without a verdict is not taken for one that passed. */
function aboutReasons({ bill }: Run, verdicts: readonly Verdict[]): string[] {
  const reasons = reasonsOf(verdicts, [NotApplicable]);
  if (reasons) return [`No selected check applies: ${reasons}.`];
  if (!bill) return [];
  const ofBill = verdicts.filter(isOfBill);
  const isRun = ofBill.some(({ outcome }) => outcome !== undefined);
  const reason = isRun ? reasonsOf(ofBill, [NotApplicable, Blocked]) : 'no check of it was run';
  return reason ? [`Nothing was compared with the bill: ${reason}.`] : [];
}

/** Returns the reasons of outcomes of some types; null if a verdict has another outcome, or there are none. */
function reasonsOf(
  verdicts: readonly Verdict[],
  types: readonly (typeof NotApplicable | typeof Blocked)[],
): string | null {
  // Operations that the server does not implement have no verdict.
  const outcomes = verdicts.flatMap(({ outcome }) => outcome ?? []);
  const reasons = outcomes.map((outcome) =>
    outcome instanceof Error && types.some((type) => outcome instanceof type) ? outcome.message : null,
  );
  return reasons.length === 0 || reasons.includes(null) ? null : [...new Set(reasons)].slice(0, 3).join('; ');
}

/** Returns what was compared with the bill; null without one. */
async function comparedWith({ bill, target }: Run, verdicts: readonly Verdict[]): Promise<BillReport | null> {
  if (!bill) return null;
  for (const { check, operationId: operation, outcome } of verdicts.filter(isOfBill)) {
    if (outcome instanceof NotApplicable || outcome instanceof Blocked)
      bill.figures.skip({ check: check.id, operation, reason: outcome.message });
  }
  return bill.figures.report(bill.about, target.redact);
}

function isOfBill({ check }: Verdict): boolean {
  return check.kind !== 'passive' && check.needsBill === true;
}

/** Most servers with mistakes have some figures of the bill. */
const fewestOfOtherBill = 5;
/** The least ratio of checks that find differences to those that pass, as some do with few figures of another bill. */
const leastRatio = 6;

function aboutOtherBill(verdicts: readonly Verdict[]): string[] {
  const ofBill = verdicts.filter(isOfBill);
  const differs = ofBill.filter(({ outcome }) => outcome instanceof Finding).length;
  const passed = ofBill.filter(({ outcome }) => outcome === 'passed').length;
  if (differs < fewestOfOtherBill || passed * leastRatio > differs) return [];
  return [
    `${passed === 0 ? 'No check' : `Only ${count(passed, 'check')}`} of the bill passed. Load the server with exactly the files of --data: other charges, or a part of them, have other figures, and so do amounts in another unit or currency.`,
  ];
}

function aboutBail({ bail, notRun, verdicts }: Schedule): string[] {
  if (!bail.isReached) return [];
  const all = new Set(verdicts.map(({ check }) => check.id)).size;
  const after = count(bail.limit ?? 0, 'failed check');
  return [
    `The run was stopped after ${after} (--bail). ${notRun.size} of ${count(all, 'check')} were not run, or not on every operation.`,
  ];
}

async function cleanUp({ target, notes }: Run): Promise<void> {
  await target.cleanUp();
  notes.push(...describeLeft(target.left()));
  if (target.signal.aborted) notes.push('The run was stopped before it finished.');
}

/** Blocks the checks without a response, so that an outage is not reported as many violations. */
function blockByOutage({ problem, reason }: Outage, verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts) {
    const { outcome } = verdict;
    if (!isUnanswered(outcome)) continue;
    const exchange = outcome instanceof Blocked ? outcome.exchange : undefined;
    const sent = exchange?.failure === circuitOpen ? undefined : exchange;
    verdict.settle(new Blocked(`the server ${problem}: ${reason}`, sent));
  }
}

function isUnanswered(outcome: Outcome | undefined): boolean {
  if (outcome instanceof Blocked) return outcome.exchange?.response === null;
  return (
    outcome instanceof Finding &&
    outcome.violations.every(({ exchange }) => exchange?.failure === circuitOpen)
  );
}

function requestsTo(target: Target): Report['requests'] {
  return {
    caller: target.count('caller'),
    second_caller: target.count('second_caller'),
    spare: target.count('spare'),
    anonymous: target.count('anonymous'),
  };
}
