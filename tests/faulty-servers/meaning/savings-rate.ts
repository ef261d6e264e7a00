import { type Defect, dataOf, requests, withQuery } from '../defect.js';

const esr = 'GET /commitments/esr' as const;

export const savingsRateDefects: readonly Defect[] = [
  {
    name: 'total savings without the negotiated part',
    kills: 'savings-rate.total-is-both-parts',
    also: [
      'savings-rate.saving-is-the-difference-of-costs',
      'savings-rate.rates-follow-from-dollars',
      'savings-rate.totals-are-the-sum-of-accounts',
    ],
    wrap: dataOf(esr, ({ totals }) => {
      totals.total_saved = totals.commitment_saved;
    }),
  },
  {
    name: 'an effective cost without unused commitments',
    kills: 'savings-rate.saving-is-the-difference-of-costs',
    also: ['savings-rate.totals-are-the-sum-of-accounts'],
    wrap: dataOf(esr, ({ totals }) => {
      totals.effective_cost -= 50;
    }),
  },
  {
    name: 'rates as fractions of one',
    kills: 'savings-rate.rates-follow-from-dollars',
    wrap: dataOf(esr, ({ totals }) => {
      totals.total_rate_pct /= 100;
    }),
  },
  {
    name: 'the total rate as the mean of the accounts',
    kills: 'savings-rate.rates-follow-from-dollars',
    wrap: dataOf(esr, ({ totals, accounts }) => {
      totals.total_rate_pct =
        accounts.reduce((sum: number, account: any) => sum + account.total_rate_pct, 0) / accounts.length;
    }),
  },
  {
    name: 'an account left out of the totals',
    kills: 'savings-rate.totals-are-the-sum-of-accounts',
    wrap: dataOf(esr, (rate) => {
      if (!rate.accounts[0]) return;
      const { account_id: _, account_name: __, ...only } = rate.accounts[0];
      rate.totals = only;
    }),
  },
  {
    name: 'a negative commitment saving shown as zero',
    kills: 'savings-rate.totals-are-the-sum-of-accounts',
    also: ['savings-rate.total-is-both-parts', 'savings-rate.rates-follow-from-dollars'],
    wrap: dataOf(esr, ({ accounts }) => {
      if (accounts[1]) accounts[1].commitment_saved = 0;
    }),
  },
  {
    name: 'zeros for an account that was not measured',
    kills: 'savings-rate.unmeasured-has-no-figures',
    wrap: dataOf(esr, ({ accounts }) => {
      if (!accounts[0]) return;
      const zeros = Object.fromEntries(
        Object.entries(accounts[0]).map(([name, value]) => [name, typeof value === 'number' ? 0 : value]),
      );
      accounts.push({ ...zeros, measured: false, account_id: '79' });
    }),
  },
  {
    name: 'the scope is not told as asked',
    kills: 'savings-rate.scope-is-as-asked',
    wrap: dataOf(esr, (rate, { query }) => {
      if (query.get('scope') === 'all') rate.scope = 'eligible';
    }),
  },
  {
    name: 'a measured share above 100 percent',
    kills: 'savings-rate.measured-share-is-a-percentage',
    also: ['fields.values-are-in-bounds'],
    wrap: dataOf(esr, (rate) => {
      rate.measured_share_pct = 120;
    }),
  },
  {
    name: 'the period is ignored by the savings rate',
    kills: 'savings-rate.period-is-as-asked',
    wrap: requests(esr, (request) =>
      /^2\d{3}-(0\d|1[0-2])$/.test(request.query.get('period') ?? '')
        ? withQuery(request, (query) => query.delete('period'))
        : request,
    ),
  },
  {
    name: 'all spend is less than the eligible',
    kills: 'savings-rate.eligible-is-part-of-all',
    also: ['savings-rate.commitments-save-alike-in-both-scopes'],
    wrap: dataOf(esr, (rate, { query }) => {
      if (query.get('scope') !== 'all') return;
      for (const one of [rate.totals, ...rate.accounts]) {
        for (const [name, value] of Object.entries(one)) {
          if (typeof value === 'number' && !name.endsWith('pct')) one[name] = value / 10;
        }
      }
    }),
  },
  {
    name: 'an account with two rates',
    kills: 'savings-rate.accounts-are-told-once',
    wrap: dataOf(esr, ({ accounts }) => {
      const zeros = { on_demand_equivalent: 0, effective_cost: 0, commitment_saved: 0 };
      accounts.push({ ...accounts[0], ...zeros, negotiated_saved: 0, total_saved: 0 });
    }),
  },
];
