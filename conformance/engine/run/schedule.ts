import { groupBy } from '../../../src/group-by.js';
import type { ActiveCheck, PassiveCheck } from '../check.js';
import { correctRequestSucceeds } from '../check-ids.js';
import { type CompleteExchange, hasResponse } from '../http/exchange.js';
import { anonymous } from '../http/requests.js';
import { asError, Blocked, Finding, NotApplicable } from '../judge/outcome.js';
import { type Outcome, Verdict, verdictsOf } from '../judge/verdict.js';
import { isWrite, type Operation, type OperationId } from '../operation.js';
import { Pace } from '../pace.js';
import type { Run } from '../start-run.js';
import { appliesTo } from './applies-to.js';
import { attempt } from './attempt.js';
import type { Bail } from './bail.js';
import type { Progress } from './implementation.js';
import { Probes } from './probes.js';
import { skipReason, writesSkipped } from './skip-reason.js';

/** Number of probes that run concurrently; the target limits their requests further. */
const atOnce = 24;

/** Most reads that a run repeats to learn whether data have changed. */
const mostRepeats = 60;

type OfActive = Verdict & { readonly check: ActiveCheck };
type OfPassive = Verdict & { readonly check: PassiveCheck };

/** Runs the checks in order and settles their verdicts. */
export class Schedule {
  readonly #probes: Probes;
  readonly #repeats = { left: mostRepeats };
  readonly #ofProbes: readonly OfActive[];
  readonly #ofExchanges: readonly OfPassive[];
  /** Operations whose exchanges are judged. */
  readonly #observed: ReadonlySet<OperationId | null>;
  /** Errors of this suite by operation, in place of missing exchanges. */
  readonly #errors = new Map<OperationId, Error>();
  /** The responses among a number of exchanges. */
  #responses:
    | { readonly of: number; readonly byOperation: ReadonlyMap<OperationId | null, CompleteExchange[]> }
    | undefined;

  constructor(
    readonly run: Run,
    readonly verdicts: readonly Verdict[],
    readonly bail: Bail,
  ) {
    this.#probes = new Probes(run);
    this.#ofProbes = verdicts.filter(isOfActive);
    this.#ofExchanges = verdicts.filter(isOfPassive);
    this.#observed = new Set(this.#ofExchanges.map(({ operationId }) => operationId));
  }

  /** Which operations the server implements. */
  get progress(): Progress {
    return this.#probes.implementation.progress();
  }

  /** Determines which of the operations under test the server implements. */
  async examine(): Promise<void> {
    const { run, verdicts } = this;
    const judged = new Set(verdicts.map(({ operationId }) => operationId));
    const examined = run.inScope.filter(({ operationId }) => judged.has(operationId));
    if (examined.length === 0) return;
    run.options.onProgress?.('sending one correct request to every operation');
    const { implementation } = this.#probes;
    await pool(examined, atOnce, (operation) =>
      this.#withError(operation, () => implementation.examine(operation)),
    );
    implementation.conclude();
  }

  /** Sends a correct and an anonymous request to every operation, for the exchange checks. */
  async observe(): Promise<void> {
    const { run } = this;
    const observed = run.inScope.filter(
      (operation) =>
        this.#observed.has(operation.operationId) &&
        !this.#isMissing(operation) &&
        !(isWrite(operation) && writesSkipped(run)),
    );
    await pool(observed, atOnce, (operation) =>
      this.#withError(operation, async () => {
        const { plan } = await this.#probes.of(operation).correct();
        if (isWrite(operation)) return;
        await run.target.send(anonymous(plan));
        for (const further of run.api.requests.furtherReads(plan)) await run.target.send(further);
      }),
    );
    await this.bail.examine(() => this.#reached());
  }

  /** Returns the verdicts so far, to decide whether the run stops early. */
  async #reached(): Promise<Verdict[]> {
    const pace = new Pace(this.run.target.signal);
    const ofExchanges: Verdict[] = [];
    for (const { check, operation } of this.#ofExchanges) {
      if (this.#isMissing(operation)) continue;
      const verdict = new Verdict(check, operation, this.run.api.departureOf);
      await this.#judge(verdict, check, pace);
      ofExchanges.push(verdict);
    }
    return [...this.#ofProbes, ...ofExchanges];
  }

  /** Returns the ids of the checks that were not run, or not on every operation, because the run stopped early. */
  get notRun(): ReadonlySet<string> {
    const open = this.verdicts.filter(
      (verdict) =>
        verdict.outcome === undefined &&
        !this.#isMissing(verdict.operation) &&
        (isOfActive(verdict) || verdict.operation !== null),
    );
    return new Set(this.bail.isReached ? open.map(({ check }) => check.id) : []);
  }

  async #withError({ operationId }: Operation, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (error instanceof Blocked || error instanceof NotApplicable) return;
      this.#errors.set(operationId, asError(error));
    }
  }

  /** Missing operations get no further verdicts. */
  #isMissing(operation: Operation | null): boolean {
    return operation !== null && this.#probes.implementation.isMissing(operation.operationId);
  }

  /** Runs the probe checks. */
  async runProbes(): Promise<void> {
    const { run } = this;
    // These verdicts are not reported, but exchange checks judge their exchanges.
    const unreported = verdictsOf(run.observers, run.api, run.scope).filter(
      ({ check, operation, operationId }) =>
        this.#observed.has(operationId) && !run.isSelected(check, operation),
    );
    const all = [...this.#ofProbes, ...unreported.filter(isOfActive)].filter(
      ({ operation }) => !this.#isMissing(operation),
    );
    let done = 0;
    const settle = async (verdict: OfActive) => {
      if (this.bail.isReached) return;
      const { check, operation } = verdict;
      const reason = skipReason(check, operation, run);
      const skipped = reason ?? (await this.#blocked(verdict));
      const { outcome, exchanges } = skipped
        ? { outcome: skipped, exchanges: [] }
        : await attempt(check, this.#probes.of(operation ?? undefined), this.#repeats);
      verdict.settle(this.#probes.implementation.explained(outcome), exchanges);
      if (this.bail.mayCount(verdict)) await this.bail.examine(() => this.#reached());
      done += 1;
      run.options.onProgress?.(`${done} of ${all.length} checks done, counted per operation`);
    };
    // Checks that exhaust a rate limit or may crash the server run last.
    const exhausting = all.filter(({ check }) => check.exhaustsRateLimit);
    const disruptive = all.filter(({ check }) => check.disruptive && !check.exhaustsRateLimit);
    const last = all.filter(({ check }) => check.atEnd);
    const ordinary = all.filter(({ check }) => !check.exhaustsRateLimit && !check.disruptive && !check.atEnd);
    await pool(ordinary, atOnce, settle);
    await this.bail.examine(() => this.#reached());
    await pool([...exhausting, ...disruptive, ...last], 1, settle);
  }

  /** Blocks the probes of an operation whose correct request does not succeed. */
  async #blocked({ check, operation }: OfActive): Promise<Blocked | undefined> {
    if (operation === null || check.id === correctRequestSucceeds) return undefined;
    // There may be no correct request.
    if (this.run.api.requests.absenceOf(operation.operationId) !== undefined) return undefined;
    try {
      await this.#probes.baselines.correct(operation);
      return undefined;
    } catch (error) {
      const isBlocked =
        error instanceof Blocked && error.dependsOn !== undefined && error.dependsOn !== check.id;
      return isBlocked ? error : undefined;
    }
  }

  /** Runs the exchange checks on all exchanges. */
  async judgeExchanges(): Promise<void> {
    const pace = new Pace(this.run.target.signal);
    for (const verdict of this.#ofExchanges) {
      const { check, operation } = verdict;
      if (this.#isMissing(operation)) continue;
      if (!(await this.#judge(verdict, check, pace)) && !(verdict.outcome instanceof Finding)) {
        verdict.settle(new Blocked('the run was stopped'));
      }
      if (verdict.outcome !== undefined || operation === null || this.bail.isReached) continue;
      verdict.settle(await this.#unseen(check, operation));
    }
  }

  /** Judges the exchanges that a check applies to. Returns whether all were judged, and not only those before a stop. */
  async #judge(verdict: Verdict, check: PassiveCheck, pace: Pace): Promise<boolean> {
    for (const exchange of this.#responsesOf(verdict.operationId)) {
      if (!appliesTo(check, exchange, this.run.api)) continue;
      if (!(await pace.goesOn())) return false;
      verdict.judge([exchange], () => check.run(exchange));
    }
    return true;
  }

  /** Returns the responses of an operation, the simplest request first: reports do not depend on their order. */
  #responsesOf(operationId: OperationId | null): readonly CompleteExchange[] {
    const { exchanges } = this.run.target;
    if (this.#responses?.of !== exchanges.length) {
      const sorted = exchanges.filter(hasResponse).sort(simplestFirst);
      this.#responses = { of: exchanges.length, byOperation: groupBy(sorted, (one) => one.operationId) };
    }
    return this.#responses.byOperation.get(operationId) ?? [];
  }

  /** Returns the outcome of a check without a matching response. */
  async #unseen(check: PassiveCheck, operation: Operation): Promise<Outcome> {
    const error = this.#errors.get(operation.operationId);
    if (error) return error;
    const reason = isWrite(operation) ? writesSkipped(this.run) : undefined;
    if (reason) return reason;
    if (check.on !== 'failure') {
      try {
        await this.#probes.of(operation).correct();
      } catch (thrown) {
        return this.#probes.implementation.explained(asError(thrown));
      }
    }
    return new NotApplicable('no response was received that the check applies to');
  }
}

const isOfActive = (verdict: Verdict): verdict is OfActive => verdict.check.kind !== 'passive';
const isOfPassive = (verdict: Verdict): verdict is OfPassive => verdict.check.kind === 'passive';

function simplestFirst(a: CompleteExchange, b: CompleteExchange): number {
  const [left, right] = [a, b].map(({ request, response }) => `${request.url} ${response.status}`);
  return a.request.url.length - b.request.url.length || ((left ?? '') < (right ?? '') ? -1 : 1);
}

async function pool<T>(all: readonly T[], size: number, run: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  await Promise.all(
    Array.from({ length: size }, async () => {
      for (const one of queue) await run(one);
    }),
  );
}
