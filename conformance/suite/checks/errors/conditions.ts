import type { OperationId } from '../../../../src/generated/operations.js';
import type { ActiveCheck, Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { Blocked, eachCase, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { derived, proposal, stated } from '../../claims.js';
import { requestTo } from '../../contract.js';
import { someCommitments } from '../../discovery.js';
import { expectFailure } from '../../expect/response.js';

/** Returns a check that a correct request with an unknown id returns 404. */
function unknownId(
  id: string,
  what: string,
  ids: readonly OperationId[],
  path: Readonly<Record<string, string>>,
  basis: 'derived' | 'proposed' = 'derived',
): ActiveCheck {
  return {
    id,
    level: 'MUST',
    basis,
    deviation: 'preference',
    requirement: `A request for ${what} that does not exist returns 404 NOT_FOUND; 400 and 422 only deviate from a proposal.`,
    source: 'Errors, table of codes; which condition has which code is proposed by this contract',
    operations: ids,
    anyKey: true,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey();
      const wrong = {
        ...requestTo(probe.operation.operationId, { path, as: plan.as }),
        query: plan.query,
        body: plan.body,
      };
      const exchange = await probe.send(wrong);
      // A success may report a failed price lookup, and an unknown commitment may be the reason.
      if (probe.operation.operationId === 'getRenewalQuote' && exchange.response.json?.data?.error_message)
        return;
      expectNotFound(exchange, `A request for ${what} that does not exist`);
    },
  };
}

/** @throws {Finding} if the response is not 404; only of a proposal, if the request is otherwise refused */
function expectNotFound(exchange: CompleteExchange, what: string): void {
  expectFailure(exchange, [404], what, { basis: isOtherwiseRefused(exchange) ? 'proposed' : undefined });
}

/** Whether a request for something that does not exist is refused as invalid, or has no effect. */
const isOtherwiseRefused = ({ response: { status, json } }: CompleteExchange) =>
  status === 400 || status === 422 || (status < 300 && json?.data?.deleted === false);

/** @throws {Finding} if an update with an outdated version does not return one of these statuses */
async function expectStaleVersionRefused(probe: Probe, allowed: readonly number[]): Promise<void> {
  // A read-only API key is rejected for another reason.
  await probe.correct();
  const { fresh, otherKey } = await probe.keyedWrites('updateVirtualTagKey');
  if (!otherKey?.exchange.response)
    throw new Blocked('the update with an outdated version received no response');
  const { rules_version } = fresh.exchange.response?.json?.data?.key ?? {};
  if (rules_version === JSON.parse(fresh.plan.body ?? '{}').expected_version) {
    throw new NotApplicable('an update with the same name does not change the version');
  }
  const exchange = otherKey.exchange as CompleteExchange;
  expectFailure(exchange, allowed, 'An update with an outdated `expected_version`');
}

/** Checks of well-formed requests that the service rejects because of its data. */
export const conditionChecks: readonly Check[] = [
  {
    id: 'errors.unknown-route-is-404',
    ...derived,
    requirement: 'A request to an unknown path returns 404 NOT_FOUND.',
    source: 'Errors, table of codes',
    operations: 'api',
    async run(probe) {
      const exchange = await probe.send({
        ...requestTo('listProviders'),
        operationId: null,
        path: '/api/v1/no-such-route',
      });
      expectFailure(exchange, [404], 'A request to an unknown path');
    },
  },
  unknownId(
    'errors.unknown-commitment-is-404',
    'a commitment',
    ['getCommitment', 'getRenewalPlan', 'getRenewalOptions', 'getRenewalQuote'],
    { commitment_id: 'no-such-commitment' },
  ),
  unknownId(
    'errors.unknown-recommendation-is-404',
    'a recommendation',
    ['getRecommendation', 'listRecommendationTargets'],
    { id: 'no-such-recommendation', recommendation_id: 'no-such-recommendation' },
    'proposed',
  ),
  unknownId('errors.unknown-audit-is-404', 'an audit', ['getRealizedSavingsAudit'], {
    audit_id: '987654321',
  }),
  unknownId('errors.unknown-tag-key-is-404', 'a virtual tag key', ['updateVirtualTagKey'], {
    key_id: 'no-such-key',
  }),
  unknownId('errors.unknown-endpoint-is-404', 'a webhook endpoint', ['deleteWebhookEndpoint'], {
    endpoint_id: 'no-such-endpoint',
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
    { provider_id: 'no_such_provider' },
    'proposed',
  ),
  {
    id: 'errors.unraised-renewal-is-404',
    ...stated,
    requirement: 'The renewal of a commitment returns 404 NOT_FOUND if no purchase has been raised for it.',
    source: 'Errors, rule 5',
    operations: ['getRenewal'],
    requests: 4,
    async run(probe) {
      const named = probe.found.fixtures.commitments?.unraised;
      const unknown = await probe.send(
        requestTo('getRenewal', { path: { commitment_id: 'no-such-commitment' } }),
      );
      expectNotFound(unknown, 'The renewal of a commitment that does not exist');
      const ids = named === undefined ? someCommitments(probe.found).slice(0, 3) : [named];
      await eachCase(ids, async (commitment_id) => {
        const exchange = await probe.send(requestTo('getRenewal', { path: { commitment_id } }));
        // Without a fixture any commitment may have a renewal; an empty one is still a violation.
        const raised =
          exchange.response.status === 200 && Object.keys(exchange.response.json?.data ?? {}).length > 0;
        if (named === undefined && raised) return;
        expectFailure(exchange, [404], 'The renewal of a commitment without a raised purchase');
      });
    },
  },
  {
    id: 'errors.stale-version-is-refused',
    ...derived,
    requirement: 'An update with an outdated `expected_version` is rejected.',
    source: 'Writes: expected_version; Errors, 409 CONFLICT',
    operations: ['updateVirtualTagKey'],
    requests: 0,
    run: (probe) => expectStaleVersionRefused(probe, [409, 422]),
  },
  {
    id: 'errors.stale-version-is-409',
    ...proposal,
    requirement: 'An update with an outdated `expected_version` returns 409 CONFLICT.',
    operations: ['updateVirtualTagKey'],
    requests: 0,
    run: (probe) => expectStaleVersionRefused(probe, [409]),
  },
  {
    id: 'errors.deleted-endpoint-is-gone',
    // The service does not state the response: `deleted` may be true, because the endpoint is deleted, or false.
    ...proposal,
    level: 'MUST',
    requirement: 'Deleting a webhook endpoint a second time returns 404 NOT_FOUND.',
    operations: ['deleteWebhookEndpoint'],
    requests: 0,
    async run(probe) {
      const { proof } = await probe.keyedWrites('createWebhookEndpoint');
      if (!proof?.exchange.response) throw new Blocked('no endpoint could be deleted');
      expectFailure(proof.exchange as CompleteExchange, [404], 'Deleting an endpoint a second time');
    },
  },
  {
    id: 'errors.fractional-quantity-is-422',
    ...stated,
    requirement:
      'Renewal options for a fraction of a reservation return 422: reservations are sold in whole units.',
    source: 'Errors, rule 4',
    operations: ['getRenewalOptions'],
    requests: 3,
    anyKey: true,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey();
      const whole = await probe.send({ ...plan, query: [['quantity', '2']] });
      if (whole.response.status >= 300) {
        throw new Blocked(`the same request with quantity=2 returned ${whole.response.status}`);
      }
      if (plan.path.includes('savingsplan')) throw new NotApplicable('the target has no reservations');
      await eachCase(['1.5', '0.5'], async (quantity) => {
        const exchange = await probe.send({ ...plan, query: [['quantity', quantity]] });
        expectFailure(exchange, [422], `A request for quantity ${quantity} of a reservation`);
      });
    },
  },
];
