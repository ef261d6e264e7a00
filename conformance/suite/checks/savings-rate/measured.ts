import type { Check } from '../../../engine/check.js';
import { derived } from '../../claims.js';
import { rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { dollars, ownerOf } from './rate.js';

const operation = 'getEffectiveSavingsRate' as const;

/** Checks of the accounts in both scopes. */
export const measuredChecks: readonly Check[] = [
  // Not a rule: to a rule, a missing amount is null, and another check reports it.
  forEachRow(operation, {
    id: 'savings-rate.measured-has-figures',
    ...derived,
    requirement: 'The amounts of a rate are not null while `measured` is true.',
    source: 'Effective savings rate: rate object',
    each: ({ totals, accounts }) =>
      rowsOf([totals, ...rowsOf(accounts)]).filter(({ measured }) => measured === true),
    judge: (rate) => {
      const name = dollars.find((key) => rate[key] === null);
      return (
        name === undefined || {
          message: `\`${name}\` of ${ownerOf(rate)} is null although \`measured\` is true.`,
          expected: 'a number',
          actual: 'null',
        }
      );
    },
  }),
];
