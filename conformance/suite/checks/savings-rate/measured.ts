import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { dataOf, one, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { claim, dollars, ownerOf, rates } from './rate.js';
import { inBothScopes } from './scopes.js';

const source = 'Effective savings rate';
const operation = 'getEffectiveSavingsRate' as const;

/** Returns the response with the accounts that say whether they were measured. */
const withAccounts = (data: any) => {
  const accounts = rowsOf(data.accounts).filter(({ measured }) => typeof measured === 'boolean');
  return accounts.length > 0 ? [{ data, flags: accounts.map(({ measured }) => measured as boolean) }] : [];
};

/** Checks of what is measured. */
export const measuredChecks: readonly Check[] = [
  forEachRow(operation, {
    ...claim(
      'unmeasured-has-no-figures',
      'The amounts and rates are null, not zero, while `measured` is false.',
    ),
    basis: 'proposed',
    deviation: 'contradiction',
    each: (data) => rates(data).filter(({ measured: is }) => is === false),
    judge: (rate) => {
      const name = [...dollars, 'total_rate_pct'].find((key) => typeof rate[key] === 'number');
      if (name === undefined) return true;
      return {
        message: `\`${name}\` of ${ownerOf(rate)} is a number although \`measured\` is false.`,
        expected: 'null',
        actual: show(rate[name]),
      };
    },
  }),
  forEachRow(operation, {
    ...claim('measured-share-is-a-percentage', '`measured_share_pct` is between 0 and 100.'),
    each: (data) =>
      one(typeof data.measured_share_pct === 'number' ? (data.measured_share_pct as number) : undefined),
    judge: (share) =>
      (share >= 0 && share <= 100) || {
        message: '`measured_share_pct` is not between 0 and 100.',
        expected: 'a number from 0 to 100',
        actual: String(share),
      },
  }),
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
    requirement:
      '`measured_share_pct` is more than 0 if all of `accounts` are measured, and 0 if none of them is.',
    source: `${source}: measured_share_pct, accounts`,
    each: (data) =>
      withAccounts(data).filter(
        ({ flags }) => typeof data.measured_share_pct === 'number' && new Set(flags).size === 1,
      ),
    judge: ({ data: { measured_share_pct: share }, flags }) => {
      // Prices of a part of their usage can be unknown.
      const fits = flags[0] ? share > 0 && share <= 100.01 : Math.abs(share) <= 0.01;
      return (
        fits || {
          message: '`measured_share_pct` does not match `measured` of the accounts.',
          expected: flags[0] ? 'more than 0, as all accounts are measured' : '0, as no account is measured',
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
