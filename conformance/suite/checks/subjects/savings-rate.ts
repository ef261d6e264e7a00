import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { derived } from '../../claims.js';
import { rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';

const amounts = [
  'on_demand_equivalent',
  'effective_cost',
  'commitment_saved',
  'negotiated_saved',
  'total_saved',
] as const;

export const savingsRateChecks: readonly Check[] = [
  // Not a rule: to a rule, a missing amount is null, and another check reports it.
  forEachRow('getEffectiveSavingsRate', {
    id: 'savings-rate.measured-has-figures',
    ...derived,
    requirement: 'The amounts of a rate are not null while `measured` is true.',
    source: 'Effective savings rate: rate object',
    each: ({ totals, accounts }) =>
      rowsOf([totals, ...rowsOf(accounts)]).filter(({ measured }) => measured === true),
    judge: (rate) => {
      const name = amounts.find((key) => rate[key] === null);
      const owner = rate.account_id === undefined ? '`totals`' : `account ${show(rate.account_id)}`;
      return (
        name === undefined || {
          message: `\`${name}\` of ${owner} is null although \`measured\` is true.`,
          expected: 'a number',
          actual: 'null',
        }
      );
    },
  }),
];
