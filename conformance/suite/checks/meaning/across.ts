import type { OperationId } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { known } from '../../discovery.js';
import { describe } from '../../expect/response.js';
import { requestTo } from '../../request-to.js';
import { dataOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';

/** Returns `[id, name]` of the accounts in a value, at any depth. */
function accountsIn(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(accountsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { account_id: id, account_name: name } = value as Record<string, unknown>;
  const own: [string, unknown][] = typeof id === 'string' && name !== undefined ? [[id, name]] : [];
  return [...own, ...Object.values(value).flatMap(accountsIn)];
}

/** Whether the name is known; the list shows one that is not as a text, other reads may show null. */
const hasName = ([, name]: readonly [string, unknown]) => name !== null && name !== '';

const named = [
  'getCommitmentOverview',
  'getEffectiveSavingsRate',
  'getCoverageRates',
  'getCommitmentPortfolio',
] as const;

/** Checks that span several operations: names of accounts, kinds of commitments, and virtual tags in costs. */
export const acrossChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'commitments.accounts-have-the-name-of-the-list',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'An account has the same name in every read as in the list of commitments.',
    source: 'Commitment row: account_id, account_name',
    operations: [...named, 'getCostBreakdown'],
    requests: 0,
    async run(probe) {
      const { exchange: list } = await probe.correct('listCommitments');
      const names = new Map(accountsIn(dataOf(list)).filter(hasName));
      const { plan, exchange: baseline } = await probe.correct();
      const isBreakdown = probe.operation.operationId === 'getCostBreakdown';
      const exchange = isBreakdown
        ? await successOf(probe, withQuery(plan, 'group_by', 'account_id'))
        : baseline;
      const both = accountsIn(dataOf(exchange)).filter(
        (account) => hasName(account) && names.has(account[0]),
      );
      if (both.length === 0) throw new NotApplicable('the read names no account of the list');
      const other = both.find(([id, name]) => names.get(id) !== name);
      if (other === undefined) return;
      fail({
        message: `\`account_name\` of account ${show(other[0])} differs from the list of commitments.`,
        expected: show(names.get(other[0])),
        actual: show(other[1]),
        exchange,
      });
    },
  },
  ...(['getRenewalPlan', 'getRenewalOptions'] satisfies OperationId[]).map(
    (operation): Check => ({
      kind: 'active',
      id:
        operation === 'getRenewalPlan' ? 'renewals.every-kind-has-a-plan' : 'renewals.every-kind-has-options',
      level: 'SHOULD',
      basis: 'derived',
      deviation: 'preference',
      requirement: `A request for the renewal ${operation === 'getRenewalPlan' ? 'plan' : 'options'} succeeds for a savings plan, and for a commitment that has no price.`,
      source: 'Commitment row: id; Renewal pricing',
      operations: [operation],
      requests: 2,
      async run(probe) {
        const ids = otherKinds(probe);
        if (ids.length === 0) throw new NotApplicable('the target has neither of these commitments');
        await probe.correct();
        for (const commitment_id of ids) {
          const exchange = await probe.send(requestTo(operation, { path: { commitment_id } }));
          if (isSuccess(exchange)) continue;
          fail({
            message: `A request for commitment ${show(commitment_id)} fails.`,
            expected: 'a successful response',
            actual: describe(exchange),
            exchange,
          });
        }
      },
    }),
  ),
  sameFigure('getCostBreakdown', {
    id: 'costs.virtual-tags-split-the-total',
    deviation: 'preference',
    basis: 'proposed',
    requirement:
      '`total_period_cost` of a breakdown by a virtual tag key equals that of the breakdown by service.',
    source: 'Other reads: breakdown, group_by: tag; Proposed by this contract',
    reference: '`total_period_cost` of the breakdown by service',
    pairs: async (probe) => {
      const { plan, exchange: baseline } = await probe.correct();
      const key = probe.found.fixtures.tag_key;
      if (key === undefined) return [];
      const grouped = withQuery(plan, 'group_by', 'virtual_tag');
      const exchange = await probe.send(withQuery(grouped, 'virtual_tag_key', key.id));
      // The service does not state the parameters of a virtual tag key.
      if (!isSuccess(exchange)) return [];
      return [
        {
          name: '`total_period_cost` by a virtual tag key',
          here: dataOf(exchange).total_period_cost,
          there: dataOf(baseline).total_period_cost,
          exchange,
        },
      ];
    },
  }),
];

/** Ids of a savings plan, and of a commitment without a price. */
function otherKinds({ found }: Probe): string[] {
  const plan = known(found.commitments).find(
    ({ kind, status }) => kind === 'savings_plan' && status === 'active',
  )?.id;
  return [plan, found.fixtures.commitments?.unpriced].filter((id) => typeof id === 'string');
}
