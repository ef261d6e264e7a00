import type { TestRequest } from '../../support/serve.js';
import { changed, type Where } from '../changes.js';
import { also, type Change, onMock } from '../faulty-server.js';

const inventory = 'GET /commitments/inventory';
const breakdown = 'GET /providers/*/costs/breakdown';
const audit = 'GET /recommendations/audit/realized/*';

/** Edits the data of a response where it is. */
function dataOf(where: Where, edit: (data: any, request: TestRequest) => unknown): Change {
  return changed(where, '', (data, _, request) => {
    edit(data, request);
    return data;
  });
}

/** Servers with one figure that does not fit the others of its response, or those of another read. */
export const figureServers = onMock({
  'inventory.monthly-amount-follows-from-prices': {
    'a monthly amount of a commitment without its upfront payment': dataOf(inventory, ({ rows }) => {
      for (const row of rows) row.committed_monthly -= (row.fixed_price ?? row.upfront) / row.term_months;
    }),
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
    'utilization of a day by the hours of the day before': dataOf(
      'GET /commitments/utilization',
      ({ services }) => {
        for (const { days } of services) for (const day of days) if (day.capacity_pct) day.capacity_pct /= 2;
      },
    ),
  },
  'utilization.used-fits-in-purchased': {
    'more hours used than purchased': also(
      dataOf('GET /commitments/utilization', ({ services }) => {
        for (const entry of services) {
          entry.used_hours = entry.purchased_hours * 1.2;
          entry.utilization_pct = 120;
        }
      }),
      'coverage.grid-matches-the-utilization',
      'fields.values-are-in-bounds',
      'utilization.periods-make-the-headline',
    ),
  },
  'commitments.history-makes-the-utilization': {
    'the history of a commitment without its last days': dataOf(
      'GET /commitments/detail/*',
      ({ utilization_history }) => {
        for (const day of utilization_history ?? []) day.used_hours /= 2;
      },
    ),
  },
  'commitments.consumers-make-the-covered-spend': {
    'a consumer of a commitment left out': dataOf('GET /commitments/detail/*', ({ consumers }) => {
      consumers?.shift();
    }),
  },
  'renewals.all-in-follows-from-its-parts': {
    'an option all in without what is left on demand': dataOf(
      'GET /commitments/renewal-options/*',
      ({ options }) => {
        for (const option of options) option.all_in = option.term_total;
      },
    ),
  },
  'commitments.recommended-saving-follows-from-costs': {
    'savings of a recommendation before its fee': dataOf('GET /commitments/recommendations', (rows) => {
      for (const row of rows) row.monthly_savings = row.on_demand_monthly;
    }),
  },
  'costs.breakdown-dates-add-up': {
    'a breakdown whose dates miss a day': dataOf(breakdown, ({ totals_by_date, items }) => {
      totals_by_date.pop();
      for (const { spendings_by_date } of items) spendings_by_date.pop();
    }),
  },
  'forecast.value-follows-from-the-rate': {
    'a forecast for one day more than remains': dataOf('GET /costs/forecast', (forecast) => {
      if (forecast.days_remaining) forecast.days_remaining += 1;
    }),
  },
  'forecast.booked-is-the-month-so-far': {
    'half of what is booked to date': also(
      dataOf('GET /costs/forecast', (forecast) => {
        if (forecast.booked_to_date) forecast.booked_to_date /= 2;
      }),
      'forecast.value-follows-from-the-rate',
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
    'a pull request beside the error that there is none': dataOf(
      'GET /repo-binding/recommendations/*/targets',
      ({ items }) => {
        for (const item of items) if (item.pr_url !== null) item.error_message = 'The branch is protected.';
      },
    ),
  },
  'renewals.quote-has-a-price-or-a-reason': {
    'a quote with neither price nor reason': dataOf('GET /commitments/renewal-quote/*', (quote) => {
      if (quote.error_message !== null) return;
      for (const name of ['fixed_price', 'recurring_hourly', 'usage_hourly', 'upfront', 'commitment_hourly'])
        quote[name] = null;
    }),
  },
  'renewals.quote-is-the-price-of-the-options': {
    'a quote for another price than the options': dataOf('GET /commitments/renewal-quote/*', ({ term }) => {
      if (term !== null) term.term_total += 100;
    }),
  },
  'coverage.uncovered-parts-make-the-remainder': {
    'an uncovered base without its spiky part': dataOf('GET /commitments/uncovered', (parts) =>
      parts.shift(),
    ),
  },
  'coverage.unmeasured-is-not-zero': {
    'coverage in a grid of what was not measured': dataOf('GET /commitments/by-service', (grid) => {
      grid.measured = false;
    }),
  },
  'coverage.grid-has-the-remainder-of-the-rates': {
    'a grid with another remainder than the rates': dataOf('GET /commitments/by-service', ({ services }) => {
      for (const { ri } of services) ri.uncovered_monthly /= 2;
    }),
  },
  'commitments.overview-of-all-is-both-types': {
    'an overview of all that is of reservations': dataOf(
      'GET /commitments/overview',
      (overview, { query }) => {
        if ((query.get('commitment_type') ?? 'all') === 'all') overview.total_committed_monthly /= 2;
      },
    ),
  },
  'commitments.overview-counts-what-is-active': {
    'an overview that counts what has ended': also(
      dataOf('GET /commitments/overview', (overview) => {
        overview.commitment_count += 3;
      }),
      'commitments.overview-of-all-is-both-types',
      'commitments.other-providers-have-zeros',
    ),
  },
  'savings-rate.savings-match-in-both-scopes': {
    'savings of commitments on spend that they cannot cover': also(
      dataOf('GET /commitments/esr', ({ totals }, { query }) => {
        if (query.get('scope') === 'all' && totals.measured) totals.commitment_saved += 100;
      }),
      'savings-rate.rates-follow-from-dollars',
      'savings-rate.total-is-both-parts',
      'savings-rate.totals-are-the-sum-of-accounts',
    ),
  },
  'costs.timeline-and-breakdown-agree': {
    'a timeline that begins a day late': dataOf('GET /providers/*/costs/timeline', (timeline) => {
      timeline.total -= timeline.data_points.shift()?.amount ?? 0;
    }),
  },
  'portfolio.holds-what-is-active': {
    'a portfolio of one account': also(
      dataOf('GET /commitments/portfolio', (portfolio) => {
        const [{ holder_account_id: own } = { holder_account_id: null }] = portfolio.rows;
        portfolio.rows = portfolio.rows.filter((row: any) => row.holder_account_id === own);
      }),
      'portfolio.totals-are-the-sums-of-rows',
    ),
  },
});
