import type { TestRequest } from '../../support/serve.js';
import { changed, type Where } from '../changes.js';
import { also, type Change, onMock } from '../faulty-server.js';

const inventory = 'GET /commitments/inventory';
const breakdown = 'GET /providers/*/costs/breakdown';
const audit = 'GET /recommendations/audit/realized/*';

/** Edits the data of a response in place. */
export function dataOf(where: Where, edit: (data: any, request: TestRequest) => unknown): Change {
  return changed(where, '', (data, _, request) => {
    edit(data, request);
    return data;
  });
}

/** Servers with one figure that contradicts others of its response or of another read. */
export const figureServers = onMock({
  'inventory.monthly-amount-follows-from-prices': {
    'a monthly amount of a commitment without its upfront payment': also(
      dataOf(inventory, ({ rows }) => {
        for (const row of rows) row.committed_monthly -= (row.fixed_price ?? row.upfront) / row.term_months;
      }),
      'inventory.amounts-are-those-of-the-list',
      'overview.amounts-are-those-of-the-inventory',
    ),
  },
  'inventory.queued-starts-in-the-future': {
    'a queued commitment that started last year': also(
      dataOf(inventory, ({ rows }) => {
        for (const row of rows) if (row.state === 'queued') row.start = '2025-01-01';
      }),
      'commitments.identity-matches-everywhere',
    ),
  },
  'utilization.rates-of-periods-follow-from-hours': {
    'half the utilization of each day': dataOf('GET /commitments/utilization', ({ services }) => {
      for (const { days } of services) for (const day of days) if (day.capacity_pct) day.capacity_pct /= 2;
    }),
  },
  'utilization.used-fits-in-purchased': {
    'more used hours than purchased hours': also(
      dataOf('GET /commitments/utilization', ({ services }) => {
        for (const entry of services) {
          entry.used_hours = entry.purchased_hours * 1.2;
          entry.utilization_pct = 120;
        }
      }),
      'coverage.grid-matches-the-utilization',
      'fields.values-are-in-bounds',
      'utilization.periods-make-the-headline',
      'utilization.dimensions-follow-from-the-hours',
      'utilization.services-make-the-used-hours',
    ),
  },
  'commitments.history-makes-the-utilization': {
    'a utilization history with half of the used hours': also(
      dataOf('GET /commitments/detail/*', ({ utilization_history }) => {
        for (const day of utilization_history ?? []) day.used_hours /= 2;
      }),
      'commitments.days-have-their-own-rate',
    ),
  },
  'commitments.consumers-make-the-covered-spend': {
    'a commitment without its first consumer': also(
      dataOf('GET /commitments/detail/*', ({ consumers }) => {
        consumers?.shift();
      }),
      'portfolio.consumers-are-those-of-the-detail',
    ),
  },
  'renewals.all-in-follows-from-its-parts': {
    'an all-in cost without the on-demand remainder': also(
      dataOf('GET /commitments/renewal-options/*', ({ options }) => {
        for (const option of options) option.all_in = option.term_total;
      }),
      'renewals.yearly-cost-follows-from-the-term',
    ),
  },
  'commitments.recommended-saving-follows-from-costs': {
    'recommended savings that ignore the cost of the commitment': also(
      dataOf('GET /commitments/recommendations', (rows) => {
        for (const row of rows) row.monthly_savings = row.on_demand_monthly;
      }),
      'overview.potential-is-that-of-the-recommendations',
    ),
  },
  'costs.breakdown-dates-add-up': {
    'a breakdown without the last date': dataOf(breakdown, ({ totals_by_date, items }) => {
      totals_by_date.pop();
      for (const { spendings_by_date } of items) spendings_by_date.pop();
    }),
  },
  'forecast.value-follows-from-the-rate': {
    'a forecast with one remaining day too many': also(
      dataOf('GET /costs/forecast', (forecast) => {
        if (forecast.days_remaining) forecast.days_remaining += 1;
      }),
      'forecast.remaining-days-end-the-month',
    ),
  },
  'forecast.booked-is-the-month-so-far': {
    'half of the amount booked to date': also(
      dataOf('GET /costs/forecast', (forecast) => {
        if (forecast.booked_to_date) forecast.booked_to_date /= 2;
      }),
      'forecast.value-follows-from-the-rate',
      'forecast.value-is-the-month-of-the-line',
      'budgets.spend-is-part-of-the-provider',
      'costs.summary-is-the-month-of-the-forecast',
    ),
  },
  'audits.pending-is-not-settled': {
    'a pending audit that is settled': dataOf(audit, (row) => {
      row.verification = 'pending';
    }),
  },
  'audits.snapshots-have-their-time': {
    'savings of the first week without a snapshot': dataOf(audit, (row) => {
      row.snapshot_7d_at = null;
    }),
  },
  'targets.failure-has-no-pull-request': {
    'a pull request with an error message': dataOf(
      'GET /repo-binding/recommendations/*/targets',
      ({ items }) => {
        for (const item of items) if (item.pr_url !== null) item.error_message = 'The branch is protected.';
      },
    ),
  },
  'renewals.quote-has-a-price-or-a-reason': {
    'a quote with neither a price nor an error message': dataOf(
      'GET /commitments/renewal-quote/*',
      (quote) => {
        if (quote.error_message !== null) return;
        for (const name of [
          'fixed_price',
          'recurring_hourly',
          'usage_hourly',
          'upfront',
          'commitment_hourly',
        ])
          quote[name] = null;
      },
    ),
  },
  'renewals.quote-is-the-price-of-the-options': {
    'a quote whose price differs from the renewal options': also(
      dataOf('GET /commitments/renewal-quote/*', ({ term }) => {
        if (term !== null) term.term_total += 100;
      }),
      'renewals.quote-term-follows-from-unit-prices',
    ),
  },
  'coverage.uncovered-parts-make-the-remainder': {
    'an uncovered base without its first row': dataOf('GET /commitments/uncovered', (parts) => parts.shift()),
  },
  'coverage.unmeasured-is-not-zero': {
    'coverage in a grid that is not measured': dataOf('GET /commitments/by-service', (grid) => {
      grid.measured = false;
    }),
  },
  'coverage.grid-has-the-remainder-of-the-rates': {
    'uncovered spend in the grid that differs from the coverage rates': dataOf(
      'GET /commitments/by-service',
      ({ services }) => {
        for (const { ri } of services) ri.uncovered_monthly /= 2;
      },
    ),
  },
  'commitments.overview-of-all-is-both-types': {
    'half of the committed amount in the overview of all types': also(
      dataOf('GET /commitments/overview', (overview, { query }) => {
        if ((query.get('commitment_type') ?? 'all') === 'all') overview.total_committed_monthly /= 2;
      }),
      'overview.amounts-are-those-of-the-inventory',
    ),
  },
  'commitments.overview-counts-what-is-active': {
    'an overview that counts ended commitments': also(
      dataOf('GET /commitments/overview', (overview) => {
        overview.commitment_count += 3;
      }),
      'commitments.overview-of-all-is-both-types',
      'commitments.other-providers-have-zeros',
    ),
  },
  'savings-rate.savings-match-in-both-scopes': {
    'more commitment savings with scope=all than with scope=eligible': also(
      dataOf('GET /commitments/esr', ({ totals }, { query }) => {
        if (query.get('scope') === 'all' && totals.measured) totals.commitment_saved += 100;
      }),
      'savings-rate.rates-follow-from-dollars',
      'savings-rate.total-is-both-parts',
      'savings-rate.totals-are-the-sum-of-accounts',
    ),
  },
  'costs.timeline-and-breakdown-agree': {
    'a timeline that starts a day late': also(
      dataOf('GET /providers/*/costs/timeline', (timeline) => {
        timeline.total -= timeline.data_points.shift()?.amount ?? 0;
      }),
      'costs.dimension-does-not-change-the-timeline',
      'costs.timeline-parts-are-the-rows-of-the-breakdown',
      'costs.timeline-preset-is-its-range',
    ),
  },
  'portfolio.holds-what-is-active': {
    'a portfolio of only one account': also(
      dataOf('GET /commitments/portfolio', (portfolio) => {
        const [{ holder_account_id: own } = { holder_account_id: null }] = portfolio.rows;
        portfolio.rows = portfolio.rows.filter((row: any) => row.holder_account_id === own);
      }),
      'portfolio.totals-are-the-sums-of-rows',
      'coverage.grid-has-what-resizing-saves',
      'portfolio.totals-count-the-rows',
    ),
  },
});
