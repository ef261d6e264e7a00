import { changed, ignores } from '../changes.js';
import { plus, times } from '../edited.js';
import { also, onIndependent } from '../faulty-server.js';

const esr = 'GET /commitments/esr';

/** A rate with its amounts edited; percentages stay. */
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

export const savingsRateServers = onIndependent({
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
    'rates as fractions of one': changed(esr, 'totals.total_rate_pct', times(0.01)),
    'the total rate as the mean of the accounts': changed(
      esr,
      'totals.total_rate_pct',
      (_, { accounts }) =>
        accounts.reduce((sum: number, { total_rate_pct }: any) => sum + total_rate_pct, 0) / accounts.length,
    ),
  },
  'savings-rate.totals-are-the-sum-of-accounts': {
    'an account left out of the totals': changed(esr, 'totals', (totals, { accounts: [first] }) =>
      first ? { ...first, account_id: undefined, account_name: undefined } : totals,
    ),
    'a negative commitment saving shown as zero': also(
      changed(esr, 'accounts[1].commitment_saved', 0),
      'savings-rate.total-is-both-parts',
      'savings-rate.rates-follow-from-dollars',
    ),
  },
  'savings-rate.unmeasured-has-no-figures': {
    'zeros for an account that was not measured': changed(esr, 'accounts', (accounts) =>
      accounts[0]
        ? [...accounts, { ...withZeros(accounts[0]), measured: false, account_id: '79' }]
        : accounts,
    ),
  },
  'savings-rate.scope-is-as-asked': {
    'the scope is not told as asked': changed(`${esr}?scope=all`, 'scope', 'eligible'),
  },
  'savings-rate.measured-share-is-a-percentage': {
    'a measured share above 100 percent': also(
      changed(esr, 'measured_share_pct', 120),
      'fields.values-are-in-bounds',
    ),
  },
  'savings-rate.period-is-as-asked': {
    'the period is ignored by the savings rate': ignores(esr, 'period', (period) =>
      /^2\d{3}-(0\d|1[0-2])$/.test(period),
    ),
  },
  'savings-rate.eligible-is-part-of-all': {
    'all spend is less than the eligible': also(
      changed(`${esr}?scope=all`, '', ({ totals, accounts, ...data }) => ({
        ...data,
        totals: withAmounts((usd) => usd / 10)(totals),
        accounts: accounts.map(withAmounts((usd) => usd / 10)),
      })),
      'savings-rate.savings-match-in-both-scopes',
    ),
  },
  'savings-rate.accounts-are-told-once': {
    'an account with two rates': changed(esr, 'accounts', (accounts) => [
      ...accounts,
      withAmounts(() => 0)(accounts[0]),
    ]),
  },
});
