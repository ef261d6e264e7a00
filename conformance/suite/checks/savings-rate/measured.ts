import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { dollars, ownerOf } from './rate.js';
import { inBothScopes } from './scopes.js';

const operation = 'getEffectiveSavingsRate' as const;

/** Checks of the accounts in both scopes. */
export const measuredChecks: readonly Check[] = [
  // Not a rule: to a rule, a missing amount is null, and another check reports it.
  forEachRow(operation, {
    id: 'savings-rate.measured-has-figures',
    level: 'MUST',
    basis: 'derived',
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
  sameFigure(operation, {
    id: 'savings-rate.accounts-match-in-both-scopes',
    deviation: 'contradiction',
    requirement:
      '`commitment_saved` of an account is the same with `scope=all` and `scope=eligible`, because commitments cover only eligible spend.',
    source: 'Effective savings rate: commitment_saved; Commitment reads: scope',
    reference: 'that with `scope=eligible`',
    pairs: async (probe) => {
      const [eligible, all] = await inBothScopes(probe);
      if (!eligible || !all) return [];
      const accounts = rowsOf(dataOf(eligible).accounts);
      return rowsOf(dataOf(all).accounts).flatMap(({ account_id, commitment_saved: here }) =>
        accounts
          .filter((account) => account.account_id === account_id)
          .map(({ commitment_saved: there }) => ({
            name: `\`commitment_saved\` of account ${show(account_id)} with \`scope=all\``,
            here,
            there,
            exchange: all,
          })),
      );
    },
  }),
];
