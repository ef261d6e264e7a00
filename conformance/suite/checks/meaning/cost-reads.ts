import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { daysOfMonth, isoDay } from '../../figures/days.js';
import { requestTo } from '../../request-to.js';
import { dataOf, list, rowsOf } from '../shared/exchange-data.js';
import { type Pair, sameFigure } from '../shared/same-figure.js';
import { successesOf, successOf } from '../shared/success-of.js';
import { nowOf } from '../shared/timestamps.js';

const source = 'Other reads: summary, breakdown, timeline, forecast; Proposed by this contract';

/** Returns the values of a column over all rows, if they are on one page. */
function valuesOf(exchange: CompleteExchange, column: string): string[] | undefined {
  const { items, pagination } = dataOf(exchange);
  return pagination?.total_items === rowsOf(items).length
    ? rowsOf(items).flatMap((row) => (typeof row[column] === 'string' ? [row[column]] : []))
    : undefined;
}

/** Returns the provider of the summary that the suite requests. */
async function summaryOf(probe: Probe) {
  const { exchange } = await probe.correct('getCostSummary');
  return { exchange, summary: dataOf(exchange) };
}

/** A provider without costs has a cost of 0 or null, and each read chooses. */
const costOf = (value: unknown) => (value === 0 ? null : value);

/** Checks that the reads of costs agree with each other. */
export const costReadChecks: readonly Check[] = [
  sameFigure('getCostSummary', {
    id: 'costs.summary-is-the-month-of-the-forecast',
    deviation: 'contradiction',
    basis: 'proposed',
    comparesNull: true,
    requirement:
      '`monthly_spending` and `forecasted_monthly_costs` of a summary equal `booked_to_date` and `forecast_value` of the forecast for the provider.',
    source,
    reference: 'the forecast for the provider',
    pairs: async (probe) => {
      const { exchange, summary } = await summaryOf(probe);
      const provider = String(summary.provider_id);
      const forecast = dataOf(await successOf(probe, requestTo('getCostForecast', { query: { provider } })));
      return [
        ['monthly_spending', 'booked_to_date'],
        ['forecasted_monthly_costs', 'forecast_value'],
        ['forecasted_monthly_costs_percentage', 'delta_pct_vs_last_month'],
      ].map(([name = '', other = '']) => ({
        name: `\`${name}\``,
        here: costOf(summary[name]),
        there: costOf(forecast[other]),
        exchange,
      }));
    },
  }),
  sameFigure('getCostSummary', {
    id: 'costs.summary-has-the-savings-of-the-overview',
    deviation: 'contradiction',
    basis: 'proposed',
    comparesNull: true,
    requirement:
      '`potential_savings` and `monthly_spending` of a summary equal `potential_savings` and `total_spend` of the overview of recommendations.',
    source: 'Other reads: summary, recommendations overview; Proposed by this contract',
    reference: 'the overview of recommendations',
    pairs: async (probe) => {
      const { exchange, summary } = await summaryOf(probe);
      const { exchange: other } = await probe.correct('getRecommendationOverview');
      if (!other.request.path.includes(`/${summary.provider_id}/`)) return [];
      const overview = dataOf(other);
      return [
        {
          name: '`potential_savings`',
          here: costOf(summary.potential_savings),
          there: costOf(overview.potential_savings),
          exchange,
        },
        {
          name: '`monthly_spending`',
          here: costOf(summary.monthly_spending),
          there: costOf(overview.total_spend),
          exchange,
        },
      ];
    },
  }),
  sameFigure('getCostSummary', {
    id: 'costs.top-services-are-in-the-breakdown',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`cost` of a service in `top_services` equals its cost in a breakdown by service of the running month, and the first service is the costliest.',
    source,
    reference: 'the breakdown by service',
    pairs: async (probe) => {
      const { exchange, summary } = await summaryOf(probe);
      const { plan } = await probe.correct('getCostBreakdown');
      const table = dataOf(await successOf(probe, withQuery(plan, 'group_by', 'service')));
      if (table.provider_id !== summary.provider_id || !isRunningMonth(table, exchange)) return [];
      const rows = rowsOf(table.items);
      const costs = rows.map(({ cost }) => cost).sort((one, other) => other - one);
      return rowsOf(summary.top_services).flatMap(({ service, cost }, index): Pair[] => [
        {
          name: `\`cost\` of top service ${show(service)}`,
          here: cost,
          there: rows.find((row) => row.service === service)?.cost,
          exchange,
        },
        { name: `\`top_services[${index}].cost\``, here: cost, there: costs[index], exchange },
      ]);
    },
  }),
  sameFigure('getCostTimeline', {
    id: 'costs.dimension-does-not-change-the-timeline',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement: '`total` of a timeline is the same with every `dimension` and `granularity`.',
    source: 'Other reads: timeline; Proposed by this contract',
    reference: '`total` of the timeline without `dimension`',
    pairs: async (probe) => {
      const { exchange: baseline } = await probe.correct();
      const others = [
        ...(await successesOf(probe, 'dimension', ['service', 'account_id', 'region'])),
        ...(await successesOf(probe, 'granularity', ['monthly'])),
      ];
      return others.map((exchange) => ({
        name: `\`total\` with \`${exchange.request.query.at(-1)?.join('=')}\``,
        here: dataOf(exchange).total,
        there: dataOf(baseline).total,
        terms: 30,
        exchange,
      }));
    },
  }),
  sameFigure('getCostBreakdown', {
    id: 'costs.granularity-does-not-change-the-total',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement: '`total_period_cost` of a breakdown is the same with every `granularity` and `sort_order`.',
    source: 'Other reads: breakdown, granularity; Proposed by this contract',
    reference: '`total_period_cost` of the breakdown without the parameter',
    pairs: async (probe) => {
      const { exchange: baseline } = await probe.correct();
      const others = [
        ...(await successesOf(probe, 'granularity', ['monthly'])),
        ...(await successesOf(probe, 'sort_order', ['asc'])),
      ];
      return others.map((exchange) => ({
        name: `\`total_period_cost\` with \`${exchange.request.query.at(-1)?.join('=')}\``,
        here: dataOf(exchange).total_period_cost,
        there: dataOf(baseline).total_period_cost,
        terms: 30,
        exchange,
      }));
    },
  }),
  sameFigure('getCostBreakdown', {
    id: 'costs.filter-returns-the-cost-of-the-row',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`total_period_cost` of a breakdown filtered by a service equals `cost` of that service in the whole breakdown.',
    source: 'Other reads: breakdown, filterable; Proposed by this contract',
    reference: '`cost` of the service in the whole breakdown',
    pairs: async (probe) => {
      const { plan, exchange: baseline } = await probe.correct();
      const row = rowsOf(dataOf(baseline).items).find(({ service }) => typeof service === 'string');
      if (row === undefined) throw new NotApplicable('the breakdown is not grouped by service');
      const exchange = await successOf(probe, withQuery(plan, 'service', row.service));
      return [
        {
          name: `\`total_period_cost\` of service ${show(row.service)}`,
          here: dataOf(exchange).total_period_cost,
          there: row.cost,
          exchange,
        },
      ];
    },
  }),
  {
    kind: 'active',
    id: 'filter-options.are-the-groups-of-the-breakdown',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'The options of `service`, `account_id` and `region` contain every group of a breakdown by that dimension.',
    source: 'Other reads: filter-options, distinct values per filter dimension; breakdown, group_by',
    operations: ['getCostFilterOptions'],
    requests: 0,
    async run(probe) {
      const { plan } = await probe.correct();
      const { plan: table } = await probe.correct('getCostBreakdown');
      await eachCase(
        [
          ['service', 'services'],
          ['account_id', 'accounts'],
          ['region', 'regions'],
        ],
        async ([dimension = '', name = '']) => {
          const groups = valuesOf(await successOf(probe, withQuery(table, 'group_by', dimension)), dimension);
          const exchange = await successOf(probe, withQuery(plan, 'dimension', dimension));
          const options = list(dataOf(exchange)[name]);
          if (groups === undefined || options.length === 0 || !isSameProvider(plan.path, table.path)) {
            throw new NotApplicable('the breakdown or the options of the dimension are not comparable');
          }
          const missing = groups.find((group) => !options.includes(group));
          if (missing === undefined) return;
          fail({
            message: `The options of \`${dimension}\` miss a group of the breakdown.`,
            expected: show(missing),
            actual: show(options),
            exchange,
          });
        },
      );
    },
  },
  sameFigure('listProviderBudgets', {
    id: 'budgets.spend-is-part-of-the-provider',
    deviation: 'contradiction',
    requirement:
      '`spent` of a monthly budget is not greater than the cost of provider_b in the running month, before or after credits.',
    source: 'Provider budget: spent; Other reads: budgets, with spend taken from the billing export',
    reference: 'the most that provider_b cost in the running month',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const forecasts = await Promise.all(
        ['after', 'before'].map((credits) =>
          successOf(probe, requestTo('getCostForecast', { query: { provider: 'provider_b', credits } })),
        ),
      );
      const most = Math.max(...forecasts.map((one) => dataOf(one).booked_to_date ?? Number.NaN));
      return rowsOf(dataOf(exchange).items)
        .filter(({ calendar_period, spent }) => calendar_period === 'MONTH' && typeof spent === 'number')
        .map(({ budget_id, spent }) => ({
          name: `\`spent\` of budget ${show(budget_id)}`,
          // Equal to `most` unless the budget spent more.
          here: Math.max(spent, most),
          there: most,
          exchange,
        }));
    },
  }),
];

const isSameProvider = (one: string, other: string) => one.split('/')[4] === other.split('/')[4];

/** Whether a table covers the running month from its first day. */
function isRunningMonth({ start_date, end_date }: any, exchange: CompleteExchange): boolean {
  const now = nowOf(exchange);
  if (Number.isNaN(now)) return false;
  return start_date === daysOfMonth(isoDay(now).slice(0, 7)).first && end_date >= isoDay(now);
}
