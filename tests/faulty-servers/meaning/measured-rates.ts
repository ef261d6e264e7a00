import { also, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const esr = 'GET /commitments/esr';
const dollars = [
  'on_demand_equivalent',
  'effective_cost',
  'commitment_saved',
  'negotiated_saved',
  'total_saved',
];

/** Servers whose savings rate contradicts `measured`. */
export const measuredRateServers = onMock({
  'savings-rate.measured-has-figures': {
    'totals without amounts although accounts are measured': dataOf(esr, ({ totals }) => {
      for (const name of dollars) totals[name] = null;
    }),
  },
  'savings-rate.totals-are-measured-with-accounts': {
    'totals that are not measured although accounts are': also(
      dataOf(esr, ({ totals }) => {
        for (const name of Object.keys(totals)) totals[name] = null;
        totals.measured = false;
      }),
      'overview.savings-are-those-of-the-rate',
    ),
  },
  'savings-rate.measured-share-fits-the-accounts': {
    'accounts that are all measured beside a measured share of 0': dataOf(esr, (rate) => {
      rate.accounts = rate.accounts.filter((account: any) => account.measured);
      rate.measured_share_pct = 0;
    }),
  },
  'savings-rate.accounts-match-in-both-scopes': {
    'other commitment savings of accounts with scope=all': dataOf(esr, ({ accounts }, { query }) => {
      if (query.get('scope') !== 'all') return;
      const [one, other] = accounts.filter((account: any) => account.measured);
      if (!one || !other) return;
      for (const [account, by] of [
        [one, 100],
        [other, -100],
      ]) {
        account.commitment_saved += by;
        account.negotiated_saved -= by;
        for (const part of ['commitment', 'negotiated'])
          account[`${part}_rate_pct`] = (account[`${part}_saved`] / account.on_demand_equivalent) * 100;
      }
    }),
  },
});
