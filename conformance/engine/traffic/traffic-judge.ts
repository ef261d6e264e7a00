import { getOrInsert } from '../../../src/get-or-insert.js';
import { firstOf } from '../beginning-of.js';
import { CannotStart } from '../cannot-start.js';
import type { Check, OnTraffic } from '../check.js';
import type { Exchange } from '../http/exchange.js';
import { Finding, fail, NotApplicable, type Violation } from '../judge/outcome.js';
import type { Profile, Result } from '../judge/result.js';
import { ShapeTally } from '../judge/shape-tally.js';
import type { Standards } from '../judge/standards.js';
import { type JudgingPolicy, type Outcome, resultOf, type Verdict, verdictsOf } from '../judge/verdict.js';
import { WaiverBook } from '../judge/waiver-book.js';
import type { OperationId } from '../operation.js';
import type { Pace } from '../pace.js';
import { type Report, reportOf } from '../report.js';
import { appliesTo } from '../run/applies-to.js';
import { Scope } from '../run/scope.js';
import { selectChecks } from '../run/select-checks.js';
import type { JudgeOptions } from '../run-options.js';
import type { Credentials } from './credentials.js';
import { createKeyedWrites } from './keyed-writes.js';
import type { SeenExchange } from './seen-exchange.js';

/** Options to judge traffic. Stale waivers are not reported, because traffic cannot show them. */
export interface TrafficOptions extends JudgeOptions {
  readonly profile?: Exclude<Profile, 'read-only'>;
}

/** Returns why an operation that was called has no verdict; undefined if it was not called. */
export type Unjudged = (verdict: Verdict) => Outcome | undefined;

/** Maximum number of exchanges that count for the coverage. */
const maxExchanges = 20_000;
/** Maximum characters of a body that is stored with a violation. */
const maxBodyLength = 64 * 1024;
/** Maximum number of kinds of violations that are reported immediately. */
const maxKinds = 10_000;

/**
 * Judges exchanges of other clients, one at a time, with all checks that do not have to send requests.
 * Its memory use is limited for any number of exchanges.
 */
export class TrafficJudge {
  readonly #startedAt = new Date();
  readonly #policy: JudgingPolicy;
  readonly #verdicts: readonly Verdict[];
  readonly #byOperation = new Map<OperationId | null, readonly Verdict[]>();
  readonly #keyedWrites = createKeyedWrites();
  readonly #requests = { caller: 0, second_caller: 0, spare: 0, anonymous: 0 };
  readonly #kinds = new Set<string>();
  readonly #seen: SeenExchange[] = [];
  readonly #shapes: ShapeTally;
  /** Number of selected checks that have to send requests, which only `verify` runs. */
  readonly skippedChecks: number;

  /** @throws {CannotStart} if an option names an unknown check, or none of the selected checks can judge traffic */
  constructor(
    readonly target: string,
    readonly credentials: Credentials,
    readonly standards: Standards,
    options: TrafficOptions,
  ) {
    this.#shapes = new ShapeTally(standards.departureOf);
    this.#policy = {
      standards,
      profile: options.profile ?? 'standard',
      redact: credentials.text,
      shown: credentials.exchange,
      waivers: new WaiverBook(options.waivers ?? [], this.#startedAt),
    };
    const { selected } = selectChecks(standards.checks, options);
    const ofTraffic = selected.filter((check) => onTrafficOf(check, standards));
    if (ofTraffic.length === 0) {
      throw new CannotStart(
        'None of the selected checks can judge traffic, because they have to send requests. Run them with verify.',
      );
    }
    this.skippedChecks = selected.length - ofTraffic.length;
    this.#verdicts = verdictsOf(ofTraffic, standards, new Scope(standards, options.scope), (violation) =>
      slim(violation, credentials),
    )
      // An unknown route may belong to another API.
      .filter(({ operation, check }) => operation !== null || check.kind !== 'passive');
  }

  /** @returns the findings of kinds that occur for the first time */
  async judge(exchange: SeenExchange, pace: Pace): Promise<Result[]> {
    this.#requests[exchange.as] += 1;
    this.#shapes.add(exchange);
    if (this.#seen.length < maxExchanges) this.#seen.push(withoutBodies(exchange));
    const before = this.#keyedWrites.before(exchange);
    const results: Result[] = [];
    for (const verdict of this.#about(exchange.operationId)) {
      if (!(await pace.goesOn())) break;
      const onTraffic = onTrafficOf(verdict.check, this.standards);
      if (!onTraffic?.when(exchange, before)) continue;
      const violations = verdict.judge([exchange, ...before], () => onTraffic.run(exchange, before));
      results.push(...this.#firstOfKind(verdict, violations));
    }
    this.#keyedWrites.add(exchange);
    return results;
  }

  /**
   * Records a violation that was not found by running a check.
   *
   * @param check id of the check that it violates
   * @returns the finding, if its kind occurs for the first time
   */
  addViolation(check: string, exchange: Exchange, violation: Omit<Violation, 'exchange'>): Result[] {
    this.#requests[exchange.as] += 1;
    const verdict = this.#about(exchange.operationId).find((one) => one.check.id === check);
    if (!verdict) return [];
    return this.#firstOfKind(
      verdict,
      verdict.judge([exchange], () => fail({ ...violation, exchange })),
    );
  }

  report(notes: readonly string[], unjudged: Unjudged): Report {
    const notCovered = new NotApplicable('not covered: the traffic contains no response that it applies to');
    return reportOf({
      target: this.target,
      startedAt: this.#startedAt,
      requests: { ...this.#requests },
      notes,
      verdicts: this.#verdicts.map((verdict) => ({
        check: verdict.check,
        operationId: verdict.operationId,
        outcome: verdict.outcome ?? unjudged(verdict) ?? notCovered,
      })),
      exchanges: this.#seen,
      shapes: this.#shapes,
      policy: this.#policy,
      // A waiver may be needed by operations that were not called.
      showsStale: () => false,
    });
  }

  /** Returns the verdicts on an operation, and those on the whole API that its exchanges contribute to. */
  #about(id: OperationId | null): readonly Verdict[] {
    return getOrInsert(this.#byOperation, id, () =>
      this.#verdicts.filter(
        ({ check, operationId }) =>
          operationId === id || (check.kind !== 'passive' && check.operations === 'api'),
      ),
    );
  }

  #firstOfKind(verdict: Verdict, violations: readonly Violation[]): Result[] {
    const [first, ...rest] = violations.filter(({ message }) => {
      const kind = `${verdict.check.id} ${verdict.operationId} ${message.replace(/\d+/g, '#')}`;
      if (this.#kinds.has(kind) || this.#kinds.size > maxKinds) return false;
      this.#kinds.add(kind);
      return true;
    });
    return first ? [resultOf(this.#policy, verdict, new Finding([first, ...rest]))] : [];
  }
}

/** Returns how a check judges an exchange of another client; undefined if it cannot. */
function onTrafficOf(check: Check, standards: Standards): OnTraffic | undefined {
  if (check.kind !== 'passive') return check.onTraffic;
  return {
    when: (exchange) => appliesTo(check, exchange, standards),
    run: (exchange) => check.run(exchange),
  };
}

function withoutBodies(exchange: SeenExchange): SeenExchange {
  return {
    ...exchange,
    request: { ...exchange.request, body: null },
    response: { ...exchange.response, body: '', json: undefined },
  };
}

/** Returns a violation without the data that no report shows. */
function slim(violation: Violation, credentials: Credentials): Violation {
  const { exchange } = violation;
  if (!exchange?.response) return violation;
  // Redacts first: a secret that is cut would not be recognized.
  const body = credentials.text(exchange.response.body);
  const cut = body.length > maxBodyLength ? `${firstOf(body, maxBodyLength)}…` : body;
  return {
    ...violation,
    exchange: { ...exchange, response: { ...exchange.response, body: cut, json: undefined } },
  };
}
