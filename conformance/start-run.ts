import { apiKeyProblem } from '../src/contract/api-key-problem.js';
import { type Operation, operations } from '../src/generated/operations.js';
import { CannotStart } from './cannot-start.js';
import type { Check } from './check.js';
import { discover, type Found } from './discovery.js';
import { expectApi } from './expect-api.js';
import { BadFixtures, type Fixtures, readFixtures, wellKnownPath } from './fixtures.js';
import { type CompleteExchange, hasResponse, isSuccess, type RequestPlan } from './http/exchange.js';
import { hungUp } from './http/send.js';
import { requestTo } from './requests.js';
import type { Profile } from './result.js';
import type { RunOptions } from './run-options.js';
import { Scope } from './scope.js';
import { selectChecks } from './select-checks.js';
import { Target } from './target/target.js';
import { WaiverBook } from './waiver-book.js';

/** A run that has begun: the target, what it holds, and what will be judged. */
export interface Run {
  readonly target: Target;
  readonly found: Found;
  readonly scope: Scope;
  /** The operations in scope. */
  readonly inScope: readonly Operation[];
  readonly checks: readonly Check[];
  /** Checks that are not judged, whose exchanges others judge all the same. */
  readonly observers: readonly Check[];
  readonly profile: Profile;
  readonly waivers: WaiverBook;
  readonly options: RunOptions;
  readonly notes: string[];
  readonly startedAt: Date;
}

const callers = [
  ['caller', 'first'],
  ['second_caller', 'second'],
  ['spare', 'third'],
] as const;

/** Keys are named by their place, never by what they are. */
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** For what a target offers of its own accord. */
const wellKnown: RequestPlan = {
  operationId: null,
  method: 'GET',
  path: wellKnownPath,
  query: [],
  headers: {},
  body: null,
  as: 'anonymous',
};

/**
 * Finds out whether there is a server to judge, and what it holds.
 *
 * @throws {CannotStart}
 */
export async function startRun(options: RunOptions): Promise<Run> {
  const startedAt = new Date();
  const notes: string[] = [];
  // What is sent before the keys are known is not part of the run.
  const scout = new Target({ ...options, apiKeys: [] });
  expectUsableKeys(options.apiKeys ?? []);
  const { selected, others } = selectChecks(options);
  const scope = new Scope(options.scope);
  const fixtures = await fixturesOf(scout, options.fixtures).finally(() => scout.close());
  const apiKeys = keysOf(options, fixtures, scout.isLoopback, notes);
  const target = new Target({ ...options, apiKeys });
  options.onBegun?.(() => target.left());
  try {
    options.onProgress?.('looking for what the target holds');
    await expectApi(target, target.redact(options.target), await firstResponse(target), scope);
    const found = await discover(target, fixtures, scope);
    const outOfScope = operations.filter(({ operationId }) => !scope.has(operationId));
    for (const { operationId: id } of outOfScope) {
      target.withhold(id, `it needs ${id}, which is out of scope`);
    }
    return {
      target,
      found,
      scope,
      inScope: operations.filter(({ operationId }) => scope.has(operationId)),
      checks: selected,
      observers: others.filter((check) => !(check.kind === 'probe' && check.exhaustsRateLimit)),
      profile: options.profile ?? 'standard',
      waivers: new WaiverBook(options.waivers ?? [], startedAt),
      options,
      notes,
      startedAt,
    };
  } catch (error) {
    target.close();
    throw error instanceof CannotStart ? new CannotStart(target.redact(error.message)) : error;
  }
}

/** @throws {CannotStart} when no request can be made with a key */
function expectUsableKeys(keys: readonly string[]): void {
  for (const [index, key] of keys.entries()) {
    const problem = apiKeyProblem(key);
    if (problem) throw new CannotStart(`The ${ordinals[index] ?? 'last'} API key ${problem}.`);
  }
}

/**
 * @returns the fixtures that are given, or else those that the target offers
 * @throws {CannotStart} when the target does not respond, or what it offers cannot be used
 */
async function fixturesOf(scout: Target, given: Fixtures | undefined): Promise<Fixtures> {
  const { baseUrl, isLoopback } = scout;
  const exchange = await scout.send(wellKnown);
  if (!hasResponse(exchange)) {
    const maySpeakTls = baseUrl.protocol === 'http:' && exchange.failure === hungUp;
    const hint = maySpeakTls ? ' If it speaks TLS, its address begins with https://.' : '';
    throw new CannotStart(`${baseUrl.origin} does not respond: ${exchange.failure}.${hint}`);
  }
  if (given) return given;
  const { json } = exchange.response;
  // A server that returns the same for whatever it is sent offers nothing.
  if (!isSuccess(exchange) || typeof json !== 'object' || Array.isArray(json)) return {};
  try {
    const offered = readFixtures(json, `${baseUrl.origin}${wellKnownPath}`);
    return isLoopback ? offered : ownAddresses(offered, baseUrl);
  } catch (error) {
    throw error instanceof BadFixtures ? new CannotStart(error.message) : error;
  }
}

/** @throws {CannotStart} when there is no key, or one twice */
function keysOf(
  { apiKeys: given = [] }: RunOptions,
  { api_keys: published = [] }: Fixtures,
  isLoopback: boolean,
  notes: string[],
): readonly string[] {
  // Keys that the target itself hands out are no secret to it; a server elsewhere is not trusted so far.
  const isPublished = given.length === 0 && published.length > 0 && isLoopback;
  const keys = isPublished ? published : given;
  if (isPublished) notes.push('Used the test API keys that the target publishes, as none was given.');
  if (keys.length === 0) {
    throw new CannotStart('No API key: give one with --api-key, or several in COST_CONTRACT_API_KEYS.');
  }
  const again = callers[keys.findIndex((key, index) => keys.indexOf(key) < index)];
  if (again) {
    throw new CannotStart(
      `The ${again[1]} API key is one that was given before: give that of another caller, or leave it out.`,
    );
  }
  return keys;
}

/** @throws {CannotStart} when the target does not respond, or refuses a key */
async function firstResponse(target: Target): Promise<CompleteExchange> {
  const { origin } = target.baseUrl;
  const first = await target.send(requestTo('listProviders'));
  if (!hasResponse(first)) throw new CannotStart(`${origin} does not respond: ${first.failure}.`);
  for (const [as, which] of callers) {
    if (!target.has(as)) continue;
    const exchange = as === 'caller' ? first : await target.send(requestTo('listProviders', { as }));
    if (exchange.response?.status !== 401) continue;
    throw new CannotStart(
      `${origin} refuses the ${which} API key (401 on GET /api/v1/providers): give one that it knows, with --api-key or in COST_CONTRACT_API_KEYS.`,
    );
  }
  return first;
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
