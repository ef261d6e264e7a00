import { also, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const portfolio = 'GET /commitments/portfolio';

/** Servers with portfolio rows that contradict their totals or other reads. */
export const portfolioRowServers = onMock({
  'portfolio.fees-follow-from-prices': {
    'a price of a unit without its upfront payment': dataOf(portfolio, ({ rows }) => {
      for (const row of rows) if (row.unit_rate_hourly) row.unit_rate_hourly /= 2;
    }),
  },
  'portfolio.totals-count-the-rows': {
    'an hourly total without savings plans': dataOf(portfolio, ({ totals }) => {
      totals.hourly_commitment_usd -= 1;
    }),
  },
  'portfolio.expiring-rows-end-soon': {
    'a portfolio that counts rows ending within a year as expiring': dataOf(portfolio, ({ totals }) => {
      totals.expiring_within_30d += 2;
    }),
  },
  'portfolio.next-to-end-come-first': {
    'a portfolio with the last to end first': dataOf(portfolio, ({ rows }) => rows.reverse()),
  },
  'portfolio.saturated-has-nothing-to-resize': {
    'saturated commitments that are not fully used': dataOf(portfolio, ({ rows }) => {
      for (const row of rows) row.saturated = true;
    }),
  },
  'portfolio.rows-are-the-same-on-both-bases': {
    'fees that depend on the basis': dataOf(portfolio, ({ rows, totals }, { query }) => {
      if (query.get('basis') !== 'list') return;
      for (const row of rows) row.fee_monthly_net = row.fee_monthly_list;
      totals.fee_monthly_net = rows.reduce((sum: number, row: any) => sum + (row.fee_monthly_net ?? 0), 0);
    }),
  },
  'portfolio.figures-are-those-of-the-detail': {
    'a rising trend of every commitment': dataOf(portfolio, ({ rows }) => {
      for (const row of rows) if (row.utilization_slope_pp_30d !== null) row.utilization_slope_pp_30d += 1;
    }),
  },
  'portfolio.consumers-are-those-of-the-detail': {
    'only the largest consumer of each commitment': also(
      dataOf(portfolio, ({ rows }) => {
        for (const row of rows) row.consumers = row.consumers.slice(0, 1);
      }),
      'portfolio.protection-is-covered-spend-less-the-fee',
    ),
  },
  'portfolio.consumers-are-unique': {
    'consumers in ascending order': dataOf(portfolio, ({ rows }) => {
      for (const { consumers } of rows) consumers.reverse();
    }),
  },
});
