import type { OperationId } from '../../../../src/generated/operations.js';
import type { ActiveCheck, Check } from '../../../engine/check.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { proposal, recommended, stated } from '../../claims.js';
import { requestTo } from '../../contract.js';
import { known } from '../../discovery.js';
import { describe, expectSuccess } from '../../expect/response.js';
import { trend } from '../shared/trend.js';

/** Most commitments whose quotes are requested. */
const mostQuotes = 4;

/** Returns one commitment of each kind and status, an expired one first: its offering may be no longer sold. */
function oneOfEachKind({ found }: Probe): string[] {
  const all = [
    ...new Map(known(found.commitments).map((one) => [`${one.kind} ${one.status}`, one])).values(),
  ];
  const expired = all.filter(({ status }) => status === 'expired').slice(0, 1);
  return [...new Set([...expired, ...all])].slice(0, mostQuotes).map(({ id }) => id);
}

/** Returns a savings plan, and a commitment without a price. */
function otherKinds({ found }: Probe): string[] {
  const plan = known(found.commitments).find(
    ({ kind, status }) => kind === 'savings_plan' && status === 'active',
  )?.id;
  return [plan, found.fixtures.commitments?.unpriced].filter((id) => typeof id === 'string');
}

/** Returns a check that a read of a commitment succeeds for each of some. */
function succeedsForEach(
  operation: OperationId,
  what: string,
  commitments: (probe: Probe) => string[],
  claim: Pick<ActiveCheck, 'id' | 'requirement' | 'source' | 'requests'>,
): ActiveCheck {
  return {
    ...recommended,
    ...claim,
    operations: [operation],
    async run(probe) {
      const ids = commitments(probe);
      if (ids.length === 0) throw new NotApplicable('the target has no such commitment');
      await probe.correct();
      await eachCase(ids, async (commitment_id) =>
        expectSuccess(
          await probe.send(requestTo(operation, { path: { commitment_id } })),
          `A request for the renewal ${what} of commitment ${show(commitment_id)}`,
        ),
      );
    },
  };
}

export const renewalChecks: readonly Check[] = [
  {
    id: 'renewals.failed-lookup-has-a-message',
    ...stated,
    requirement: 'A failed price lookup is reported in `error_message` of a successful response.',
    source: 'Renewal pricing: renewal-quote',
    operations: ['getRenewalQuote'],
    async run(probe) {
      const commitment_id = probe.found.fixtures.commitments?.unpriced;
      if (commitment_id === undefined) {
        throw new NotApplicable(
          'the fixtures do not name a commitment whose price lookup fails (commitments.unpriced)',
        );
      }
      const exchange = await probe.send(requestTo('getRenewalQuote', { path: { commitment_id } }));
      const reason = exchange.response.json?.data?.error_message;
      if (exchange.response.status < 300 && typeof reason === 'string' && reason !== '') return;
      fail({
        message: 'A failed price lookup is not reported in `error_message` of a successful response.',
        expected: 'a successful response with the reason in error_message',
        actual: exchange.response.status < 300 ? `error_message ${show(reason)}` : describe(exchange),
        exchange,
      });
    },
  },
  succeedsForEach('getRenewalQuote', 'quote', oneOfEachKind, {
    id: 'renewals.every-kind-has-a-quote',
    requirement:
      'The quote of a listed commitment of each `kind` and `status` succeeds, because a failed lookup is reported in `error_message`.',
    source: 'Renewal pricing: renewal-quote',
    requests: mostQuotes,
  }),
  ...(
    [
      ['renewals.every-kind-has-a-plan', 'getRenewalPlan', 'plan'],
      ['renewals.every-kind-has-options', 'getRenewalOptions', 'options'],
    ] as const
  ).map(([id, operation, what]) =>
    succeedsForEach(operation, what, otherKinds, {
      id,
      requirement: `A request for the renewal ${what} succeeds for a savings plan, and for a commitment that has no price.`,
      source: 'Commitment row: id; Renewal pricing',
      requests: 2,
    }),
  ),
  trend('getRenewalOptions', {
    id: 'renewals.growth-fits-the-demand',
    ...proposal,
    requirement: '`demand.units_per_month` is the slope of the straight line through `demand.points`.',
    source: 'Renewal pricing: renewal-options; Proposed by this contract',
    formula: 'the slope of the straight line through `demand.points`',
    of: ({ demand }) => ({ owner: demand, rows: demand?.points }),
    field: 'units_per_month',
    value: 'units',
    days: 365 / 12,
    // Months have unequal lengths.
    within: (change) => 0.02 + Math.abs(change) * 0.1,
  }),
];
