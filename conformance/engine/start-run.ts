import { apiKeyProblem } from '../../src/api-key-problem.js';
import type { Api } from './api.js';
import { CannotStart } from './cannot-start.js';
import type { Check } from './check.js';
import {
  type CompleteExchange,
  type Exchange,
  hasResponse,
  isSuccess,
  keyNames,
  type RequestPlan,
} from './http/exchange.js';
import { connectionClosed } from './http/send.js';
import type { Reference } from './judge/bill-report.js';
import type { Profile } from './judge/result.js';
import { WaiverBook } from './judge/waiver-book.js';
import type { Fixtures, Found, Operation } from './operation.js';
import { Scope } from './run/scope.js';
import { selectChecks } from './run/select-checks.js';
import type { RunOptions } from './run-options.js';
import { Target } from './target/target.js';

/** A started run: the target, its resources and the checks to run. */
export interface Run {
  readonly api: Api;
  readonly target: Target;
  readonly found: Found;
  readonly scope: Scope;
  /** The operations in scope. */
  readonly inScope: readonly Operation[];
  readonly checks: readonly Check[];
  /** Whether a check of the run gives a verdict on an operation. */
  readonly isSelected: (check: Check, operation: Operation | null) => boolean;
  /** Checks that run without a verdict in the report where they are not selected, since others judge their exchanges. */
  readonly observers: readonly Check[];
  /** The bill that the server was loaded with, if it is known. */
  readonly bill: Reference | null;
  readonly profile: Profile;
  readonly waivers: WaiverBook;
  readonly options: RunOptions;
  readonly notes: string[];
  readonly startedAt: Date;
}

const callers = ['caller', 'second_caller', 'spare'] as const;

/** Messages name a key by its position and never print it. */
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Requests the fixtures that a target may publish. */
const wellKnown = (path: string): RequestPlan => ({
  operationId: null,
  method: 'GET',
  path,
  query: [],
  headers: {},
  body: null,
  as: 'anonymous',
});

/**
 * Connects to the target and lists its resources.
 *
 * @throws {CannotStart} if an option, a key or the fixtures are invalid, or the target is not this API
 */
export async function startRun(api: Api, options: RunOptions): Promise<Run> {
  const startedAt = new Date();
  const notes: string[] = [];
  // Requests sent before the keys are known are not part of the run.
  const scout = new Target(api, { ...options, apiKeys: [] });
  expectUsableKeys(options.apiKeys ?? []);
  const { selected, available, isSelected } = selectChecks(api.checks, options);
  const scope = new Scope(api, options.scope);
  const fixtures = await fixturesOf(api, scout, options.fixtures).finally(() => scout.close());
  const apiKeys = keysOf(options, fixtures, scout.isLoopback, notes);
  const target = new Target(api, { ...options, apiKeys });
  options.onBegun?.(() => target.left());
  let bill: Reference | null = null;
  try {
    if (options.data !== undefined) {
      options.onProgress?.('reading the bill');
      bill = await api.openReference(options);
    }
    options.onProgress?.('listing the resources of the target');
    const first = await firstResponse(api, target);
    await api.expectApi(target, target.redact(options.target), first, scope);
    const found = await api.discover(target, fixtures, scope);
    const outOfScope = api.operations.filter(({ operationId }) => !scope.has(operationId));
    for (const { operationId: id } of outOfScope) {
      target.withhold(id, `requires ${id}, which is out of scope`);
    }
    return {
      api,
      target,
      found,
      scope,
      inScope: api.operations.filter(({ operationId }) => scope.has(operationId)),
      checks: selected,
      isSelected,
      observers: available.filter((check) => !(check.kind !== 'passive' && check.exhaustsRateLimit)),
      bill,
      profile: options.profile ?? 'standard',
      waivers: new WaiverBook(options.waivers ?? [], startedAt),
      options,
      notes,
      startedAt,
    };
  } catch (error) {
    target.close();
    await bill?.close();
    throw error instanceof CannotStart ? new CannotStart(target.redact(error.message)) : error;
  }
}

/** @throws {CannotStart} if a key cannot be sent in a header */
function expectUsableKeys(keys: readonly string[]): void {
  for (const [index, key] of keys.entries()) {
    const problem = apiKeyProblem(key);
    if (problem) throw new CannotStart(`The ${ordinals[index] ?? 'last'} API key ${problem}.`);
  }
}

/**
 * @returns the given fixtures, or else those that the target publishes
 * @throws {CannotStart} if the target does not respond or publishes invalid fixtures
 */
async function fixturesOf({ fixtures }: Api, scout: Target, given: Fixtures | undefined): Promise<Fixtures> {
  const { baseUrl, isLoopback } = scout;
  // A server without this path may still count requests for it.
  const exchange = await scout.send(wellKnown(fixtures.path), { allow429: true, allow5xx: true });
  if (!hasResponse(exchange)) {
    const maySpeakTls = baseUrl.protocol === 'http:' && exchange.failure === connectionClosed;
    const hint = maySpeakTls ? ' If the server uses TLS, use an https:// URL.' : '';
    throw new CannotStart(`${unreadable(baseUrl, exchange)}${hint}`);
  }
  if (given) return given;
  const { json } = exchange.response;
  // Some servers return the same page for every path.
  if (!isSuccess(exchange) || typeof json !== 'object' || Array.isArray(json)) return {};
  const published = fixtures.read(json, `${baseUrl.origin}${fixtures.path}`);
  return isLoopback ? published : fixtures.withOwnUrls(published, baseUrl);
}

function unreadable({ origin }: URL, { failure }: Exchange): string {
  const hasStatus = failure?.startsWith('the body of its ');
  return `${origin} ${hasStatus ? 'sends no readable response' : 'does not respond'}: ${failure}.`;
}

/** @throws {CannotStart} if there are no keys or duplicates */
function keysOf(
  { apiKeys: given = [] }: RunOptions,
  { api_keys: published = [] }: Fixtures,
  isLoopback: boolean,
  notes: string[],
): readonly string[] {
  // Published keys are not secret. Those of a server on another machine are not trusted.
  const isPublished = given.length === 0 && published.length > 0 && isLoopback;
  const keys = isPublished ? published : given;
  if (isPublished) notes.push('No API key was given. Used the test API keys that the target publishes.');
  if (keys.length === 0) {
    throw new CannotStart('No API key. Pass one with --api-key, or several in COST_CONTRACT_API_KEYS.');
  }
  const duplicate = callers[keys.findIndex((key, index) => keys.indexOf(key) < index)];
  if (duplicate) {
    throw new CannotStart(
      `The ${keyNames[duplicate]} API key is the same as an earlier one. Pass the key of another caller, or omit it.`,
    );
  }
  return keys;
}

/** @throws {CannotStart} if the target does not respond or rejects a key */
async function firstResponse(api: Api, target: Target): Promise<CompleteExchange> {
  const { origin } = target.baseUrl;
  const first = await target.send(api.cheapRead('caller'), { allow429: true, allow5xx: true });
  if (!hasResponse(first)) throw new CannotStart(unreadable(target.baseUrl, first));
  for (const as of callers) {
    if (!target.has(as)) continue;
    const exchange =
      as === 'caller' ? first : await target.send(api.cheapRead(as), { allow429: true, allow5xx: true });
    if (exchange.response?.status !== 401) continue;
    throw new CannotStart(
      `${origin} rejects the ${keyNames[as]} API key: GET ${api.cheapRead(as).path} returned 401. Pass a valid key with --api-key or in COST_CONTRACT_API_KEYS.`,
    );
  }
  return first;
}
