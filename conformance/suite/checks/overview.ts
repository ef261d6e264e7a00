import type { Check } from '../../engine/check.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import type { Probe } from '../../engine/run/probe.js';
import { show } from '../../engine/show.js';
import { nearMoney } from '../expect/near.js';
import { dataOf, rowsOf } from './shared/exchange-data.js';
import { sameFigure } from './shared/same-figure.js';
import { successesOf } from './shared/success-of.js';

const operation = 'getCommitmentOverview' as const;
const source = 'Commitment reads: overview; Proposed by this contract';

export const overviewChecks: readonly Check[] = [
  sameFigure(operation, {
    id: 'overview.savings-are-those-of-the-rate',
    deviation: 'contradiction',
    basis: 'proposed',
    comparesNull: true,
    requirement:
      '`global_esr` of the overview equals `totals.commitment_rate_pct` of the savings rate; `esr_pct` and `monthly_saved` of an account equal its `commitment_rate_pct` and `commitment_saved`.',
    source,
    reference: 'the effective savings rate',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const rate = dataOf((await probe.correct('getEffectiveSavingsRate')).exchange);
      const { global_esr, accounts } = dataOf(exchange);
      // The rate is that of all providers, the overview that of one.
      const shared = await sharedAccounts(probe, rowsOf(accounts));
      const own = rowsOf(accounts).filter(({ account_id: id }) => id !== null && !shared.has(id));
      const ids = new Set(own.map(({ account_id }) => account_id));
      const measured = rowsOf(rate.accounts).filter((account) => account.measured === true);
      const sameAccounts = measured.every(({ account_id }) => ids.has(account_id));
      const there = sameAccounts ? rate.totals?.commitment_rate_pct : undefined;
      return [
        { name: '`global_esr`', here: global_esr, there, exchange },
        ...own.flatMap((account) => savingsOf(account, rowsOf(rate.accounts), exchange)),
      ];
    },
  }),
];

/**
 * Returns the accounts that use other providers too: with all services, the savings rate lists another cost of them
 * than the overview.
 */
async function sharedAccounts(probe: Probe, accounts: readonly any[]): Promise<ReadonlySet<string>> {
  const [all] = await successesOf(probe, 'scope', ['all'], 'getEffectiveSavingsRate');
  const rates = all === undefined ? [] : rowsOf(dataOf(all).accounts);
  const isShared = ({ account_id: id, monthly_spend: spend }: any) => {
    const cost = rates.find(({ account_id }) => account_id === id)?.effective_cost;
    return typeof cost === 'number' && typeof spend === 'number' && !nearMoney(cost, spend);
  };
  return new Set(accounts.filter(isShared).map(({ account_id }) => account_id));
}

/** Pairs the savings of an account with those in the savings rate. */
function savingsOf(account: any, rates: readonly any[], exchange: CompleteExchange) {
  const rate = rates.find(({ account_id }) => account_id === account.account_id);
  return [
    ['esr_pct', 'commitment_rate_pct'],
    ['monthly_saved', 'commitment_saved'],
  ].map(([name = '', other = '']) => ({
    name: `\`${name}\` of account ${show(account.account_id)}`,
    here: account[name],
    there: rate?.[other],
    exchange,
  }));
}
