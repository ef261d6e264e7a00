import type { OperationId } from '../../src/generated/operations.js';
import type { RequestPlan } from '../engine/http/exchange.js';
import { Blocked, NotApplicable } from '../engine/judge/outcome.js';
import type { Operation } from '../engine/operation.js';
import { requestTo } from './contract.js';
import { byUse, type Found, known, knownOr, preferred, someCommitments, tagKeyOf } from './discovery.js';
import { giveFixture } from './fixtures.js';

/** How the suite calls an operation. */
interface Row {
  /**
   * Returns the parameters of correct requests, the likeliest to succeed first. Default: none.
   *
   * @throws {Blocked} if a required id was not found
   * @throws {NotApplicable} if the target has no such resource
   */
  parameters?(found: Found): { path?: Record<string, string>; query?: Record<string, string> }[];
  /** Whether the server lists the id of the correct request. Default: it does not. */
  isListed?(found: Found): boolean;
  /** Its resource need not exist: why its checks do not apply then. */
  readonly absent?: string;
  /** True if 404 may mean an unknown resource, although the path has no id. */
  readonly mayBeUnknown?: true;
  /** The operation whose scenario of writes contains the correct request. */
  readonly writtenBy?: OperationId;
  /** @throws {Blocked} if a resource that a write needs is not known */
  expectResources?(found: Found): void;
}

const areProvidersListed = ({ providers }: Found) => Array.isArray(providers);
const areCommitmentsListed = ({ commitments }: Found) => Array.isArray(commitments);
const areRecommendationsListed = ({ recommendations, fixtures }: Found) =>
  Array.isArray(recommendations) && fixtures.recommendation_id === undefined;

/** A read with a provider in its path. */
const ofProvider = (preference = 'provider_a', query: Record<string, string> = {}): Row => ({
  parameters: (found) => [{ path: { provider_id: providerOf(found, preference) }, query }],
  isListed: areProvidersListed,
});

/** A read with a commitment in its path. */
const ofCommitment = (
  idsOf: (found: Found) => string[] = (found) => someCommitments(found).slice(0, 3),
): Row => ({
  parameters: (found) => idsOf(found).map((commitment_id) => ({ path: { commitment_id } })),
  isListed: areCommitmentsListed,
});

/** Operations that are called in another way than without parameters. */
const rows: { readonly [Id in OperationId]?: Row } = {
  listCommitmentInventory: { parameters: () => [{ query: { instrument: 'ri' } }] },
  getCommitment: ofCommitment(),
  getRenewalPlan: ofCommitment(),
  getRenewalQuote: ofCommitment(),
  getRenewalOptions: ofCommitment((found) => reservations(found).slice(0, 3)),
  getRenewal: {
    ...ofCommitment((found) => {
      const raised = found.fixtures.commitments?.raised;
      return raised ? [raised] : someCommitments(found).slice(0, 8);
    }),
    // A listed commitment need not have a renewal.
    isListed: () => false,
    absent: 'no renewal has been raised for any of the requested commitments',
  },
  getCostFilterOptions: ofProvider('provider_a', { dimension: 'service' }),
  getCostSummary: ofProvider(),
  getCostBreakdown: ofProvider(),
  getCostTimeline: ofProvider(),
  listRecommendations: ofProvider(),
  getRecommendationOverview: ofProvider(),
  listInvoiceMonths: ofProvider('provider_b'),
  listProviderBudgets: {
    parameters: (found) => {
      if (found.providers instanceof NotApplicable || known(found.providers).includes('provider_b'))
        return [{}];
      throw new NotApplicable('the target has no provider_b');
    },
    isListed: areProvidersListed,
    mayBeUnknown: true,
  },
  getRecommendation: {
    parameters: (found) => [{ path: { id: recommendation(found) } }],
    isListed: areRecommendationsListed,
  },
  listRecommendationTargets: {
    parameters: (found) => [{ path: { recommendation_id: recommendation(found) } }],
    isListed: areRecommendationsListed,
  },
  getRealizedSavingsAudit: {
    parameters: ({ fixtures: { audit_id } }) => {
      if (audit_id === undefined)
        throw new Blocked(`no operation lists audit ids: ${giveFixture('audit_id')}`);
      return [{ path: { audit_id: String(audit_id) } }];
    },
    isListed: areRecommendationsListed,
  },
  updateVirtualTagKey: { writtenBy: 'updateVirtualTagKey', expectResources: tagKeyOf },
  createWebhookEndpoint: { writtenBy: 'createWebhookEndpoint' },
  deleteWebhookEndpoint: { writtenBy: 'createWebhookEndpoint', isListed: () => true },
};

/** Ids that no server has. */
const placeholders = {
  commitment_id: 'no-such-commitment',
  provider_id: 'provider_a',
  id: 'no-such-recommendation',
  recommendation_id: 'no-such-recommendation',
  audit_id: '987654321',
  key_id: 'no-such-key',
  endpoint_id: 'no-such-endpoint',
};

/**
 * Returns correct requests to a read operation, the likeliest to succeed first.
 *
 * @throws {Blocked} if a required id was not found
 * @throws {NotApplicable} if the target has no such resource
 */
export function readsOf(id: OperationId, found: Found): RequestPlan[] {
  return (rows[id]?.parameters?.(found) ?? [{}]).map((parameters) => requestTo(id, parameters));
}

/**
 * Returns reads of resources that may exist, whose responses are judged like that of a known one: no operation lists
 * audits, and those with the next two ids may be in other states.
 */
export function furtherReadsOf({ operationId, path }: RequestPlan): RequestPlan[] {
  if (operationId !== 'getRealizedSavingsAudit') return [];
  const known = Number(path.split('/').at(-1));
  const ids = [known + 1, known + 2];
  return ids.map((id) => requestTo(operationId, { path: { audit_id: String(id) } }));
}

/** A request with ids that no server has. */
export function placeholder({ operationId, method }: Operation): RequestPlan {
  const body = { name: 'cost-contract', expected_version: 1 };
  return requestTo(operationId, { path: placeholders, ...(method === 'PUT' ? { body } : {}) });
}

/** Whether 404 may mean an unknown resource. */
export function mayBeUnknown({ operationId, path }: Operation): boolean {
  return path.includes('{') || rows[operationId]?.mayBeUnknown === true;
}

/** Whether the server lists the id of the correct request. */
export function isListed({ operationId }: Operation, found: Found): boolean {
  return rows[operationId]?.isListed?.(found) ?? false;
}

/** Returns why checks of an operation do not apply if its resource does not exist; undefined if it must exist. */
export function absenceOf(id: OperationId): string | undefined {
  return rows[id]?.absent;
}

/** Returns the operation whose scenario of writes contains the correct request to an operation. */
export function scenarioOf({ operationId }: Operation): OperationId {
  return rows[operationId]?.writtenBy ?? operationId;
}

/** @throws {Blocked | NotApplicable} if a resource that a correct request needs was not found */
export function expectResources({ operationId, method }: Operation, found: Found): void {
  if (method === 'GET') readsOf(operationId, found);
  else rows[operationId]?.expectResources?.(found);
}

/** Ids of reservations: the one of the fixtures first, then active ones. */
function reservations(found: Found): string[] {
  const own = found.fixtures.commitments?.reservation;
  const listed = knownOr(found.commitments, own === undefined ? 0 : 1, 'commitments');
  const ids = byUse(listed.filter(({ kind }) => kind === 'reserved_instance')).map(({ id }) => id);
  if (own === undefined && ids.length === 0) throw new NotApplicable('the target has no reservations');
  return own === undefined ? ids : [own, ...ids.filter((id) => id !== own)];
}

/**
 * @param preference the provider to return if it is connected
 * @throws {NotApplicable} if no provider is connected
 */
function providerOf(found: Found, preference: string): string {
  if (found.providers instanceof NotApplicable) return preference;
  const provider = preferred(known(found.providers), preference);
  if (provider === undefined) throw new NotApplicable('no provider is connected to the target');
  return provider;
}

function recommendation(found: Found): string {
  const named = found.fixtures.recommendation_id;
  const id = named ?? knownOr(found.recommendations, 0, 'recommendation_id')[0];
  if (id === undefined) {
    throw new NotApplicable('the target has no recommendations, and --fixtures contains none');
  }
  return id;
}
