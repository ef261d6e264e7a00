import { also, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const inventory = 'GET /commitments/inventory';
const detail = 'GET /commitments/detail/*';

/** Servers with terms or usage of a commitment that contradict each other. */
export const termServers = onMock({
  'inventory.payment-option-fits-the-prices': {
    'commitments of which all are paid upfront': dataOf(inventory, ({ rows }) => {
      for (const row of rows) row.payment_option = 'all_upfront';
    }),
  },
  'inventory.figures-follow-from-each-other': {
    'the cost of a day over a month of 28 days': dataOf(inventory, ({ rows }) => {
      for (const { on_demand } of rows) if (on_demand) on_demand.daily_on_demand_cost *= 30 / 28;
    }),
  },
  'inventory.unused-is-part-of-the-commitment': {
    'unused amounts of commitments that are not running': dataOf(inventory, ({ rows }) => {
      for (const row of rows) row.unused_monthly ??= row.committed_monthly;
    }),
  },
  'inventory.term-fits-the-dates': {
    'a term in days instead of months': also(
      dataOf(inventory, ({ rows }) => {
        for (const row of rows) row.term_months = row.term_months === 12 ? 36 : 12;
      }),
      'inventory.monthly-amount-follows-from-prices',
    ),
  },
  'inventory.active-has-started': {
    'an active commitment that has not started': also(
      dataOf(inventory, ({ rows }) => {
        for (const row of rows) if (row.state === 'queued') row.state = 'active';
      }),
      'commitments.overview-counts-what-is-active',
      'commitments.state-filter-returns-only-matches',
      'inventory.states-hold-every-commitment',
      'overview.amounts-are-those-of-the-inventory',
    ),
  },
  'inventory.amounts-are-those-of-the-list': {
    'other monthly amounts in the inventory than in the list': also(
      dataOf('GET /commitments', ({ items }) => {
        for (const row of items) row.monthly_commitment_usd *= 1.1;
      }),
      'commitments.figures-match-everywhere',
      'coverage.rows-match-the-list',
    ),
  },
  'commitments.fee-follows-from-the-hourly-commitment': {
    'a fee of 720 hours': also(
      dataOf(detail, (data) => {
        data.fee_monthly_list *= 720 / 730;
        data.fee_monthly_net *= 720 / 730;
      }),
      'portfolio.figures-are-those-of-the-detail',
    ),
  },
  'commitments.days-have-their-own-rate': {
    'the utilization of the whole window on each day': also(
      dataOf(detail, (data) => {
        for (const day of data.utilization_history) day.utilization_pct = 50.25;
      }),
      'commitments.trend-fits-the-history',
    ),
  },
  'commitments.histories-have-the-same-days': {
    'a history of coverage without its last day': dataOf(detail, ({ coverage_history }) =>
      coverage_history.pop(),
    ),
  },
  'commitments.unused-days-make-the-resizing': {
    'days without the cost of unused hours': dataOf(detail, ({ utilization_history }) => {
      for (const day of utilization_history) day.unused_cost = 0;
    }),
  },
});
