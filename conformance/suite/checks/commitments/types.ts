import type { OperationId } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { known } from '../../discovery.js';
import { sum } from '../../expect/near.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { successesOf, successOf } from '../shared/success-of.js';

/** Checks of reads of one type of commitment, and of all. */
export const typeChecks: readonly Check[] = [
  ...(
    [
      ['commitments.utilization-is-of-the-type', 'getCommitmentUtilization', 'type'],
      ['commitments.recommendations-are-of-the-type', 'listCommitmentRecommendations', 'commitment_type'],
      ['commitments.overview-is-of-the-type', 'getCommitmentOverview', 'commitment_type'],
    ] satisfies [string, OperationId, string][]
  ).map(
    ([id, operation, parameter]): Check => ({
      kind: 'active',
      id,
      level: 'MUST',
      basis: 'derived',
      requirement: `\`${parameter}=ri\` and \`${parameter}=sp\` return different figures.`,
      source: `Commitment reads: ${parameter}: ri, sp`,
      operations: [operation],
      requests: 2,
      async run(probe) {
        const { plan } = await probe.correct();
        const kinds = known(probe.found.commitments).map(({ kind }) => kind);
        // All figures of an instrument without commitments are zero.
        if (!['reserved_instance', 'savings_plan'].every((kind) => kinds.includes(kind))) {
          throw new NotApplicable('the target does not have both reservations and savings plans');
        }
        const [ri, sp] = await Promise.all(
          ['ri', 'sp'].map((type) => probe.send(withQuery(plan, parameter, type))),
        );
        const figures = (exchange: CompleteExchange | undefined) =>
          numbersIn(exchange?.response.json?.data).filter((number) => number !== 0);
        if (!sp || figures(ri).length === 0) {
          throw new NotApplicable('the response contains no figure for reservations');
        }
        // Counts may be equal: a server may have one reservation and one plan.
        if (figures(ri).every(Number.isInteger)) {
          throw new NotApplicable('the response contains only whole numbers, which may be equal by chance');
        }
        if (figures(ri).join() !== figures(sp).join()) return;
        fail({
          message: `\`${parameter}=ri\` and \`${parameter}=sp\` return the same figures.`,
          expected: 'different figures',
          actual: `the same ${figures(sp).length} figures`,
          exchange: sp,
        });
      },
    }),
  ),
  sameFigure('getCommitmentOverview', {
    id: 'commitments.overview-of-all-is-both-types',
    deviation: 'contradiction',
    requirement:
      'Each figure of the overview with `commitment_type=all` equals the sum of those with `commitment_type=ri` and `commitment_type=sp`.',
    source: 'Commitment reads: overview, commitment_type: all, ri, sp',
    reference: 'the sum over `commitment_type=ri` and `commitment_type=sp`',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const [ri, sp] = (await successesOf(probe, 'commitment_type', ['ri', 'sp'])).map(dataOf);
      return ['commitment_count', 'total_committed_monthly', 'estimated_waste_monthly'].map((name) => ({
        name: `\`${name}\``,
        here: dataOf(exchange)[name],
        there: sum([ri[name], sp[name]]),
        exchange,
      }));
    },
  }),
  {
    kind: 'active',
    id: 'commitments.recommendations-of-all-are-both',
    deviation: 'contradiction',
    // A server may compute its recommendations per request and give them new ids.
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      '`commitment_type=all` returns every recommendation that `commitment_type=ri` and `commitment_type=sp` return.',
    source: 'Commitment reads: recommendations, commitment_type: all, ri, sp',
    operations: ['listCommitmentRecommendations'],
    requests: 3,
    async run(probe) {
      const { plan } = await probe.correct();
      const idsOf = async (type: string) => {
        const exchange = await successOf(probe, withQuery(plan, 'commitment_type', type));
        return { exchange, ids: rowsOf(exchange.response.json?.data).map(({ id }) => id) };
      };
      const [all, ri, sp] = [await idsOf('all'), await idsOf('ri'), await idsOf('sp')];
      if (ri.ids.length + sp.ids.length === 0) {
        throw new NotApplicable('the target has no commitment recommendations');
      }
      const missing = [...ri.ids, ...sp.ids].find((id) => !all.ids.includes(id));
      if (missing === undefined) return;
      fail({
        message: 'A recommendation of one type is missing from `commitment_type=all`.',
        expected: `a recommendation with id ${show(missing)}`,
        actual: `${all.ids.length} other recommendations`,
        exchange: all.exchange,
      });
    },
  },
];

/** Returns the numbers in a value, at any depth, in order. */
function numbersIn(part: unknown): number[] {
  if (typeof part === 'number') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(numbersIn) : [];
}
