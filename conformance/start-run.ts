import { setMaxListeners } from 'node:events';
import { apiKeyProblem } from '../src/contract/api-key-problem.js';
import { CannotStart } from './cannot-start.js';
import type { Check } from './check.js';
import { checks as allChecks } from './checks/index.js';
import { discover, type Found } from './discovery.js';
import { expectApi } from './expect-api.js';
import { BadFixtures, type Fixtures, readFixtures, wellKnownPath } from './fixtures.js';
import { isAnswered, isSuccess } from './http/exchange.js';
import { type FetchHandler, fetchSender } from './http/fetch-sender.js';
import type { ReceiverAddress } from './http/receiver.js';
import { hungUp, type Sender } from './http/send.js';
import { nearest } from './nearest.js';
import { requestTo } from './requests.js';
import type { Profile } from './result.js';
import { createTarget, isLoopback, type LeftBehind, type Target } from './target.js';
import { targetAddress } from './target-address.js';
import { createWaiverBook, type Waiver, type WaiverBook } from './waivers.js';

export interface RunOptions {
  /** The server's address: what stands before `/api/v1`. */
  readonly target: string;
  /** Caller, stranger, and one that may be spent on the rate limit. */
  readonly apiKeys?: readonly string[];
  readonly profile?: Profile;
  /** Ids of checks to run; a trailing `*` stands for any rest. All when empty. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** What cannot be listed; without it the target's own well-known document is asked for. */
  readonly fixtures?: Fixtures;
  /** Failures that are known and accepted for now. */
  readonly waivers?: readonly Waiver[];
  /** Lets checks that write run against a server that is not on this machine. */
  readonly allowWrites?: boolean;
  /** Lets the third key be spent on the rate limit of a server that is not on this machine. */
  readonly allowRateLimit?: boolean;
  /** How a target that is not on this machine reaches the receiver of events. */
  readonly receiver?: ReceiverAddress;
  /** Carries the requests instead of sockets, for a server in the same process. */
  readonly sender?: Sender;
  /** Answers instead of a server at `target`, in the same process. */
  readonly fetch?: FetchHandler;
  /** For one exchange; 10 s when absent. */
  readonly timeoutMs?: number;
  /** Ends the run early: what was created is still removed. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
  /** Given what says, at any time of the run, what it would leave on the target if it ended now. */
  readonly onBegun?: (left: () => LeftBehind) => void;
  /** Another list of checks than the suite's own. */
  readonly checks?: readonly Check[];
}

/** A run that has begun: who is asked, what it holds, and what will be judged. */
export interface Run {
  readonly target: Target;
  readonly found: Found;
  readonly checks: readonly Check[];
  /** Checks that are not judged, whose requests others look at all the same. */
  readonly observers: readonly Check[];
  readonly profile: Profile;
  readonly waivers: WaiverBook;
  readonly options: RunOptions;
  readonly notes: string[];
  readonly startedAt: Date;
}

const callers = [
  ['caller', 'first'],
  ['stranger', 'second'],
  ['spare', 'third'],
] as const;

/** Keys are named by their place, never by what they are. */
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/**
 * Finds out whether there is a server to judge, and what it holds.
 *
 * @throws {CannotStart}
 */
export async function startRun(options: RunOptions): Promise<Run> {
  const startedAt = new Date();
  const baseUrl = targetAddress(options.target);
  for (const [index, key] of (options.apiKeys ?? []).entries()) {
    const problem = apiKeyProblem(key);
    if (problem) throw new CannotStart(`The ${ordinals[index] ?? 'last'} API key ${problem}.`);
  }
  const { selected, others } = selectChecks(options);
  const signal = options.signal ?? new AbortController().signal;
  // Every request in flight listens to it.
  setMaxListeners(0, signal);
  const timeoutMs = options.timeoutMs ?? 10_000;
  const notes: string[] = [];
  const onWait = options.onProgress;

  const sender = options.sender ?? (options.fetch && fetchSender(options.fetch, baseUrl, timeoutMs));

  const scout = createTarget({ baseUrl, keys: [], timeoutMs, signal, sender });
  let fixtures = options.fixtures;
  try {
    const offered = await scout.send({
      operationId: null,
      method: 'GET',
      path: wellKnownPath,
      query: [],
      headers: {},
      body: null,
      as: 'nobody',
    });
    if (!isAnswered(offered)) {
      const hint =
        baseUrl.protocol === 'http:' && offered.failure === hungUp
          ? ' If it speaks TLS, its address begins with https://.'
          : '';
      throw new CannotStart(`${baseUrl.origin} does not answer: ${offered.failure}.${hint}`);
    }
    if (!fixtures && isSuccess(offered) && offered.response.json !== undefined) {
      try {
        const read = readFixtures(offered.response.json, `${baseUrl.origin}${wellKnownPath}`);
        fixtures = isLoopback(baseUrl) ? read : ownAddresses(read, baseUrl);
      } catch (error) {
        if (!(error instanceof BadFixtures)) throw error;
        throw new CannotStart(error.message);
      }
    }
  } finally {
    scout.close();
  }

  let keys = options.apiKeys ?? [];
  // Keys that the target itself hands out are no secret to it; a server elsewhere is not trusted so far.
  if (keys.length === 0 && fixtures?.api_keys?.length && isLoopback(baseUrl)) {
    keys = fixtures.api_keys;
    notes.push('Used the test API keys that the target publishes, as none was given.');
  }
  if (keys.length === 0) {
    throw new CannotStart('No API key: give one with --api-key, or several in COST_CONTRACT_API_KEYS.');
  }
  const again = callers[keys.findIndex((key, index) => keys.indexOf(key) < index)];
  if (again) {
    throw new CannotStart(
      `The ${again[1]} API key is one that was given before: give that of another caller, or leave it out.`,
    );
  }

  const target = createTarget({ baseUrl, keys, timeoutMs, signal, onWait, sender });
  options.onBegun?.(target.left);
  try {
    options.onProgress?.('looking for what the target holds');
    const first = await target.send(requestTo('listProviders'));
    if (!isAnswered(first)) throw new CannotStart(`${baseUrl.origin} does not answer: ${first.failure}.`);
    for (const [as, which] of callers) {
      if (!target.has(as)) continue;
      const answer = as === 'caller' ? first : await target.send(requestTo('listProviders', { as }));
      if (answer.response?.status !== 401) continue;
      throw new CannotStart(
        `${baseUrl.origin} refuses the ${which} API key (401 on GET /api/v1/providers): give one that it knows, with --api-key or in COST_CONTRACT_API_KEYS.`,
      );
    }
    await expectApi(target, target.redact(options.target), first);
    return {
      target,
      found: await discover(target, fixtures ?? {}),
      checks: selected,
      observers: others.filter((check) => !(check.kind === 'probe' && check.spendsKey)),
      profile: options.profile ?? 'standard',
      waivers: createWaiverBook(options.waivers ?? [], startedAt),
      options,
      notes,
      startedAt,
    };
  } catch (error) {
    target.close();
    throw error instanceof CannotStart ? new CannotStart(target.redact(error.message)) : error;
  }
}

/**
 * @returns the checks that are chosen, and others that were not skipped
 * @throws {CannotStart} when an id names no check, or none is left
 */
export function selectChecks({
  checks: list = allChecks,
  only = [],
  skip = [],
}: Pick<RunOptions, 'checks' | 'only' | 'skip'>): { selected: Check[]; others: Check[] } {
  const skipped = named(list, skip);
  const wanted = only.length > 0 ? named(list, only) : new Set(list);
  const left = list.filter((check) => !skipped.has(check));
  const selected = left.filter((check) => wanted.has(check));
  // What was not looked at would pass for right.
  if (list.length > 0 && selected.length === 0) {
    throw new CannotStart('No check is left to run: --skip leaves out all that were chosen.');
  }
  return {
    selected,
    others: left.filter((check) => !wanted.has(check)),
  };
}

/**
 * @param patterns ids, or the beginning of ids and a `*`
 * @throws {CannotStart} when one of them names no check
 */
function named(checks: readonly Check[], patterns: readonly string[]): ReadonlySet<Check> {
  const found = patterns.map((pattern) => {
    const matching = checks.filter(({ id }) =>
      pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern,
    );
    if (matching.length === 0) {
      const near = nearest(pattern, [...checks.map(({ id }) => id), ...areasOf(checks)]);
      throw new CannotStart(
        `There is no check ${pattern}${near ? `; is it ${near}?` : ':'} cost-contract checks lists them all.`,
      );
    }
    return matching;
  });
  return new Set(found.flat());
}

/** Such as `errors.*`. */
function areasOf(checks: readonly Check[]): string[] {
  return [...new Set(checks.map(({ id }) => `${id.split('.')[0]}.*`))];
}

/** A server elsewhere cannot reach this machine, and does not get us to call it in its place; the operator may. */
function ownAddresses({ events_url, clock_url, ...rest }: Fixtures, { origin }: URL): Fixtures {
  const isOwn = (url: string) => URL.canParse(url, origin) && new URL(url, origin).origin === origin;
  return {
    ...rest,
    ...(events_url !== undefined && isOwn(events_url) ? { events_url } : {}),
    ...(clock_url !== undefined && isOwn(clock_url) ? { clock_url } : {}),
  };
}
