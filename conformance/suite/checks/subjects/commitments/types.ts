import type { OperationId } from '../../../../../src/generated/operations.js';
import type { Check } from '../../../../engine/check.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { withQuery } from '../../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../../engine/judge/outcome.js';
import { derived } from '../../../claims.js';
import { known } from '../../../discovery.js';

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
      id,
      ...derived,
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
];

/** Returns the numbers in a value, at any depth, in order. */
function numbersIn(part: unknown): number[] {
  if (typeof part === 'number') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(numbersIn) : [];
}
