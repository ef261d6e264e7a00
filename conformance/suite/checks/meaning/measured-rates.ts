import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { dollars, inBothScopes, ownerOf, rates } from './savings-rate.js';

const operation = 'getEffectiveSavingsRate' as const;
const source = 'Effective savings rate';

/** Returns the response with the accounts that say whether they were measured. */
const withAccounts = (data: any) => {
  const accounts = rowsOf(data.accounts).filter(({ measured }) => typeof measured === 'boolean');
  return accounts.length > 0 ? [{ data, flags: accounts.map(({ measured }) => measured as boolean) }] : [];
};

/** Checks of what `measured` of the savings rate means for the figures beside it. */
export const measuredRateChecks: readonly Check[] = [
  forEachRow(operation, {
    id: 'savings-rate.measured-has-figures',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The amounts of a rate are not null while `measured` is true.',
    source: `${source}: rate object`,
    each: (data) => rates(data).filter(({ measured }) => measured === true),
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
  forEachRow(operation, {
    id: 'savings-rate.totals-are-measured-with-accounts',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`totals.measured` is true if at least one of `accounts` is measured, and false otherwise.',
    source: `${source}: totals, accounts, measured`,
    each: (data) => withAccounts(data).filter(() => typeof data.totals?.measured === 'boolean'),
    judge: ({ data, flags }) =>
      data.totals.measured === flags.includes(true) || {
        message: '`totals.measured` does not match `measured` of the accounts.',
        expected: `totals.measured ${flags.includes(true)}`,
        actual: `totals.measured ${data.totals.measured}`,
      },
  }),
  forEachRow(operation, {
    id: 'savings-rate.measured-share-fits-the-accounts',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`measured_share_pct` is 100 if all of `accounts` are measured, and 0 if none of them is.',
    source: `${source}: measured_share_pct, accounts`,
    each: (data) =>
      withAccounts(data).filter(
        ({ flags }) => typeof data.measured_share_pct === 'number' && new Set(flags).size === 1,
      ),
    judge: ({ data: { measured_share_pct: share }, flags }) => {
      const expected = flags[0] ? 100 : 0;
      return (
        Math.abs(share - expected) <= 0.01 || {
          message: '`measured_share_pct` does not match `measured` of the accounts.',
          expected: `${expected}, as ${flags[0] ? 'all accounts are' : 'no account is'} measured`,
          actual: `measured_share_pct ${share}`,
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
