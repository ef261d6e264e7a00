import { getOrInsert } from '../../../../src/get-or-insert.js';
import type { Context, Range } from '../../context.js';
import {
  type AccountRef,
  addSavings,
  type ByAccount,
  noSavings,
  type Savings,
} from '../../ledger/figures.js';

/** Sums up a range for every account with usage or commitments of a provider. */
export function savingsByAccount(
  context: Context,
  provider: string,
  { first, last }: Range,
  scope: 'eligible' | 'all',
): ByAccount<Savings> {
  const { ledger } = context;
  return context.memo(`savings ${provider} ${first} ${last} ${scope}`, () => {
    const accounts = new Map<AccountRef, Savings>();
    for (const domain of ledger.domainsOf(provider)) {
      if (scope === 'eligible' && ledger.serviceOf(provider, domain.service)?.commitable !== true) continue;
      for (const [account, savings] of domain.savings(first, last)) {
        addSavings(getOrInsert(accounts, account, noSavings), savings);
      }
    }
    return accounts;
  });
}
