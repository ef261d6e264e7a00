import type { OperationId } from '../../../src/generated/operations.js';
import type { Check, ProbeCheck } from '../../check.js';
import { someCommitments } from '../../discovery.js';
import { expectFailure } from '../../expect/response.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { Blocked, eachCase, NotApplicable } from '../../outcome.js';
import type { Probe } from '../../probe.js';
import { requestTo } from '../../requests.js';

/** A claim that the correct request with an id that names nothing is 404. */
function unknownId(
  id: string,
  what: string,
  ids: readonly OperationId[],
  parts: { path: Record<string, string>; body?: unknown },
  basis: 'derived' | 'proposed' = 'derived',
): ProbeCheck {
  return {
    kind: 'probe',
    id,
    level: 'MUST',
    basis,
    requirement: `A request for ${what} that does not exist is 404 NOT_FOUND.`,
    source: 'Errors, table of codes',
    operations: ids,
    async run(probe) {
      const { plan } = await probe.correct();
      const wrong = {
        ...requestTo(probe.operation.operationId, { path: parts.path }),
        query: plan.query,
        body: plan.body,
      };
      const exchange = await probe.send(wrong);
      // A failed price lookup is told in the answer itself, so an unknown commitment may be one.
      if (probe.operation.operationId === 'getRenewalQuote' && exchange.response.json?.data?.error_message)
        return;
      expectFailure(exchange, [404], `A request for ${what} that does not exist`);
    },
  };
}

/** @throws {Finding} when the story's update with a version already used up is not refused like this */
async function expectStaleVersionRefused(probe: Probe, allowed: readonly number[]): Promise<void> {
  // A key that may only read is refused for another reason.
  await probe.correct();
  const { otherKey } = await probe.keyedWrites('updateVirtualTagKey');
  if (!otherKey?.exchange.response) throw new Blocked('the update with a used-up version got no answer');
  expectFailure(
    otherKey.exchange as CompleteExchange,
    allowed,
    'An update that expects a version already replaced',
  );
}

/** What the service refuses for what it holds, or for what it sells. */
export const conditionChecks: readonly Check[] = [
  {
    kind: 'probe',
    id: 'errors.unknown-route-is-404',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A path that the API does not have is 404 NOT_FOUND.',
    source: 'Errors, table of codes',
    operations: 'api',
    async run(probe) {
      const exchange = await probe.send({
        ...requestTo('listProviders'),
        operationId: null,
        path: '/api/v1/no-such-route',
      });
      expectFailure(exchange, [404], 'A path that the API does not have');
    },
  },
  unknownId(
    'errors.unknown-commitment-is-404',
    'a commitment',
    ['getCommitment', 'getRenewalPlan', 'getRenewalOptions', 'getRenewalQuote'],
    { path: { commitment_id: 'no-such-commitment' } },
  ),
  unknownId(
    'errors.unknown-recommendation-is-404',
    'a recommendation',
    ['getRecommendation', 'listRecommendationTargets'],
    { path: { id: 'no-such-recommendation', recommendation_id: 'no-such-recommendation' } },
    'proposed',
  ),
  unknownId('errors.unknown-audit-is-404', 'an audit', ['getRealizedSavingsAudit'], {
    path: { audit_id: '987654321' },
  }),
  unknownId('errors.unknown-tag-key-is-404', 'a virtual tag key', ['updateVirtualTagKey'], {
    path: { key_id: 'no-such-key' },
  }),
  unknownId('errors.unknown-endpoint-is-404', 'a webhook endpoint', ['deleteWebhookEndpoint'], {
    path: { endpoint_id: 'no-such-endpoint' },
  }),
  unknownId(
    'errors.unknown-provider-is-404',
    'a provider',
    [
      'getCostSummary',
      'getCostBreakdown',
      'getCostTimeline',
      'getCostFilterOptions',
      'listInvoiceMonths',
      'listRecommendations',
      'getRecommendationOverview',
    ],
    { path: { provider_id: 'no_such_provider' } },
    'proposed',
  ),
  {
    kind: 'probe',
    id: 'errors.unraised-renewal-is-404',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The renewal of a commitment for which no purchase has been raised is 404 NOT_FOUND.',
    source: 'Errors, rule 5',
    operations: ['getRenewal'],
    cost: 4,
    async run(probe) {
      const named = probe.found.fixtures.commitments?.unraised;
      const unknown = await probe.send(
        requestTo('getRenewal', { path: { commitment_id: 'no-such-commitment' } }),
      );
      expectFailure(unknown, [404], 'The renewal of a commitment that does not exist');
      const ids = named === undefined ? someCommitments(probe.found).slice(0, 3) : [named];
      await eachCase(ids, async (commitment_id) => {
        const exchange = await probe.send(requestTo('getRenewal', { path: { commitment_id } }));
        // Without a fixture nobody says which commitment has none, but what is there must be told.
        const raised =
          exchange.response.status === 200 && Object.keys(exchange.response.json?.data ?? {}).length > 0;
        if (named === undefined && raised) return;
        expectFailure(exchange, [404], 'The renewal of a commitment for which none has been raised');
      });
    },
  },
  {
    kind: 'probe',
    id: 'errors.stale-version-is-refused',
    level: 'MUST',
    basis: 'derived',
    requirement: 'An update that expects a version which is no longer the current one is refused.',
    source: 'Writes: expected_version; Errors, 409 CONFLICT',
    operations: ['updateVirtualTagKey'],
    cost: 0,
    run: (probe) => expectStaleVersionRefused(probe, [409, 422]),
  },
  {
    kind: 'probe',
    id: 'errors.stale-version-is-409',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'An update that expects a version which is no longer the current one is 409 CONFLICT.',
    source: 'Proposed by this contract',
    operations: ['updateVirtualTagKey'],
    cost: 0,
    run: (probe) => expectStaleVersionRefused(probe, [409]),
  },
  {
    kind: 'probe',
    id: 'errors.deleted-endpoint-is-gone',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Removing a webhook endpoint a second time is 404 NOT_FOUND.',
    source: 'Writes: DELETE /api/v1/webhooks/endpoints/{endpoint_id}',
    operations: ['deleteWebhookEndpoint'],
    cost: 0,
    async run(probe) {
      const { proof } = await probe.keyedWrites('createWebhookEndpoint');
      if (!proof?.exchange.response) throw new Blocked('no endpoint could be removed');
      expectFailure(
        proof.exchange as CompleteExchange,
        [404],
        'Removing an endpoint that was removed already',
      );
    },
  },
  {
    kind: 'probe',
    id: 'errors.fractional-quantity-is-422',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Renewal options for a fraction of a reservation are 422: it is sold in whole units.',
    source: 'Errors, rule 4',
    operations: ['getRenewalOptions'],
    cost: 3,
    async run(probe) {
      const { plan } = await probe.correct();
      const whole = await probe.send({ ...plan, query: [['quantity', '2']] });
      if (whole.response.status >= 300) {
        throw new Blocked(`the same request with quantity=2 answered ${whole.response.status}`);
      }
      if (plan.path.includes('savingsplan')) throw new NotApplicable('the target holds no reservation');
      await eachCase(['1.5', '0.5'], async (quantity) => {
        const exchange = await probe.send({ ...plan, query: [['quantity', quantity]] });
        expectFailure(exchange, [422], `Quantity ${quantity} of a reservation`);
      });
    },
  },
];
