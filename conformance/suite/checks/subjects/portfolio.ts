import type { Check } from '../../../engine/check.js';
import { contradiction } from '../../claims.js';
import { rowsOf } from '../shared/exchange-data.js';
import { knownParts, totalIsSum } from '../shared/total-is-sum.js';

const operation = 'getCommitmentPortfolio' as const;
const source = 'Commitment reads: portfolio; Proposed by this contract';

export const portfolioChecks: readonly Check[] = [
  totalIsSum(operation, {
    id: 'portfolio.totals-count-the-rows',
    ...contradiction,
    requirement:
      '`totals.hourly_commitment_usd` of the portfolio equals the sum over `rows`, and `totals.organization_count` the number of their organizations.',
    source,
    sums: ({ totals, rows }) => [
      {
        name: 'totals.hourly_commitment_usd',
        ...knownParts(
          'rows[].hourly_commitment_usd',
          rowsOf(rows).map(({ hourly_commitment_usd }) => hourly_commitment_usd),
        ),
        total: totals?.hourly_commitment_usd,
      },
      {
        name: 'totals.organization_count',
        definition: 'the number of different `rows[].organization_id`',
        total: totals?.organization_count,
        parts: [...new Set(rowsOf(rows).map(({ organization_id }) => organization_id))]
          // The totals leave out what is null. Without the field, nothing can be counted.
          .flatMap((id) => (id === null ? [] : [id === undefined ? undefined : 1])),
      },
    ],
  }),
];
