import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { daysOfMonth, isoDay } from '../../figures/days.js';
import { requestTo } from '../../request-to.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { type Pair, sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';
import { nowOf } from '../shared/timestamps.js';

const source = 'Other reads: summary, breakdown, timeline, forecast; Proposed by this contract';

/** Returns the provider of the summary that the suite requests. */
async function summaryOf(probe: Probe) {
  const { exchange } = await probe.correct('getCostSummary');
  return { exchange, summary: dataOf(exchange) };
}

/** A provider without costs has a cost of 0 or null, and each read chooses. */
const costOf = (value: unknown) => (value === 0 ? null : value);

/** Checks of the cost summary. */
export const summaryChecks: readonly Check[] = [
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
];

/** Whether a table covers the running month from its first day. */
function isRunningMonth({ start_date, end_date }: any, exchange: CompleteExchange): boolean {
  const now = nowOf(exchange);
  if (Number.isNaN(now)) return false;
  return start_date === daysOfMonth(isoDay(now).slice(0, 7)).first && end_date >= isoDay(now);
}
