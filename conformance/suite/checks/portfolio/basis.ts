import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { successesOf } from '../shared/success-of.js';
import { paired } from './other-reads.js';

const operation = 'getCommitmentPortfolio' as const;

/** Returns the figures of a row at the prices that `basis` selects. */
const dependentOnBasis = ({ protects_monthly, rightsizing_monthly, consumers }: any): unknown[] => [
  protects_monthly,
  rightsizing_monthly,
  ...rowsOf(consumers).map(({ covered_spend_monthly }) => covered_spend_monthly),
];

/** Figures of a row that do not depend on the prices that `basis` selects. */
const independentOfBasis = [
  'fee_monthly_list',
  'fee_monthly_net',
  'utilization_pct',
  'coverage_pct',
  'unit_count',
];

/** Checks of the two bases of prices. */
export const basisChecks: readonly Check[] = [
  sameFigure(operation, {
    id: 'portfolio.rows-are-the-same-on-both-bases',
    deviation: 'contradiction',
    comparesNull: true,
    requirement:
      '`basis` changes only prices: fees, utilization, coverage and units of a commitment are the same with `basis=net` and `basis=list`.',
    source: 'Commitment reads: portfolio, basis',
    reference: 'that with `basis=net`',
    pairs: async (probe) => {
      const [net, list] = await successesOf(probe, 'basis', ['net', 'list']);
      if (!net || !list) return [];
      return paired(rowsOf(dataOf(list).rows), rowsOf(dataOf(net).rows), independentOfBasis, list);
    },
  }),
  {
    kind: 'active',
    id: 'portfolio.basis-changes-the-prices',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'What a commitment covers, protects or saves differs between `basis=net` and `basis=list` if its net and list fees do.',
    source: 'Commitment reads: portfolio, basis: net (default, what you pay) or list (public prices)',
    operations: [operation],
    requests: 0,
    async run(probe) {
      const [net, list] = (await successesOf(probe, 'basis', ['net', 'list'])) as [
        CompleteExchange,
        CompleteExchange,
      ];
      const isDiscounted = ({ fee_monthly_net: paid, fee_monthly_list: full, consumers }: any) =>
        typeof paid === 'number' &&
        typeof full === 'number' &&
        full - paid > 1 &&
        rowsOf(consumers).length > 0;
      const pricesOf = (exchange: CompleteExchange) =>
        rowsOf(dataOf(exchange).rows)
          .filter(isDiscounted)
          .sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
          .map(dependentOnBasis);
      if (!pricesOf(net).flat().some(Boolean)) {
        throw new NotApplicable('no commitment with consumers is discounted');
      }
      if (JSON.stringify(pricesOf(net)) !== JSON.stringify(pricesOf(list))) return;
      fail({
        message: '`basis=list` returns the prices of `basis=net`.',
        expected: 'other prices of commitments whose fees differ',
        actual: `the same prices of ${pricesOf(list).length} commitments`,
        exchange: list,
      });
    },
  },
];
