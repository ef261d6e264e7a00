import { changed, changedData, ignores, ignoresAndEchoes } from '../changes.js';
import { plus, times } from '../edited.js';
import { also, onIndependent, onMock } from '../faulty-server.js';

const esr = 'GET /commitments/esr';

const dollars = [
  'on_demand_equivalent',
  'effective_cost',
  'commitment_saved',
  'negotiated_saved',
  'total_saved',
];

/** Edits the amounts of a rate, not its percentages. */
const withAmounts = (edit: (usd: number) => number) => (rate: object) =>
  Object.fromEntries(
    Object.entries(rate).map(([name, value]) => [
      name,
      typeof value === 'number' && !name.endsWith('pct') ? edit(value) : value,
    ]),
  );

const withZeros = (rate: object) =>
  Object.fromEntries(
    Object.entries(rate).map(([name, value]) => [name, typeof value === 'number' ? 0 : value]),
  );

export const savingsRateServers = [
  ...onIndependent({
    'savings-rate.total-is-both-parts': {
      'total savings without the negotiated part': also(
        changed(esr, 'totals.total_saved', (_, { totals }) => totals.commitment_saved),
        'savings-rate.saving-is-the-difference-of-costs',
        'savings-rate.rates-follow-from-dollars',
        'savings-rate.totals-are-the-sum-of-accounts',
      ),
    },
    'savings-rate.saving-is-the-difference-of-costs': {
      'an effective cost without unused commitments': also(
        changed(esr, 'totals.effective_cost', plus(-50)),
        'savings-rate.totals-are-the-sum-of-accounts',
      ),
    },
    'savings-rate.rates-follow-from-dollars': {
      'savings rates as fractions': changed(esr, 'totals.total_rate_pct', times(0.01)),
      'the total rate as the mean of the accounts': changed(
        esr,
        'totals.total_rate_pct',
        (_, { accounts }) =>
          accounts.reduce((sum: number, { total_rate_pct }: any) => sum + total_rate_pct, 0) /
          accounts.length,
      ),
    },
    'savings-rate.totals-are-the-sum-of-accounts': {
      'totals of only the first account': changed(esr, 'totals', (totals, { accounts: [first] }) =>
        first ? { ...first, account_id: undefined, account_name: undefined } : totals,
      ),
      'zero for negative commitment savings': also(
        changed(esr, 'accounts[1].commitment_saved', 0),
        'savings-rate.total-is-both-parts',
        'savings-rate.rates-follow-from-dollars',
      ),
    },
    'savings-rate.accounts-are-unique': {
      'an account with two rates': also(
        changed(esr, 'accounts', (accounts) =>
          accounts[0] ? [...accounts, withAmounts(() => 0)(accounts[0])] : accounts,
        ),
        'savings-rate.accounts-match-in-both-scopes',
      ),
    },
    'savings-rate.period-is-as-requested': {
      'the period of the savings rate is ignored': ignores(esr, 'period', (period) =>
        /^2\d{3}-(0\d|1[0-2])$/.test(period),
      ),
    },
    'savings-rate.unmeasured-has-no-figures': {
      'zeros for an account that is not measured': changed(esr, 'accounts', (accounts) =>
        accounts[0]
          ? [...accounts, { ...withZeros(accounts[0]), measured: false, account_id: '79' }]
          : accounts,
      ),
    },
    'savings-rate.measured-share-is-a-percentage': {
      'a measured share above 100 percent': also(
        changed(esr, 'measured_share_pct', 120),
        'fields.values-are-in-bounds',
        'savings-rate.measured-share-fits-the-accounts',
      ),
    },
    'savings-rate.scope-is-as-requested': {
      'a scope other than the requested one': changed(`${esr}?scope=all`, 'scope', 'eligible'),
    },
    'savings-rate.eligible-is-part-of-all': {
      'less spend with scope=all than with scope=eligible': also(
        changed(`${esr}?scope=all`, '', ({ totals, accounts, ...data }) => ({
          ...data,
          totals: withAmounts((usd) => usd / 10)(totals),
          accounts: accounts.map(withAmounts((usd) => usd / 10)),
        })),
        'savings-rate.savings-match-in-both-scopes',
        'savings-rate.accounts-match-in-both-scopes',
      ),
    },
  }),
  ...onMock({
    'savings-rate.measured-has-figures': {
      'totals without amounts although accounts are measured': changedData(esr, ({ totals }) => {
        for (const name of dollars) totals[name] = null;
      }),
    },
    'savings-rate.totals-are-measured-with-accounts': {
      'totals that are not measured although accounts are': also(
        changedData(esr, ({ totals }) => {
          for (const name of Object.keys(totals)) totals[name] = null;
          totals.measured = false;
        }),
        'savings-rate.unmeasured-has-no-share',
      ),
    },
    'savings-rate.measured-share-fits-the-accounts': {
      'accounts that are all measured beside a measured share of 0': changedData(esr, (rate) => {
        rate.accounts = rate.accounts.filter((account: any) => account.measured);
        rate.measured_share_pct = 0;
      }),
    },
    'savings-rate.accounts-match-in-both-scopes': {
      'other commitment savings of accounts with scope=all': changedData(esr, ({ accounts }, { query }) => {
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
    'savings-rate.savings-match-in-both-scopes': {
      'more commitment savings with scope=all than with scope=eligible': also(
        changedData(esr, ({ totals }, { query }) => {
          if (query.get('scope') === 'all' && totals.measured) totals.commitment_saved += 100;
        }),
        'savings-rate.rates-follow-from-dollars',
        'savings-rate.total-is-both-parts',
        'savings-rate.totals-are-the-sum-of-accounts',
      ),
    },
    'savings-rate.scope-of-all-has-other-costs-too': {
      'a savings rate of all costs that has the eligible ones': ignoresAndEchoes(`${esr}?scope=all`, 'scope'),
    },
    'savings-rate.months-have-their-own-costs': {
      'the savings rate of one month for every month': also(
        ignoresAndEchoes(`${esr}?period`, 'period'),
        'parameters.malformed-date-is-refused',
        'parameters.impossible-date-is-refused',
      ),
    },
    'savings-rate.unmeasured-has-no-share': {
      'a measured share of 100 percent without measured accounts': changed(esr, '', (rate) =>
        rate.totals.measured ? rate : { ...rate, measured_share_pct: 100 },
      ),
    },
    'savings-rate.largest-account-comes-first': {
      'the savings rate with the smallest account first': changedData(esr, ({ accounts }) =>
        accounts.reverse(),
      ),
    },
    'savings-rate.usage-has-rates': {
      'amounts of an account without rates': changed(esr, 'accounts[].negotiated_rate_pct', null),
    },
    'savings-rate.accounts-of-eligible-are-in-all': {
      'the savings rate of all costs without the first account': also(
        changed(`${esr}?scope=all`, 'accounts', (accounts) => accounts.slice(1)),
        'savings-rate.totals-are-the-sum-of-accounts',
      ),
    },
    'savings-rate.no-more-is-saved-than-all': {
      'on-demand costs of the other sign': also(
        changedData(esr, ({ totals, accounts }) => {
          for (const rate of [totals, ...accounts]) {
            if (!rate.measured) continue;
            rate.on_demand_equivalent *= -1;
            rate.total_saved = rate.on_demand_equivalent - rate.effective_cost;
            rate.negotiated_saved = rate.total_saved - rate.commitment_saved;
            for (const part of ['commitment', 'negotiated', 'total'])
              rate[`${part}_rate_pct`] = (rate[`${part}_saved`] / rate.on_demand_equivalent) * 100;
          }
        }),
        'overview.savings-are-those-of-the-rate',
        'savings-rate.largest-account-comes-first',
      ),
    },
  }),
];
