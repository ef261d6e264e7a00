import fc from 'fast-check';
import { expect } from 'vitest';
import { optionLists } from '../../conformance/suite/checks/subjects/costs/breakdown-table.js';
import { cents, sumOf } from '../support/dataset/cents.js';
import type { TestDataset } from '../support/dataset/dataset.js';
import { everyPage } from '../support/dataset/every-page.js';
import { expectPercent, type Invariants, monthOf, sampled } from './support.js';

const provider = fc.constantFrom('provider_a', 'provider_b');
const credits = fc.constantFrom('before', 'after');
const range = fc.constantFrom({}, { preset: '30D' }, { preset: '6M' });
const view = fc.record({
  show_cost_as: fc.constantFrom('unblended', 'blended', 'amortized', 'net_unblended', 'net_amortized'),
  credits,
});
const groupBy = fc
  .uniqueArray(fc.constantFrom('service', 'account_id', 'region', 'tag', 'virtual_tag'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((group_by) => ({
    group_by,
    ...(group_by.includes('tag') ? { tag_key: ['team'] } : {}),
    ...(group_by.includes('virtual_tag') ? { virtual_tag_key: 'vtk-cost-center' } : {}),
  }));
const filter = fc.constantFrom<Record<string, unknown>>(
  {},
  { region: ['north-1'] },
  { service: ['compute', 'virtual-machines'], service_mode: 'exclude' },
  { tag_value: ['core', 'insight'] },
  { platform: ['linux'], platform_mode: 'exclude' },
  { environment: ['production'], charge_type: ['usage'] },
  { search: 'PROD' },
);
const granularity = fc.constantFrom('daily', 'monthly');

/** Returns a breakdown with the rows of all pages. */
const tableOf = (dataset: TestDataset, provider_id: string, query: object = {}) =>
  everyPage(dataset, 'getCostBreakdown', { path: { provider_id }, query: { ...query } });
const totalOf = (dataset: TestDataset, provider_id: string, query: object = {}): number =>
  tableOf(dataset, provider_id, query).total_period_cost;
const optionsOf = ({ call }: TestDataset, provider_id: string, query: object = {}) =>
  call('getCostFilterOptions', { path: { provider_id }, query: { ...query } });

const dimensions = ['service', 'account_id', 'region'] as const;

/** Invariants of the cost operations, in every dataset with data. */
export const costs: Invariants = {
  'a breakdown adds up over rows and dates with any grouping, filter and cost metric': sampled(
    fc.record({ provider, range, view, groupBy, filter, granularity }),
    (dataset, { provider, groupBy, granularity, ...others }) => {
      const query = { ...others.filter, ...others.range, ...others.view, granularity };
      const table = tableOf(dataset, provider, { ...query, ...groupBy });
      const total = cents(table.total_period_cost);
      // Every figure is rounded to cents.
      const near = (figures: readonly any[], of: (figure: any) => number, sum: number) =>
        expect(Math.abs(sumOf(figures, of) - sum)).toBeLessThanOrEqual((figures.length + 1) / 2);
      near(table.items, (row) => row.cost, total);
      near(table.totals_by_date, (entry) => entry.value, total);
      for (const row of table.items) near(row.spendings_by_date, (entry) => entry.value, cents(row.cost));
      // Parts of a charge under a virtual key are rounded to cents in each month.
      const months = table.totals_by_date.length;
      expect(Math.abs(cents(totalOf(dataset, provider, query)) - total)).toBeLessThanOrEqual(1 + months);
    },
  ),

  'each part of a timeline is a row of the breakdown by the same dimension': sampled(
    fc.record({ provider, credits, range, dimension: fc.constantFrom(...dimensions) }),
    (dataset, { provider, credits, range, dimension }) => {
      const query = { ...range, credits, granularity: 'monthly' };
      const path = { provider_id: provider };
      const { data_points } = dataset.call('getCostTimeline', { path, query: { ...query, dimension } });
      const table = tableOf(dataset, provider, { ...query, group_by: [dimension] });
      for (const [at, { date, parts }] of data_points.entries()) {
        for (const { value, amount } of parts) {
          const row = table.items.find((item: any) => item[dimension] === value);
          expect(row.spendings_by_date[at]).toMatchObject({ date, value: amount });
        }
      }
    },
  ),

  'costs of a provider without costs are 0, and its forecast is empty': (dataset) => {
    for (const provider_id of ['provider_c', 'provider_d']) {
      const table = tableOf(dataset, provider_id);
      expect([table.total_period_cost, table.items, table.totals_by_date]).toEqual([0, [], []]);
      const path = { provider_id };
      expect(dataset.call('getCostTimeline', { path })).toMatchObject({ total: 0, data_points: [] });
      expect(dataset.call('getCostSummary', { path }).monthly_spending).toBe(0);
      const forecast = dataset.call('getCostForecast', { query: { provider: provider_id } });
      expect([forecast.forecast_value, forecast.sparkline]).toEqual([null, []]);
    }
  },

  'each filter option matches a row': sampled(
    fc.record({ provider, range, filter }),
    (dataset, { provider, range, filter: { search, ...filter } }) => {
      const query = { ...range, ...filter };
      const options = optionsOf(dataset, provider, query);
      for (const [name, list] of Object.entries(optionLists)) {
        for (const value of `${name}_mode` in filter ? [] : options[list]) {
          const table = tableOf(dataset, provider, { ...query, [name]: [value] });
          expect(table.items.length, `${name}=${value}`).toBeGreaterThan(0);
        }
      }
    },
  ),

  'the forecast compares with the previous month': sampled(
    fc.record({ provider, credits }),
    (dataset, { provider, credits }) => {
      const forecast = dataset.call('getCostForecast', { query: { provider, credits } });
      const query = { credits, ...monthOf(dataset, 1) };
      const { total } = dataset.call('getCostTimeline', { path: { provider_id: provider }, query });
      expectPercent(forecast.delta_pct_vs_last_month, forecast.forecast_value - total, total);
    },
  ),

  'the band of a forecast is from the standard deviation of its sample days': sampled(
    fc.record({ provider, credits, horizon: fc.constantFrom('month', 'quarter', 'year') }),
    ({ call }, query) => {
      const { sparkline, forecast_value, ...forecast } = call('getCostForecast', { query });
      const { daily_rate_window_days: window, daily_rate_thin_days: thin, days_remaining } = forecast;
      const sample = sparkline.slice(30 - window, 30 - thin) as number[];
      const mean = sample.reduce((sum, one) => sum + one, 0) / sample.length;
      const squares = sample.reduce((sum, one) => sum + (one - mean) ** 2, 0);
      // The z-score of a two-sided 80 % interval.
      expect(forecast.confidence_pct).toBe(80);
      const margin = 1.2816 * Math.sqrt((squares / (sample.length - 1)) * days_remaining);
      // The days of the sparkline are rounded to cents.
      const slack = 0.0051 + 0.005 * 1.2816 * Math.sqrt(days_remaining);
      expect(Math.abs(forecast_value - forecast.forecast_low - margin)).toBeLessThanOrEqual(slack);
      expect(Math.abs(forecast.forecast_high - forecast_value - margin)).toBeLessThanOrEqual(slack);
    },
  ),
};
