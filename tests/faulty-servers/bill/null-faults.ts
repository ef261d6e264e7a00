import { changed } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { breakdown, coverage, esr, timeline, utilization } from './row-changes.js';

const forecast = 'GET /costs/forecast';

const isNull = () => null;
const isEmpty = () => [];

/** Figures and entries that the bill determines and the server does not show. */
export const nullFaults: readonly BillFault[] = [
  {
    name: 'a breakdown without a total',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    change: changed(breakdown, 'total_period_cost', isNull),
  },
  {
    name: 'a timeline without a total',
    caughtBy: 'bill.timeline-total-is-the-sum-of-rows',
    change: changed(timeline, 'total', isNull),
  },
  {
    name: 'totals of breakdowns are texts',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    change: changed(breakdown, 'total_period_cost', String),
  },
  {
    name: 'totals of invoice months are texts',
    caughtBy: 'bill.invoice-month-is-that-of-the-billing-period',
    change: changed('GET /providers/*/costs/invoices', 'items[].total', String),
  },
  {
    name: 'utilization is null',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[].utilization_pct', isNull),
  },
  {
    name: 'the total savings rate is null',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    change: changed(esr, 'totals.total_rate_pct', isNull),
  },
  {
    name: 'savings without the last account',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    change: changed(esr, 'accounts', (accounts) => accounts.slice(0, -1)),
  },
  {
    name: 'invoice months without a total',
    caughtBy: 'bill.invoice-month-is-that-of-the-billing-period',
    change: changed('GET /providers/*/costs/invoices', 'items[].total', isNull),
  },
  {
    name: 'an overview without a savings rate',
    caughtBy: 'bill.overview-is-of-the-last-complete-month',
    change: changed('GET /commitments/overview', 'global_esr', isNull),
  },
  {
    name: 'coverage without the on-demand remainder of services',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'services[].on_demand_monthly', isNull),
  },
  {
    name: 'coverage without accounts',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'accounts', isEmpty),
  },
  {
    name: 'coverage without the last service',
    caughtBy: 'bill.coverage-is-weighted-by-dollars',
    change: changed(coverage, 'services', (services) => services.slice(0, -1)),
  },
  {
    name: 'the portfolio has no utilization',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].utilization_pct', isNull),
  },
  {
    name: 'the portfolio has no coverage',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].coverage_pct', isNull),
  },
  {
    name: 'an inventory without savings',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].saved_monthly', isNull),
  },
  {
    name: 'an inventory without the fees of covered usage',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].on_demand.covered_cost', isNull),
  },
  {
    name: 'an inventory without the cost of unused hours',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].unused_monthly', isNull),
  },
  {
    name: 'an inventory without what plans promise',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].commitment_hourly', isNull),
  },
  {
    name: 'reservations without measures of size',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[].dimensions', isEmpty),
  },
  {
    name: 'uncovered parts without an average',
    caughtBy: 'bill.uncovered-base-is-the-on-demand-remainder',
    change: changed('GET /commitments/uncovered', '[].on_demand_hourly_avg', isNull),
  },
  {
    name: 'a grid without the on-demand remainder',
    caughtBy: 'bill.services-show-unused-and-uncovered-rows',
    change: changed('GET /commitments/by-service', 'services[].sp.uncovered_monthly', isNull),
  },
  {
    name: 'a forecast without what is booked',
    caughtBy: 'bill.forecast-starts-from-the-booked-rows',
    change: changed(forecast, 'booked_to_date', isNull),
  },
  {
    name: 'a forecast with a day without a value',
    caughtBy: 'bill.forecast-shows-past-days',
    change: changed(forecast, 'sparkline[7]', isNull),
  },
  {
    name: 'a forecast without points',
    caughtBy: 'bill.forecast-shows-past-days',
    change: changed(forecast, 'sparkline', isEmpty),
  },
  {
    name: 'the detail has no covered spend',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'covered_spend_monthly', isNull),
  },
  {
    name: 'the deprecated list has no costs of usage',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    change: changed('GET /commitments/coverage', 'items[].usage_cost_monthly', isNull),
  },
];
