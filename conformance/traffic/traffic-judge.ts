import type { OperationId } from '../../src/generated/operations.js';
import { bearsOn } from '../bears-on.js';
import { CannotStart } from '../cannot-start.js';
import type { Check, Watch } from '../check.js';
import type { Exchange } from '../http/exchange.js';
import { type Fault, Finding, fail, NotApplicable } from '../outcome.js';
import { type Report, reportOf } from '../report.js';
import type { Profile, Result } from '../result.js';
import type { JudgeOptions } from '../run-options.js';
import { Scope } from '../scope.js';
import { selectChecks } from '../select-checks.js';
import { type Outcome, resultOf, type Scales, type Verdict, verdictsOf } from '../verdict.js';
import { WaiverBook } from '../waiver-book.js';
import type { Credentials } from './credentials.js';
import { createKeyedWrites } from './keyed-writes.js';
import type { SeenExchange } from './seen-exchange.js';

/** Which of the waivers nothing needs, traffic cannot show. */
export interface TrafficOptions extends JudgeOptions {
  readonly profile?: Exclude<Profile, 'read-only'>;
}

/** Why nothing can be said of an operation that was seen; undefined where it was not seen. */
export type Unjudged = (verdict: Verdict) => Outcome | undefined;

/** Faults of one check on one operation that are stored for the report. */
const mostFaults = 20;
/** Exchanges from which coverage is counted. */
const mostExchanges = 20_000;
/** Characters of a body that are stored with a fault. */
const longestBody = 64 * 1024;
/** Kinds of faults that are reported when they are first seen. */
const mostKinds = 10_000;

/**
 * Judges exchanges that others make, one after the other, by all checks that need no control of the
 * server. What it stores is bounded, however many it is shown.
 */
export class TrafficJudge {
  readonly #startedAt = new Date();
  readonly #scales: Scales;
  readonly #verdicts: readonly Verdict[];
  readonly #byOperation = new Map<OperationId | null, readonly Verdict[]>();
  readonly #keyedWrites = createKeyedWrites();
  readonly #requests = { caller: 0, second_caller: 0, spare: 0, nobody: 0 };
  readonly #kinds = new Set<string>();
  readonly #seen: SeenExchange[] = [];
  /** How many checks need requests of their own, and are left to `verify`. */
  readonly notJudged: number;

  /** @throws {CannotStart} when an option names no check, or none that traffic can show */
  constructor(
    readonly target: string,
    readonly credentials: Credentials,
    options: TrafficOptions,
  ) {
    this.#scales = {
      profile: options.profile ?? 'standard',
      redact: credentials.text,
      shown: credentials.exchange,
      waivers: new WaiverBook(options.waivers ?? [], this.#startedAt),
    };
    const { selected } = selectChecks(options);
    const watched = selected.filter((check) => watchOf(check));
    if (watched.length === 0) {
      throw new CannotStart(
        'None of the chosen checks can judge what others ask for: verify runs them, by requests of its own.',
      );
    }
    this.notJudged = selected.length - watched.length;
    this.#verdicts = verdictsOf(watched, new Scope(options.scope), {
      mostFaults,
      slim: (fault) => slim(fault, credentials),
    })
      // Of unknown routes nobody knows whether they are meant to be the contract's.
      .filter(({ operation, check }) => operation !== null || check.kind === 'probe');
  }

  /** @returns what is wrong with it, of each kind the first only */
  judge(exchange: SeenExchange): Result[] {
    this.#requests[exchange.as] += 1;
    if (this.#seen.length < mostExchanges) this.#seen.push(outlineOf(exchange));
    const before = this.#keyedWrites.before(exchange);
    const results = this.#about(exchange.operationId).flatMap((verdict) => {
      const watch = watchOf(verdict.check);
      if (!watch?.when(exchange, before)) return [];
      return this.#firstOfKind(
        verdict,
        verdict.judge(() => watch.run(exchange, before)),
      );
    });
    this.#keyedWrites.remember(exchange);
    return results;
  }

  /**
   * Notes what was found otherwise than by a check.
   *
   * @param check whose claim it breaks
   * @returns the finding when it is of a kind that is seen for the first time
   */
  find(check: string, exchange: Exchange, fault: Omit<Fault, 'exchange'>): Result[] {
    this.#requests[exchange.as] += 1;
    const verdict = this.#about(exchange.operationId).find((one) => one.check.id === check);
    if (!verdict) return [];
    return this.#firstOfKind(
      verdict,
      verdict.judge(() => fail({ ...fault, exchange })),
    );
  }

  report(notes: readonly string[], unjudged: Unjudged): Report {
    const notSeen = new NotApplicable('not seen: no answer in the traffic is about it');
    return reportOf({
      target: this.target,
      startedAt: this.#startedAt,
      requests: { ...this.#requests },
      notes,
      verdicts: this.#verdicts.map((verdict) => ({
        check: verdict.check,
        operationId: verdict.operationId,
        outcome: verdict.outcome ?? unjudged(verdict) ?? notSeen,
      })),
      exchanges: this.#seen,
      scales: this.#scales,
      // Only what others requested was seen.
      showsStale: () => false,
    });
  }

  /** The verdicts on an operation, and those on the API as a whole that its exchanges show. */
  #about(id: OperationId | null): readonly Verdict[] {
    const known = this.#byOperation.get(id);
    if (known) return known;
    const about = this.#verdicts.filter(
      ({ check, operationId }) =>
        operationId === id || (check.kind === 'probe' && check.operations === 'api'),
    );
    this.#byOperation.set(id, about);
    return about;
  }

  #firstOfKind(verdict: Verdict, faults: readonly Fault[]): Result[] {
    const [first, ...rest] = faults.filter(({ message }) => {
      const kind = `${verdict.check.id} ${verdict.operationId} ${message.replace(/\d+/g, '#')}`;
      if (this.#kinds.has(kind) || this.#kinds.size > mostKinds) return false;
      this.#kinds.add(kind);
      return true;
    });
    return first ? [resultOf(this.#scales, verdict, new Finding([first, ...rest]))] : [];
  }
}

/** How a check judges an exchange that was not made for it; undefined when it cannot. */
function watchOf(check: Check): Watch | undefined {
  if (check.kind === 'probe') return check.watch;
  return { when: (exchange) => bearsOn(check, exchange), run: (exchange) => check.run(exchange) };
}

/** Without bodies. */
function outlineOf(exchange: SeenExchange): SeenExchange {
  return {
    ...exchange,
    request: { ...exchange.request, body: null },
    response: { ...exchange.response, body: '', json: undefined },
  };
}

/** Without what a report does not show. */
function slim(fault: Fault, credentials: Credentials): Fault {
  const { exchange } = fault;
  if (!exchange?.response) return fault;
  // A secret that is cut in two would not be found any more.
  const body = credentials.text(exchange.response.body);
  const cut = body.length > longestBody ? `${body.slice(0, longestBody)}…` : body;
  return {
    ...fault,
    exchange: { ...exchange, response: { ...exchange.response, body: cut, json: undefined } },
  };
}
