import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { sameFigure } from '../shared/same-figure.js';
import { inBothScopes } from './scopes.js';

const operation = 'getEffectiveSavingsRate' as const;

/** Checks of the accounts in both scopes. */
export const measuredChecks: readonly Check[] = [
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
