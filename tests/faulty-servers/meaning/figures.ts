import { type Defect, dataOf, onMock } from '../defect.js';

const inventory = 'GET /commitments/inventory' as const;
const breakdown = 'GET /providers/*/costs/breakdown' as const;
const audit = 'GET /recommendations/audit/realized/*' as const;

/** Servers with one figure that does not fit the others of its response, or those of another read. */
export const figureDefects: readonly Defect[] = onMock([
  {
    name: 'a monthly amount of a commitment without its upfront payment',
    kills: 'inventory.monthly-amount-follows-from-prices',
    wrap: dataOf(inventory, ({ rows }) => {
      for (const row of rows) row.committed_monthly -= (row.fixed_price ?? row.upfront) / row.term_months;
    }),
  },
  {
    name: 'a queued commitment that started last year',
    kills: 'inventory.queued-starts-in-the-future',
    also: ['commitments.told-alike-everywhere'],
    wrap: dataOf(inventory, ({ rows }) => {
      for (const row of rows) if (row.state === 'queued') row.start = '2025-01-01';
    }),
  },
  {
    name: 'utilization of a day by the hours of the day before',
    kills: 'utilization.rates-of-periods-follow-from-hours',
    wrap: dataOf('GET /commitments/utilization', ({ services }) => {
      for (const { days } of services) for (const day of days) if (day.capacity_pct) day.capacity_pct /= 2;
    }),
  },
  {
    name: 'more hours used than purchased',
    kills: 'utilization.used-fits-in-purchased',
    also: [
      'coverage.grid-tells-the-utilization',
      'fields.values-are-in-bounds',
      'utilization.periods-make-the-headline',
    ],
    wrap: dataOf('GET /commitments/utilization', ({ services }) => {
      for (const entry of services) {
        entry.used_hours = entry.purchased_hours * 1.2;
        entry.utilization_pct = 120;
      }
    }),
  },
  {
    name: 'the history of a commitment without its last days',
    kills: 'commitments.history-makes-the-utilization',
    wrap: dataOf('GET /commitments/detail/*', ({ utilization_history }) => {
      for (const day of utilization_history ?? []) day.used_hours /= 2;
    }),
  },
  {
    name: 'a consumer of a commitment left out',
    kills: 'commitments.consumers-make-the-covered-spend',
    wrap: dataOf('GET /commitments/detail/*', ({ consumers }) => {
      consumers?.shift();
    }),
  },
  {
    name: 'an option all in without what is left on demand',
    kills: 'renewals.all-in-follows-from-its-parts',
    wrap: dataOf('GET /commitments/renewal-options/*', ({ options }) => {
      for (const option of options) option.all_in = option.term_total;
    }),
  },
  {
    name: 'savings of a recommendation before its fee',
    kills: 'commitments.recommended-saving-follows-from-costs',
    wrap: dataOf('GET /commitments/recommendations', (rows) => {
      for (const row of rows) row.monthly_savings = row.on_demand_monthly;
    }),
  },
  {
    name: 'a breakdown whose dates miss a day',
    kills: 'costs.breakdown-dates-add-up',
    wrap: dataOf(breakdown, ({ totals_by_date, items }) => {
      totals_by_date.pop();
      for (const { spendings_by_date } of items) spendings_by_date.pop();
    }),
  },
  {
    name: 'a forecast for one day more than remains',
    kills: 'forecast.value-follows-from-the-rate',
    wrap: dataOf('GET /costs/forecast', (forecast) => {
      if (forecast.days_remaining) forecast.days_remaining += 1;
    }),
  },
  {
    name: 'half of what is booked to date',
    kills: 'forecast.booked-is-the-month-so-far',
    also: ['forecast.value-follows-from-the-rate'],
    wrap: dataOf('GET /costs/forecast', (forecast) => {
      if (forecast.booked_to_date) forecast.booked_to_date /= 2;
    }),
  },
  {
    name: 'a pending audit that is settled',
    kills: 'audits.pending-is-not-settled',
    wrap: dataOf(audit, (row) => {
      row.verification = 'pending';
    }),
  },
  {
    name: 'savings of the first week without a snapshot',
    kills: 'audits.snapshots-have-their-time',
    wrap: dataOf(audit, (row) => {
      row.snapshot_7d_at = null;
    }),
  },
  {
    name: 'a pull request beside the error that there is none',
    kills: 'targets.failure-has-no-pull-request',
    wrap: dataOf('GET /repo-binding/recommendations/*/targets', ({ items }) => {
      for (const item of items) if (item.pr_url !== null) item.error_message = 'The branch is protected.';
    }),
  },
  {
    name: 'a quote with neither price nor reason',
    kills: 'renewals.quote-has-a-price-or-a-reason',
    wrap: dataOf('GET /commitments/renewal-quote/*', (quote) => {
      if (quote.error_message !== null) return;
      for (const name of ['fixed_price', 'recurring_hourly', 'usage_hourly', 'upfront', 'commitment_hourly'])
        quote[name] = null;
    }),
  },
  {
    name: 'a quote for another price than the options',
    kills: 'renewals.quote-is-the-price-of-the-options',
    wrap: dataOf('GET /commitments/renewal-quote/*', ({ term }) => {
      if (term !== null) term.term_total += 100;
    }),
  },
  {
    name: 'an uncovered base without its spiky part',
    kills: 'coverage.uncovered-parts-make-the-remainder',
    wrap: dataOf('GET /commitments/uncovered', (parts) => parts.shift()),
  },
  {
    name: 'coverage in a grid of what was not measured',
    kills: 'coverage.unmeasured-is-not-zero',
    wrap: dataOf('GET /commitments/by-service', (grid) => {
      grid.measured = false;
    }),
  },
  {
    name: 'a grid with another remainder than the rates',
    kills: 'coverage.grid-has-the-remainder-of-the-rates',
    wrap: dataOf('GET /commitments/by-service', ({ services }) => {
      for (const { ri } of services) ri.uncovered_monthly /= 2;
    }),
  },
  {
    name: 'an overview of all that is of reservations',
    kills: 'commitments.overview-of-all-is-both-types',
    wrap: dataOf('GET /commitments/overview', (overview, { query }) => {
      if ((query.get('commitment_type') ?? 'all') === 'all') overview.total_committed_monthly /= 2;
    }),
  },
  {
    name: 'an overview that counts what has ended',
    kills: 'commitments.overview-counts-what-is-active',
    also: ['commitments.overview-of-all-is-both-types', 'commitments.other-providers-have-zeros'],
    wrap: dataOf('GET /commitments/overview', (overview) => {
      overview.commitment_count += 3;
    }),
  },
  {
    name: 'savings of commitments on spend that they cannot cover',
    kills: 'savings-rate.commitments-save-alike-in-both-scopes',
    also: [
      'savings-rate.rates-follow-from-dollars',
      'savings-rate.total-is-both-parts',
      'savings-rate.totals-are-the-sum-of-accounts',
    ],
    wrap: dataOf('GET /commitments/esr', ({ totals }, { query }) => {
      if (query.get('scope') === 'all' && totals.measured) totals.commitment_saved += 100;
    }),
  },
  {
    name: 'a timeline that begins a day late',
    kills: 'costs.timeline-and-breakdown-agree',
    wrap: dataOf('GET /providers/*/costs/timeline', (timeline) => {
      timeline.total -= timeline.data_points.shift()?.amount ?? 0;
    }),
  },
  {
    name: 'a portfolio of one account',
    kills: 'portfolio.holds-what-is-active',
    also: ['portfolio.totals-are-the-sums-of-rows'],
    wrap: dataOf('GET /commitments/portfolio', (portfolio) => {
      const [{ holder_account_id: own } = { holder_account_id: null }] = portfolio.rows;
      portfolio.rows = portfolio.rows.filter((row: any) => row.holder_account_id === own);
    }),
  },
]);
