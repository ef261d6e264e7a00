import { changed, changedData, ignoresAndEchoes } from '../changes.js';
import { plus, swapped, times, withFirstTwice } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const portfolio = 'GET /commitments/portfolio';

export const portfolioServers = onMock({
  'portfolio.one-row-per-commitment': {
    'a duplicate commitment in the portfolio': also(
      changed(portfolio, 'rows', withFirstTwice),
      'portfolio.totals-are-the-sums-of-rows',
      'portfolio.expiring-rows-end-soon',
      'portfolio.next-to-end-come-first',
      'portfolio.totals-count-the-rows',
      'coverage.rates-hold-what-consumers-cover',
    ),
  },
  'portfolio.time-left-fits-the-expiry': {
    'minutes instead of seconds until the expiry': changed(
      portfolio,
      'rows[].expires_in_seconds',
      (seconds) => Math.round(seconds / 60),
    ),
  },
  'portfolio.net-is-at-most-list': {
    'net and list prices swapped': also(
      changed(portfolio, 'rows[]', swapped('fee_monthly_list', 'fee_monthly_net')),
      'portfolio.totals-are-the-sums-of-rows',
      'portfolio.fees-follow-from-prices',
      'portfolio.figures-are-those-of-the-detail',
      'portfolio.protection-is-covered-spend-less-the-fee',
    ),
  },
  'portfolio.measured-has-its-figures': {
    'a portfolio without what renewing protects': also(
      changed(portfolio, 'rows[].protects_monthly', null),
      'portfolio.figures-are-those-of-the-detail',
    ),
  },
  'portfolio.protection-is-covered-spend-less-the-fee': {
    'the protection of a renewal includes what resizing would save': also(
      changed(portfolio, 'rows[]', (row) => ({
        ...row,
        protects_monthly: row.protects_monthly + row.rightsizing_monthly,
      })),
      'portfolio.totals-are-the-sums-of-rows',
      'portfolio.figures-are-those-of-the-detail',
    ),
  },
  'portfolio.fees-follow-from-prices': {
    'a price of a unit without its upfront payment': changed(
      portfolio,
      'rows[].unit_rate_hourly',
      times(0.5),
    ),
  },
  'portfolio.saturated-has-nothing-to-resize': {
    'saturated commitments that are not fully used': changed(portfolio, 'rows[].saturated', true),
  },
  'portfolio.consumers-are-unique': {
    'consumers in ascending order': changedData(portfolio, ({ rows }) => {
      for (const { consumers } of rows) consumers.reverse();
    }),
  },
  'portfolio.totals-are-the-sums-of-rows': {
    'a portfolio total that counts ended commitments': changed(portfolio, 'totals.commitment_count', plus(3)),
  },
  'portfolio.totals-count-the-rows': {
    'an hourly total without savings plans': changed(portfolio, 'totals.hourly_commitment_usd', plus(-1)),
  },
  'portfolio.expiring-rows-end-soon': {
    'a portfolio that counts rows ending within a year as expiring': changed(
      portfolio,
      'totals.expiring_within_30d',
      plus(2),
    ),
  },
  'portfolio.next-to-end-come-first': {
    'a portfolio with the last to end first': changedData(portfolio, ({ rows }) => rows.reverse()),
  },
  'portfolio.expiry-is-the-end-of-the-commitment': {
    'an expiry in the portfolio that differs from the list': also(
      changed(portfolio, 'rows[].end_at', '2029-12-31T00:00:00Z'),
      'portfolio.time-left-fits-the-expiry',
      'portfolio.expiring-rows-end-soon',
      'portfolio.terms-are-those-of-the-detail',
    ),
  },
  'portfolio.holds-what-is-active': {
    'a portfolio of only one account': also(
      changedData(portfolio, (portfolio) => {
        const [{ holder_account_id: own } = { holder_account_id: null }] = portfolio.rows;
        portfolio.rows = portfolio.rows.filter((row: any) => row.holder_account_id === own);
      }),
      'portfolio.totals-are-the-sums-of-rows',
      'portfolio.totals-count-the-rows',
    ),
  },
  'portfolio.figures-are-those-of-the-detail': {
    'a rising trend of every commitment': changedData(portfolio, ({ rows }) => {
      for (const row of rows) if (row.utilization_slope_pp_30d !== null) row.utilization_slope_pp_30d += 1;
    }),
  },
  'portfolio.consumers-are-those-of-the-detail': {
    'only the largest consumer of each commitment': also(
      changedData(portfolio, ({ rows }) => {
        for (const row of rows) row.consumers = row.consumers.slice(0, 1);
      }),
      'coverage.usage-cost-is-that-of-the-consumers',
      'inventory.unit-hours-are-those-of-the-consumers',
      'portfolio.protection-is-covered-spend-less-the-fee',
    ),
  },
  'portfolio.rows-are-the-same-on-both-bases': {
    'fees that depend on the basis': changedData(portfolio, ({ rows, totals }, { query }) => {
      if (query.get('basis') !== 'list') return;
      for (const row of rows) row.fee_monthly_net = row.fee_monthly_list;
      totals.fee_monthly_net = rows.reduce((sum: number, row: any) => sum + (row.fee_monthly_net ?? 0), 0);
    }),
  },
  'portfolio.basis-changes-the-prices': {
    'a portfolio at list prices that has net ones': also(
      ignoresAndEchoes(`${portfolio}?basis=list`, 'basis'),
      'coverage.usage-cost-is-that-of-the-consumers',
      'portfolio.protection-is-covered-spend-less-the-fee',
    ),
  },

  'portfolio.end-has-a-time-left': {
    'a portfolio without the time that is left': changed(portfolio, 'rows[].expires_in_seconds', null),
  },
  'portfolio.protection-has-a-price': {
    'a portfolio without what resizing would save': also(
      changedData(portfolio, ({ rows, totals }) => {
        for (const row of rows) row.rightsizing_monthly = null;
        totals.rightsizing_monthly = 0;
      }),
      'portfolio.figures-are-those-of-the-detail',
      'portfolio.measured-has-its-figures',
    ),
  },
  'portfolio.terms-are-those-of-the-detail': {
    'commitments that can be exchanged in the portfolio only': changed(
      portfolio,
      'rows[].exchangeable',
      true,
    ),
  },
  'portfolio.used-commitment-was-billed': {
    'fees that are billed but unknown': also(
      changedData(portfolio, ({ rows, totals }) => {
        totals.fee_monthly_net = 0;
        for (const row of rows) row.fee_monthly_net = null;
      }),
      'portfolio.figures-are-those-of-the-detail',
      'portfolio.protection-has-a-price',
      'portfolio.terms-are-those-of-the-detail',
    ),
  },
});
