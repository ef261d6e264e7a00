import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { nearMoney } from '../../expect/near.js';
import { rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';

const operation = 'getCommitmentPortfolio' as const;

/** Checks of a row of the portfolio. */
export const rowChecks: readonly Check[] = [
  forEachRow(operation, {
    id: 'portfolio.consumers-are-unique',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`account_id` is unique in `consumers` of a commitment, and the largest consumer is first.',
    source: 'Commitment read semantics, rule 7: the consuming accounts',
    each: (data) => rowsOf(data.rows).filter(({ consumers }) => rowsOf(consumers).length > 1),
    judge: ({ id, consumers }) => {
      const ids = rowsOf(consumers).map(({ account_id }) => account_id);
      const spend = rowsOf(consumers)
        .map(({ covered_spend_monthly }) => covered_spend_monthly)
        .filter((one) => typeof one === 'number');
      const isSorted = spend.every(
        (one, index) =>
          index === 0 || one <= (spend[index - 1] as number) || nearMoney(one, spend[index - 1] as number),
      );
      const isUnique = new Set(ids).size === ids.length;
      return (
        (isUnique && isSorted) || {
          message: `\`consumers\` of commitment ${show(id)} contains an account twice or is not in descending order.`,
          expected: 'each account once, the largest first',
          actual: show(rowsOf(consumers)),
          // The order of consumers is a preference.
          deviation: isUnique ? 'preference' : undefined,
        }
      );
    },
  }),
];
