import type { OperationId } from '../src/generated/operations.js';
import { type Fixtures, giveFixture } from './fixtures.js';
import { type CompleteExchange, type Exchange, isSuccess, type RequestPlan } from './http/exchange.js';
import { missingContent } from './missing-content.js';
import { Blocked, NotApplicable } from './outcome.js';
import { requestTo } from './requests.js';
import type { Scope } from './scope.js';
import type { Target } from './target/target.js';

/** A commitment as the list tells it, as far as requests need it. */
export interface FoundCommitment {
  readonly id: string;
  readonly kind: string;
  readonly provider: string;
  readonly status: string;
}

/** Why a list could not be read; not applicable where the list itself is not there, or out of scope. */
type Unlisted = Blocked | NotApplicable;

/** What the target holds, found by listing; a list that could not be read is the reason why. */
export interface Found {
  readonly providers: readonly string[] | Unlisted;
  readonly commitments: readonly FoundCommitment[] | Unlisted;
  readonly recommendations: readonly string[] | Unlisted;
  readonly fixtures: Fixtures;
}

/** Pages of the commitments list that are read to find ids: enough to meet every kind. */
const pagesRead = 5;

/** The longest id that is asked for: no address has room for a longer one. */
const longestId = 2000;

/** Lists what can be listed, also by lists out of scope: others need the ids. */
export async function discover(target: Target, fixtures: Fixtures, scope: Scope): Promise<Found> {
  const providers = await list(target, scope, requestTo('listProviders'), (data) =>
    strings(data, 'provider_id'),
  );
  const commitments = await listCommitments(target, scope);
  const first = Array.isArray(providers)
    ? (preferred(providers, 'provider_a') ?? 'provider_a')
    : 'provider_a';
  const recommendations = await list(
    target,
    scope,
    requestTo('listRecommendations', { path: { provider_id: first } }),
    (data) => strings(data, 'recommendation_id'),
  );
  return { providers, commitments, recommendations, fixtures };
}

async function listCommitments(target: Target, scope: Scope): Promise<FoundCommitment[] | Unlisted> {
  const found = new Map<string, FoundCommitment>();
  for (let page = 1; page <= pagesRead; page += 1) {
    const plan = requestTo('listCommitments', page === 1 ? {} : { query: { page: String(page) } });
    const exchange = await target.send(plan);
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
  return found.size > 0 && commitments.length === 0 ? unaskable(requestTo('listCommitments')) : commitments;
}

async function list(
  target: Target,
  scope: Scope,
  plan: RequestPlan,
  read: (data: unknown) => string[],
): Promise<string[] | Unlisted> {
  const exchange = await target.send(plan);
  if (!hasContent(exchange)) return unlisted(exchange, scope);
  const all = read(exchange.response.json?.data);
  const ids = all.filter(({ length }) => length <= longestId);
  return all.length > 0 && ids.length === 0 ? unaskable(plan) : ids;
}

function hasContent(exchange: Exchange): exchange is CompleteExchange {
  return isSuccess(exchange) && !missingContent(exchange);
}

function unaskable({ path }: RequestPlan): Blocked {
  return new Blocked(
    `GET ${path} tells ids of more than ${longestId} characters, which no address has room for`,
  );
}

function unlisted(exchange: Exchange, scope: Scope): Unlisted {
  const { operationId, request, response } = exchange;
  if (operationId !== null && !scope.has(operationId)) {
    return new NotApplicable(`it needs ids from ${operationId}, which is out of scope`);
  }
  if ([404, 405, 501].includes(response?.status ?? 0)) {
    return new NotApplicable(`it needs ids from ${operationId}, which the server does not implement`);
  }
  const none = 'so no ids could be found there';
  if (isSuccess(exchange)) {
    const { what, check } = missingContent(exchange) ?? {
      what: 'has no list of items',
      check: 'pagination.list-has-items-and-pagination',
    };
    return new Blocked(`the response to GET ${request.path} ${what}, ${none}`, exchange, check);
  }
  return new Blocked(
    `GET ${request.path} ${outcomeOf(exchange)}, ${none}`,
    exchange,
    'operations.correct-request-succeeds',
  );
}

/** What came of a request, to be read after the request itself. */
export function outcomeOf({ response, failure }: Exchange): string {
  return response ? `answered ${response.status}` : `got no answer: ${failure}`;
}

/** Every string that stands under `name` anywhere in a value, each once. */
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

function preferred(values: readonly string[], wish: string): string | undefined {
  return values.includes(wish) ? wish : values[0];
}

/**
 * Correct requests to an operation that only reads, the likeliest to succeed first.
 *
 * @throws {Blocked} when an id that it needs could not be found
 * @throws {NotApplicable} when the target holds nothing that it reads
 */
export function readsOf(id: OperationId, found: Found): RequestPlan[] {
  switch (id) {
    case 'listCommitmentInventory':
      return [requestTo(id, { query: { instrument: 'ri' } })];
    case 'getCostFilterOptions':
      return providerReads(id, found, { dimension: 'service' });
    case 'getCostSummary':
    case 'getCostBreakdown':
    case 'getCostTimeline':
    case 'listRecommendations':
    case 'getRecommendationOverview':
      return providerReads(id, found, {});
    case 'listInvoiceMonths':
      return [requestTo(id, { path: { provider_id: providerOf(found, 'provider_b') } })];
    case 'listProviderBudgets':
      if (!(found.providers instanceof NotApplicable) && !known(found.providers).includes('provider_b')) {
        throw new NotApplicable('the target has no provider_b');
      }
      return [requestTo(id)];
    case 'getCommitment':
    case 'getRenewalPlan':
    case 'getRenewalQuote':
      return someCommitments(found)
        .slice(0, 3)
        .map((commitment_id) => requestTo(id, { path: { commitment_id } }));
    case 'getRenewalOptions':
      return reservations(found)
        .slice(0, 3)
        .map((commitment_id) => requestTo(id, { path: { commitment_id } }));
    case 'getRenewal': {
      const raised = found.fixtures.commitments?.raised;
      return (raised ? [raised] : someCommitments(found).slice(0, 8)).map((commitment_id) =>
        requestTo(id, { path: { commitment_id } }),
      );
    }
    case 'getRecommendation':
      return [requestTo(id, { path: { id: recommendation(found) } })];
    case 'listRecommendationTargets':
      return [requestTo(id, { path: { recommendation_id: recommendation(found) } })];
    case 'getRealizedSavingsAudit': {
      const audit = found.fixtures.audit_id;
      if (audit === undefined) {
        throw new Blocked(`no list tells the id of an audit: ${giveFixture('audit_id')}`);
      }
      return [requestTo(id, { path: { audit_id: String(audit) } })];
    }
    default:
      return [requestTo(id)];
  }
}

/** @throws {Blocked} when no virtual tag key is named that may be changed */
export function tagKeyOf({ fixtures }: Found): NonNullable<Fixtures['tag_key']> {
  if (fixtures.tag_key) return fixtures.tag_key;
  throw new Blocked(`no list tells a virtual tag key that may be changed: ${giveFixture('tag_key')}`);
}

/** @throws {Blocked | NotApplicable} when the list it comes from could not be read */
export function known<T>(list: readonly T[] | Unlisted): readonly T[] {
  if (list instanceof Error) throw list;
  return list;
}

/**
 * What is named by a list, or else by the operator. That nothing is leaves an operation without any request.
 *
 * @throws {Blocked} when the list could not be read, and nothing is named either
 */
function knownOr<T>(list: readonly T[] | Unlisted, named: number, fixture: keyof Fixtures): readonly T[] {
  if (!(list instanceof NotApplicable)) return known(list);
  if (named > 0) return [];
  throw new Blocked(`${list.message}: ${giveFixture(fixture)}`);
}

/** Providers that are asked one by one: more than are ever connected, and fewer than a faulty list may hold. */
export const mostProviders = 12;

/** @throws {Blocked} when the providers could not be listed */
export function someProviders(found: Found): readonly string[] {
  return known(found.providers).slice(0, mostProviders);
}

/** Ids of commitments, running ones first. */
export function someCommitments(found: Found): string[] {
  const own = Object.values(found.fixtures.commitments ?? {}).filter((id) => typeof id === 'string');
  const ids = byUse(knownOr(found.commitments, own.length, 'commitments')).map(({ id }) => id);
  if (ids.length + own.length === 0) throw new NotApplicable('the target holds no commitment');
  return [...new Set([...ids, ...own])];
}

/** Ids of reservations, the operator's own choice first, then running ones. */
function reservations(found: Found): string[] {
  const own = found.fixtures.commitments?.reservation;
  const listed = knownOr(found.commitments, own === undefined ? 0 : 1, 'commitments');
  const ids = byUse(listed.filter(({ kind }) => kind === 'reserved_instance')).map(({ id }) => id);
  if (own === undefined && ids.length === 0) throw new NotApplicable('the target holds no reservation');
  return own === undefined ? ids : [own, ...ids.filter((id) => id !== own)];
}

function byUse(commitments: readonly FoundCommitment[]): FoundCommitment[] {
  return [...commitments].sort((a, b) => Number(b.status === 'active') - Number(a.status === 'active'));
}

/**
 * @param wish the provider to prefer where it is connected
 * @throws {NotApplicable} when no provider is connected
 */
function providerOf(found: Found, wish: string): string {
  if (found.providers instanceof NotApplicable) return wish;
  const provider = preferred(known(found.providers), wish);
  if (provider === undefined) throw new NotApplicable('no provider is connected to the target');
  return provider;
}

function providerReads(id: OperationId, found: Found, query: Record<string, string>): RequestPlan[] {
  return [requestTo(id, { path: { provider_id: providerOf(found, 'provider_a') }, query })];
}

function recommendation(found: Found): string {
  const named = found.fixtures.recommendation_id;
  const id = named ?? knownOr(found.recommendations, 0, 'recommendation_id')[0];
  if (id === undefined) {
    throw new NotApplicable('the target holds no recommendation, and --fixtures names none');
  }
  return id;
}
