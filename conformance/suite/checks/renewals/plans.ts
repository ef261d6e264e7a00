import type { OperationId } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { readDateTime } from '../../date-time.js';
import { known } from '../../discovery.js';
import { numberOf } from '../../expect/near.js';
import { describe } from '../../expect/response.js';
import { requestTo } from '../../request-to.js';
import { equation, figure } from '../shared/equation.js';
import { dataOf, one, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { pointsOf, slopeOf } from '../shared/slope.js';
import { pricedRows } from './priced-rows.js';

const plan = 'getRenewalPlan' as const;
const source = 'Renewal pricing; Proposed by this contract';

const monthDays = 365 / 12;

/** Checks of the renewal plan. */
export const planChecks: readonly Check[] = [
  forEachRow('getRenewalPlan', {
    id: 'renewals.safe-moment-has-a-time',
    level: 'MUST',
    basis: 'stated',
    requirement: '`buy_after_utc` of a renewal plan is a date-time, not only a date.',
    source: 'Commitment read semantics, rule 9',
    each: ({ buy_after_utc }) => one(buy_after_utc),
    judge: (moment) =>
      readDateTime(moment)?.hasTime === true || {
        message: '`buy_after_utc` is not a date-time.',
        expected: 'a date-time, e.g. "2026-09-01T00:00:00Z"',
        actual: show(moment),
      },
  }),
  sameFigure(plan, {
    id: 'renewals.plan-has-the-figures-of-the-detail',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`protects_monthly`, `rightsizing_monthly`, `units_held` and the consumed share of the units of a renewal plan equal those in the detail of the commitment.',
    source,
    reference: 'the detail of the commitment',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const data = dataOf(exchange);
      const detail = dataOf((await probe.correct('getCommitment')).exchange);
      if (detail.id !== data.commitment_id) return [];
      const units = detail.unit_count === null ? undefined : detail.unit_count;
      return [
        ...['protects_monthly', 'rightsizing_monthly'].map((name) => ({
          name: `\`${name}\``,
          here: data[name],
          there: detail[name],
          exchange,
        })),
        { name: '`units_held`', here: data.units_held, there: units, exchange },
        {
          name: '`units_consumed` as a percentage of `units_held`',
          here: (numberOf(data.units_consumed) / numberOf(data.units_held)) * 100,
          there: detail.current_utilization_pct,
          within: 0.1,
          exchange,
        },
      ];
    },
  }),
  sameFigure(plan, {
    id: 'renewals.plan-and-options-agree',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`units_held` of a renewal plan equals `held_quantity` of the renewal options, and `quantity_recommended` and `units_recommended` those of their recommended option.',
    source,
    reference: 'the renewal options',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const data = dataOf(exchange);
      const { exchange: other } = await probe.correct('getRenewalOptions');
      const offered = dataOf(other);
      if (offered.commitment_id !== data.commitment_id || requested(other, 'quantity')) return [];
      const recommended = pricedRows(offered).find((row) => row.recommended === true);
      return [
        { name: '`units_held`', here: data.units_held, there: offered.held_quantity, exchange },
        // A plan to let it expire recommends nothing.
        ...(data.decision === 'renew'
          ? ['quantity_recommended', 'units_recommended'].map((name) => ({
              name: `\`${name}\``,
              here: data[name],
              there: recommended?.[name === 'units_recommended' ? 'held_units_equivalent' : 'quantity'],
              exchange,
            }))
          : []),
      ];
    },
  }),
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
  equation('getRenewalOptions', {
    id: 'renewals.growth-fits-the-demand',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`demand.units_per_month` is the slope of the straight line through `demand.points`.',
    source: 'Renewal pricing: renewal-options; Proposed by this contract',
    formula: 'the slope of the straight line through `demand.points`',
    figures: ({ demand }) => {
      const points = pointsOf(rowsOf(demand?.points), 'units');
      const slope = points.length > 2 ? slopeOf(points) * monthDays : Number.NaN;
      // Months have unequal lengths.
      return [
        figure(
          { ...demand, slope },
          'units_per_month',
          ['slope'],
          (value) => value,
          0.02 + Math.abs(slope) * 0.1,
        ),
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
