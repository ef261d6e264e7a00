import { refuses } from '../changes.js';
import { also, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const detail = 'GET /commitments/detail/*';

/** Servers whose histories, trends or statuses contradict dates and figures. */
export const trendServers = onMock({
  'commitments.status-fits-the-dates': {
    'commitments past their end that are pending': also(
      dataOf('GET /commitments', ({ items }) => {
        for (const row of items) if (row.status === 'expired') row.status = 'pending';
      }),
      'filters.status-leaves-none-out',
    ),
  },
  'commitments.utilization-has-a-history': {
    'no history of a commitment that is used': dataOf(detail, (data) => {
      data.utilization_history = [];
      data.coverage_history = [];
    }),
  },
  'commitments.trend-fits-the-history': {
    'a trend with the wrong sign': also(
      dataOf(detail, (data) => {
        if (data.utilization_slope_pp_30d) data.utilization_slope_pp_30d *= -1;
      }),
      'portfolio.figures-are-those-of-the-detail',
    ),
  },
  'renewals.growth-fits-the-demand': {
    'growing demand that shrinks': dataOf('GET /commitments/renewal-options/*', ({ demand }) => {
      if (demand?.units_per_month) demand.units_per_month *= -1;
    }),
  },
  'tags.status-fits-the-job': {
    'a tag key that is reprocessed without a job': dataOf('PUT /tags/virtual/*', ({ key }) => {
      key.status = 'reprocessing';
      key.job = null;
    }),
  },
  'commitments.accounts-have-the-name-of-the-list': {
    'account names in upper case in the coverage rates': dataOf(
      'GET /commitments/coverage-rates',
      ({ accounts }) => {
        for (const account of accounts) account.account_name = account.account_name.toUpperCase();
      },
    ),
  },
  'renewals.every-kind-has-a-plan': {
    'no renewal plans of savings plans': also(
      refuses('GET /commitments/renewal-plan/*', 404, ({ path }) => path.includes('savingsplan')),
      'paths.encoded-id-is-found',
    ),
  },
  'renewals.every-kind-has-options': {
    'no renewal options of savings plans': also(
      refuses('GET /commitments/renewal-options/*', 404, ({ path }) => path.includes('savingsplan')),
      'paths.encoded-id-is-found',
    ),
  },
  'costs.virtual-tags-split-the-total': {
    'a breakdown by a virtual tag without unallocated costs': dataOf(
      'GET /providers/*/costs/breakdown',
      (data, { query }) => {
        if (query.get('group_by') !== 'virtual_tag') return;
        const share = 0.5;
        data.total_period_cost *= share;
        for (const row of [{ spendings_by_date: data.totals_by_date }, ...data.items]) {
          if (row.cost) row.cost *= share;
          if (row.previous_cost) row.previous_cost *= share;
          for (const day of row.spendings_by_date) day.value *= share;
        }
      },
    ),
  },
  'commitments.active-has-a-utilization': {
    'no utilization of active commitments': also(
      dataOf('GET /commitments', ({ items }) => {
        for (const row of items) row.current_utilization_pct = null;
      }),
      'coverage.rows-match-the-list',
    ),
  },
});
