import type { Fixtures } from '../../src/contract/fixtures.js';
import {
  type CompleteExchange,
  type Exchange,
  isSuccess,
  outcomeOf,
  type RequestPlan,
} from '../engine/http/exchange.js';
import { Blocked, NotApplicable } from '../engine/judge/outcome.js';
import type { Scope } from '../engine/run/scope.js';
import type { Target } from '../engine/target/target.js';
import { requestTo } from './contract.js';
import { giveFixture } from './fixtures.js';
import { missingContent } from './missing-content.js';

/** The fields of a listed commitment that requests are built from. */
export interface FoundCommitment {
  readonly id: string;
  readonly kind: string;
  readonly provider: string;
  readonly status: string;
}

/** Why a list could not be read; not applicable if it is not implemented or out of scope. */
type Unlisted = Blocked | NotApplicable;

/** The resources of the target by list; for a list that could not be read, the reason. */
export interface Found {
  readonly providers: readonly string[] | Unlisted;
  readonly commitments: readonly FoundCommitment[] | Unlisted;
  readonly recommendations: readonly string[] | Unlisted;
  readonly fixtures: Fixtures;
}

/** Pages of the commitments list that are read for ids: enough to find every kind. */
const pagesRead = 5;

/** The longest id that is requested: a longer one does not fit into a URL. */
const longestId = 2000;

/** Reads all lists, including those out of scope: operations in scope need their ids. */
export async function discover(target: Target, fixtures: Fixtures, scope: Scope): Promise<Found> {
  const reading = listCommitments(target, scope).catch(orBlocked);
  const providers = await list(target, scope, requestTo('listProviders'), (data) =>
    strings(data, 'provider_id'),
  ).catch(orBlocked);
  const first = Array.isArray(providers)
    ? (preferred(providers, 'provider_a') ?? 'provider_a')
    : 'provider_a';
  const recommendations = await list(
    target,
    scope,
    requestTo('listRecommendations', { path: { provider_id: first } }),
    (data) => strings(data, 'recommendation_id'),
  ).catch(orBlocked);
  const commitments = await reading;
  return { providers, commitments, recommendations, fixtures };
}

function orBlocked(error: unknown): Blocked {
  if (error instanceof Blocked) return error;
  throw error;
}

async function listCommitments(target: Target, scope: Scope): Promise<FoundCommitment[] | Unlisted> {
  const found = new Map<string, FoundCommitment>();
  for (let page = 1; page <= pagesRead; page += 1) {
    const plan = requestTo('listCommitments', page === 1 ? {} : { query: { page: String(page) } });
    const exchange = await target.send(plan, { allow5xx: true });
    const data = hasContent(exchange) ? exchange.response.json?.data : undefined;
    if (!Array.isArray(data?.items)) {
      if (page === 1) return unlisted(exchange, scope);
      break;
    }
    for (const item of data.items) {
      if (typeof item?.id !== 'string') continue;
      found.set(item.id, {
        id: item.id,
        kind: String(item.kind),
        provider: String(item.provider),
        status: String(item.status),
      });
    }
    if (data.pagination?.has_next !== true) break;
  }
  const commitments = [...found.values()].filter(({ id }) => id.length <= longestId);
  return found.size > 0 && commitments.length === 0 ? idsTooLong(requestTo('listCommitments')) : commitments;
}

async function list(
  target: Target,
  scope: Scope,
  plan: RequestPlan,
  read: (data: unknown) => string[],
): Promise<string[] | Unlisted> {
  const exchange = await target.send(plan, { allow5xx: true });
  if (!hasContent(exchange)) return unlisted(exchange, scope);
  const all = read(exchange.response.json?.data);
  const ids = all.filter(({ length }) => length <= longestId);
  return all.length > 0 && ids.length === 0 ? idsTooLong(plan) : ids;
}

function hasContent(exchange: Exchange): exchange is CompleteExchange {
  return isSuccess(exchange) && !missingContent(exchange);
}

function idsTooLong({ path }: RequestPlan): Blocked {
  return new Blocked(
    `GET ${path} returned only ids longer than ${longestId} characters, which do not fit into a URL`,
  );
}

function unlisted(exchange: Exchange, scope: Scope): Unlisted {
  const { operationId, request, response } = exchange;
  if (operationId !== null && !scope.has(operationId)) {
    return new NotApplicable(`requires ids from ${operationId}, which is out of scope`);
  }
  if ([404, 405, 501].includes(response?.status ?? 0)) {
    return new NotApplicable(`requires ids from ${operationId}, which the server does not implement`);
  }
  const none = 'so no ids were found';
  if (isSuccess(exchange)) {
    const { what, dependsOn } = missingContent(exchange) ?? {
      what: 'has no list of items',
      dependsOn: 'pagination.list-has-items-and-pagination',
    };
    return new Blocked(`the response to GET ${request.path} ${what}, ${none}`, exchange, dependsOn);
  }
  return new Blocked(
    `GET ${request.path} ${outcomeOf(exchange)}, ${none}`,
    exchange,
    'operations.correct-request-succeeds',
  );
}

/** The distinct strings of all properties called `name`, at any depth. */
function strings(value: unknown, name: string): string[] {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit);
    else if (typeof part === 'object' && part !== null) {
      for (const [key, own] of Object.entries(part)) {
        if (key === name && typeof own === 'string') found.add(own);
        else visit(own);
      }
    }
  };
  visit(value);
  return [...found];
}

export function preferred(values: readonly string[], preference: string): string | undefined {
  return values.includes(preference) ? preference : values[0];
}

/** @throws {Blocked} if the fixtures contain no virtual tag key */
export function tagKeyOf({ fixtures }: Found): NonNullable<Fixtures['tag_key']> {
  if (fixtures.tag_key) return fixtures.tag_key;
  throw new Blocked(`no operation lists virtual tag keys that may be changed: ${giveFixture('tag_key')}`);
}

/** @throws {Blocked | NotApplicable} if the list could not be read */
export function known<T>(list: readonly T[] | Unlisted): readonly T[] {
  if (list instanceof Error) throw list;
  return list;
}

/**
 * Returns the listed resources, or none if the fixtures contain some in place of a list.
 *
 * @param given how many the fixtures contain
 * @throws {Blocked} if the list could not be read and the fixtures contain none
 */
export function knownOr<T>(
  list: readonly T[] | Unlisted,
  given: number,
  fixture: keyof Fixtures,
): readonly T[] {
  if (!(list instanceof NotApplicable)) return known(list);
  if (given > 0) return [];
  throw new Blocked(`${list.message}: ${giveFixture(fixture)}`);
}

/** Most providers that are requested one by one; a faulty list may contain any number. */
const mostProviders = 12;

/** @throws {Blocked | NotApplicable} if the providers could not be listed */
export function someProviders(found: Found): readonly string[] {
  return known(found.providers).slice(0, mostProviders);
}

/** Ids of commitments, active ones first. */
export function someCommitments(found: Found): string[] {
  const own = Object.values(found.fixtures.commitments ?? {}).filter((id) => typeof id === 'string');
  const ids = byUse(knownOr(found.commitments, own.length, 'commitments')).map(({ id }) => id);
  if (ids.length + own.length === 0) throw new NotApplicable('the target has no commitments');
  return [...new Set([...ids, ...own])];
}

/** Active ones first. */
export function byUse(commitments: readonly FoundCommitment[]): FoundCommitment[] {
  return [...commitments].sort((a, b) => Number(b.status === 'active') - Number(a.status === 'active'));
}
