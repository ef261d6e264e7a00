import type { Operation, OperationId } from '../src/generated/operations.js';
import { bearsOn } from './bears-on.js';
import type { ExchangeCheck, ProbeCheck } from './check.js';
import { isWrite } from './contract.js';
import { type CompleteExchange, hasResponse } from './http/exchange.js';
import type { Progress } from './implementation.js';
import { asError, Blocked, type Fault, Finding, NotApplicable } from './outcome.js';
import type { Probe } from './probe.js';
import { Probes } from './probes.js';
import { anonymous } from './requests.js';
import { skipReason, writesSkipped } from './skip-reason.js';
import type { Run } from './start-run.js';
import { type Outcome, type Verdict, verdictsOf } from './verdict.js';

/** Probes that are run at the same time; what they send is limited further. */
const atOnce = 8;

type OfProbe = Verdict & { readonly check: ProbeCheck };
type OfExchanges = Verdict & { readonly check: ExchangeCheck };

/** Decides what is sent and in which order, and has each check judge what it is about. */
export class Schedule {
  readonly #probes: Probes;
  readonly #ofProbes: readonly OfProbe[];
  readonly #ofExchanges: readonly OfExchanges[];
  /** Operations whose exchanges are judged. */
  readonly #observed: ReadonlySet<OperationId | null>;
  /** Errors of this suite, in place of what could not be observed for them. */
  readonly #errors = new Map<OperationId, Error>();

  constructor(
    readonly run: Run,
    readonly verdicts: readonly Verdict[],
  ) {
    this.#probes = new Probes(run);
    this.#ofProbes = verdicts.filter(isOfProbe);
    this.#ofExchanges = verdicts.filter(isOfExchanges);
    this.#observed = new Set(this.#ofExchanges.map(({ operationId }) => operationId));
  }

  /** Which operations the server was seen to have. */
  get progress(): Progress {
    return this.#probes.implementation.progress();
  }

  /** Finds out which of the operations that are judged the server has. */
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

  /** One ordinary and one anonymous request to every operation, for the checks that judge any exchange. */
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
        if (!isWrite(operation)) await run.target.send(anonymous(plan));
      }),
    );
  }

  async #withError({ operationId }: Operation, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (error instanceof Blocked || error instanceof NotApplicable) return;
      this.#errors.set(operationId, asError(error));
    }
  }

  /** Of what the server does not have, nothing more is said. */
  #isMissing(operation: Operation | null): boolean {
    return operation !== null && this.#probes.implementation.isMissing(operation.operationId);
  }

  /** Runs the checks that send requests of their own. */
  async runProbes(): Promise<void> {
    const { run } = this;
    // Nobody reads these verdicts, but others judge the exchanges.
    const unread = verdictsOf(run.observers, run.scope).filter(({ operationId }) =>
      this.#observed.has(operationId),
    );
    const all = [...this.#ofProbes, ...unread.filter(isOfProbe)].filter(
      ({ operation }) => !this.#isMissing(operation),
    );
    let done = 0;
    const settle = async (verdict: OfProbe) => {
      const { check, operation } = verdict;
      const reason = skipReason(check, operation, run);
      verdict.settle(
        reason ??
          (await this.#blocked(verdict)) ??
          (await attempt(check, this.#probes.of(operation ?? undefined))),
      );
      done += 1;
      run.options.onProgress?.(`${done} of ${all.length} probes done`);
    };
    // What uses up a key or may end the server goes last, when nothing else needs them.
    const spending = all.filter(({ check }) => check.exhaustsRateLimit);
    const disruptive = all.filter(({ check }) => check.disruptive && !check.exhaustsRateLimit);
    const ordinary = all.filter(({ check }) => !check.exhaustsRateLimit && !check.disruptive);
    await pool(ordinary, atOnce, settle);
    await pool([...spending, ...disruptive], 1, settle);
  }

  /** Why nothing can be said of an operation whose correct request does not even succeed. */
  async #blocked({ check, operation }: OfProbe): Promise<Blocked | undefined> {
    if (operation === null || check.id === 'operations.correct-request-succeeds') return undefined;
    // Whether a renewal has been raised nobody knows before, so there need not be a correct request.
    if (operation.operationId === 'getRenewal') return undefined;
    try {
      await this.#probes.baselines.correct(operation);
      return undefined;
    } catch (error) {
      const isBlocked =
        error instanceof Blocked && error.requires !== undefined && error.requires !== check.id;
      return isBlocked ? error : undefined;
    }
  }

  /** Judges every exchange by the checks that need nothing else. */
  async judgeExchanges(): Promise<void> {
    for (const verdict of this.#ofExchanges) {
      const { check, operation } = verdict;
      if (this.#isMissing(operation)) continue;
      const seen = this.run.target.exchanges.filter(
        (exchange): exchange is CompleteExchange =>
          exchange.operationId === verdict.operationId && hasResponse(exchange) && bearsOn(check, exchange),
      );
      // The plainest request first, so that it is the one shown, whichever was answered first.
      for (const exchange of seen.sort(simplestFirst)) verdict.judge(() => check.run(exchange));
      if (seen.length === 0 && operation) verdict.settle(await this.#unseen(check, operation));
    }
  }

  /** Why no response of an operation was seen that a check is about. */
  async #unseen(check: ExchangeCheck, operation: Operation): Promise<Outcome> {
    const error = this.#errors.get(operation.operationId);
    if (error) return error;
    const reason = isWrite(operation) ? writesSkipped(this.run) : undefined;
    if (reason) return reason;
    if (check.on !== 'failure') {
      try {
        await this.#probes.of(operation).correct();
      } catch (thrown) {
        return asError(thrown);
      }
    }
    return new NotApplicable('no response was received that the check applies to');
  }
}

const isOfProbe = (verdict: Verdict): verdict is OfProbe => verdict.check.kind === 'probe';
const isOfExchanges = (verdict: Verdict): verdict is OfExchanges => verdict.check.kind === 'exchange';

async function attempt(check: ProbeCheck, probe: Probe): Promise<Outcome> {
  try {
    await check.run(probe);
    return 'passed';
  } catch (error) {
    // Once the run is stopped there are no responses, which says nothing of the target.
    if (probe.target.signal.aborted) return new Blocked('the run was stopped');
    // A limit that has not passed in time is no response to the request.
    if (error instanceof Finding && !check.exhaustsRateLimit && error.faults.some(isLimited)) {
      return new Blocked('the rate limit of the target was reached: try again in a minute');
    }
    return asError(error);
  }
}

const isLimited = ({ exchange }: Fault) => exchange?.response?.status === 429;

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
