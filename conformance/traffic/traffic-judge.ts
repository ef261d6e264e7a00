import { document } from '../../src/generated/document.js';
import { type OperationId, operations } from '../../src/generated/operations.js';
import { bearsOn } from '../bears-on.js';
import { CannotStart } from '../cannot-start.js';
import type { Check, Watch } from '../check.js';
import { coverageOf } from '../coverage.js';
import type { Exchange } from '../http/exchange.js';
import { type Fault, Finding, NotApplicable } from '../outcome.js';
import type { Report } from '../report.js';
import { type Profile, type Result, summaryOf } from '../result.js';
import { selectChecks } from '../start-run.js';
import { subjectsOf } from '../subjects.js';
import { type Outcome, resultOf, type Scales } from '../verdict.js';
import { suiteVersion } from '../version.js';
import { createWaiverBook, type Waiver } from '../waivers.js';
import type { Credentials } from './credentials.js';
import { createKeyedWrites } from './keyed-writes.js';
import type { SeenExchange } from './seen-exchange.js';

export interface TrafficOptions {
  readonly profile?: Exclude<Profile, 'read-only'>;
  /** Ids of checks to judge by; a trailing `*` stands for any rest. All when empty. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Failures that are known and accepted for now; which of them nothing needs, traffic cannot tell. */
  readonly waivers?: readonly Waiver[];
  /** Another list of checks than the suite's own. */
  readonly checks?: readonly Check[];
}

/** A check as far as traffic shows it. */
interface Looking {
  readonly check: Check;
  bearsOn(exchange: SeenExchange, before: readonly SeenExchange[]): boolean;
  run(exchange: SeenExchange, before: readonly SeenExchange[]): void;
}

/** What one check has seen of one operation. */
interface Verdict {
  readonly looking: Looking;
  readonly operation: OperationId | null;
  judged: number;
  readonly faults: Fault[];
  /** With those that are not kept. */
  faultCount: number;
  broken: Error | undefined;
}

/** Faults of one check on one operation that are kept to be told. */
const keptFaults = 20;
/** Exchanges of which is kept what coverage is counted from. */
const keptExchanges = 20_000;
/** Characters of a body that are kept with a fault. */
const keptBody = 64 * 1024;

/**
 * Judges exchanges that others make, one after the other, by all checks that need no control of the
 * server. What it keeps is bounded, however many it is shown.
 *
 * @throws {CannotStart} when an option names no check
 */
export function createTrafficJudge(target: string, credentials: Credentials, options: TrafficOptions = {}) {
  const startedAt = new Date();
  const profile = options.profile ?? 'standard';
  const scales: Scales = {
    profile,
    redact: credentials.text,
    shown: credentials.exchange,
    waivers: createWaiverBook(options.waivers ?? [], startedAt),
  };
  const { selected } = selectChecks(options);
  const lookings = selected.flatMap(lookingOf);
  if (lookings.length === 0) {
    throw new CannotStart(
      'None of the chosen checks can judge what others ask for: verify runs them, by requests of its own.',
    );
  }
  const verdicts = lookings.flatMap((looking) =>
    subjectsOf(looking.check)
      // Of unknown routes nobody knows whether they are meant to be the contract's.
      .filter((subject) => subject !== null || looking.check.kind === 'probe')
      .map(
        (subject): Verdict => ({
          looking,
          operation: subject?.operationId ?? null,
          judged: 0,
          faults: [],
          faultCount: 0,
          broken: undefined,
        }),
      ),
  );
  const about = (operation: OperationId | null) =>
    verdicts.filter(
      ({ looking: { check }, operation: own }) =>
        own === operation || (check.kind === 'probe' && check.operations === 'api'),
    );
  const byOperation = new Map(operations.map(({ operationId }) => [operationId, about(operationId)]));
  const ofNone = about(null);
  const keyedWrites = createKeyedWrites();
  const requests = { caller: 0, stranger: 0, spare: 0, nobody: 0 };
  const told = new Set<string>();
  const seen: SeenExchange[] = [];

  /** @returns the finding when it is of a kind that is seen for the first time */
  function note(verdict: Verdict, finding: Finding): Result[] {
    const { looking, operation } = verdict;
    const faults = finding.faults.map((fault) => slim(fault, credentials));
    verdict.faultCount += faults.length;
    verdict.faults.push(...faults.slice(0, keptFaults - verdict.faults.length));
    const [first, ...rest] = faults.filter(({ message }) => {
      const name = `${looking.check.id} ${operation} ${message.replace(/\d+/g, '#')}`;
      if (told.has(name) || told.size > 10_000) return false;
      told.add(name);
      return true;
    });
    return first ? [resultOf(scales, looking.check, operation, new Finding([first, ...rest]))] : [];
  }

  /**
   * Notes what was found otherwise than by a check.
   *
   * @param check whose claim it breaks
   * @returns the finding when it is of a kind that is seen for the first time
   */
  function find(check: string, exchange: Exchange, fault: Omit<Fault, 'exchange'>): Result[] {
    requests[exchange.as] += 1;
    const verdict = about(exchange.operationId).find(({ looking }) => looking.check.id === check);
    if (!verdict) return [];
    verdict.judged += 1;
    return note(verdict, new Finding([{ ...fault, exchange }]));
  }

  /** @returns what is wrong with it, of each kind the first only */
  function judge(exchange: SeenExchange): Result[] {
    requests[exchange.as] += 1;
    if (seen.length < keptExchanges) seen.push(outlineOf(exchange));
    const before = keyedWrites.before(exchange);
    const fresh: Result[] = [];
    for (const verdict of (exchange.operationId && byOperation.get(exchange.operationId)) || ofNone) {
      const { looking } = verdict;
      if (!looking.bearsOn(exchange, before)) continue;
      verdict.judged += 1;
      const outcome = attempt(looking, exchange, before);
      if (outcome === undefined) continue;
      if (!(outcome instanceof Finding)) {
        verdict.broken ??= outcome;
        continue;
      }
      fresh.push(...note(verdict, outcome));
    }
    keyedWrites.remember(exchange);
    return fresh;
  }

  return {
    judge,
    find,
    /** How many checks need requests of their own, and are left to `verify`. */
    notJudged: selected.length - lookings.length,
    /** @param unjudged verdicts on what was seen and could not be judged */
    report(
      notes: readonly string[],
      unjudged: (verdict: { id: string; operation: OperationId | null }) => Outcome | undefined = () =>
        undefined,
    ): Report {
      const results = verdicts.map((verdict): Result => {
        const {
          looking: { check },
          operation,
          faultCount,
        } = verdict;
        const result = resultOf(
          scales,
          check,
          operation,
          (verdict.judged === 0 && unjudged({ id: check.id, operation })) || outcomeOf(verdict),
        );
        return { ...result, more_faults: Math.max(0, faultCount - 1) };
      });
      return {
        target: credentials.text(target),
        contract_version: document.info.version,
        suite_version: suiteVersion,
        profile,
        started_at: startedAt.toISOString(),
        duration_ms: Date.now() - startedAt.getTime(),
        requests: { ...requests },
        notes,
        summary: summaryOf(results),
        results,
        stale_waivers: [],
        coverage: coverageOf(seen, results),
      };
    },
  };
}

function lookingOf(check: Check): Looking[] {
  if (check.kind === 'exchange') {
    return [
      { check, bearsOn: (exchange) => bearsOn(check, exchange), run: (exchange) => check.run(exchange) },
    ];
  }
  const watch: Watch | undefined = check.watch;
  return watch
    ? [{ check, bearsOn: (...seen) => watch.when(...seen), run: (...seen) => watch.run(...seen) }]
    : [];
}

function attempt(looking: Looking, ...seen: Parameters<Looking['run']>): Finding | Error | undefined {
  try {
    looking.run(...seen);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function outcomeOf({ broken, judged, faults: [first, ...rest] }: Verdict): Outcome {
  if (broken) return broken;
  if (first) return new Finding([first, ...rest]);
  return judged > 0 ? 'passed' : new NotApplicable('not seen: no answer in the traffic is about it');
}

/** Without bodies. */
function outlineOf(exchange: SeenExchange): SeenExchange {
  return {
    ...exchange,
    request: { ...exchange.request, body: null },
    response: { ...exchange.response, body: '', json: undefined },
  };
}

/** Without what a report does not tell. */
function slim(fault: Fault, credentials: Credentials): Fault {
  const { exchange } = fault;
  if (!exchange?.response) return fault;
  // A secret that is cut in two would not be found any more.
  const body = credentials.text(exchange.response.body);
  const cut = body.length > keptBody ? `${body.slice(0, keptBody)}…` : body;
  return {
    ...fault,
    exchange: { ...exchange, response: { ...exchange.response, body: cut, json: undefined } },
  };
}
