import type { OperationId } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { proposal, recommended, stated } from '../../claims.js';
import { readDateTime } from '../../date-time.js';
import { known } from '../../discovery.js';
import { describe } from '../../expect/response.js';
import { requestTo } from '../../request-to.js';
import { equation, figure } from '../shared/equation.js';
import { one, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { pointsOf, slopeOf } from '../shared/slope.js';

const monthDays = 365 / 12;

/** Checks of the renewal plan. */
export const planChecks: readonly Check[] = [
  forEachRow('getRenewalPlan', {
    id: 'renewals.safe-moment-has-a-time',
    ...stated,
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
  ...(['getRenewalPlan', 'getRenewalOptions'] satisfies OperationId[]).map(
    (operation): Check => ({
      kind: 'active',
      id:
        operation === 'getRenewalPlan' ? 'renewals.every-kind-has-a-plan' : 'renewals.every-kind-has-options',
      ...recommended,
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
    ...proposal,
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
