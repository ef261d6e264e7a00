import { withQuery } from '../changes.js';
import { also, type Change, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const breakdown = 'GET /providers/*/costs/breakdown';
const summary = 'GET /providers/*/costs/summary';
const timeline = 'GET /providers/*/costs/timeline';

/** Adds half of the other costs to a breakdown of one service. */
const withHalfOfTheRest: Change = (server) => async (request) => {
  const response = await server(request);
  const isFiltered = request.path.endsWith('/costs/breakdown') && request.query.has('service');
  if (!isFiltered || response.status >= 300) return response;
  const whole = JSON.parse((await server(withQuery(request, { service: null }))).body).data;
  const body = JSON.parse(response.body);
  const factor = whole.total_period_cost / body.data.total_period_cost / 2;
  body.data.total_period_cost *= factor;
  for (const row of [{ spendings_by_date: body.data.totals_by_date }, ...body.data.items]) {
    if (row.cost) row.cost *= factor;
    if (row.previous_cost) row.previous_cost *= factor;
    for (const day of row.spendings_by_date) day.value *= factor;
  }
  return { ...response, body: JSON.stringify(body) };
};

/** Servers whose reads of costs contradict each other. */
export const costReadServers = onMock({
  'costs.summary-is-the-month-of-the-forecast': {
    'a summary that forecasts half of the costs': dataOf(summary, (data) => {
      if (data.forecasted_monthly_costs) data.forecasted_monthly_costs /= 2;
    }),
  },
  'costs.summary-has-the-savings-of-the-overview': {
    'a summary that counts only available savings as potential': dataOf(summary, (data) => {
      if (data.potential_savings) data.potential_savings -= 100;
    }),
  },
  'costs.top-services-are-in-the-breakdown': {
    'top services without the costliest': dataOf(summary, ({ top_services }) => top_services.shift()),
  },
  'costs.dimension-does-not-change-the-timeline': {
    'a timeline by region without the costs of no region': dataOf(timeline, (data, { query }) => {
      if (query.get('dimension') !== 'region') return;
      for (const point of data.data_points) {
        point.parts = point.parts.filter(({ value }: any) => value !== 'global');
        point.amount = point.parts.reduce((total: number, { amount }: any) => total + amount, 0);
      }
      data.total = data.data_points.reduce((total: number, { amount }: any) => total + amount, 0);
    }),
  },
  'costs.granularity-does-not-change-the-total': {
    'a monthly breakdown that begins a day late': also(
      dataOf(breakdown, (data, { query }) => {
        if (query.get('granularity') !== 'monthly') return;
        const share = 0.9;
        data.total_period_cost *= share;
        for (const row of [{ spendings_by_date: data.totals_by_date }, ...data.items]) {
          if (row.cost) row.cost *= share;
          row.change_percentage = row.previous_cost
            ? ((row.cost - row.previous_cost) / row.previous_cost) * 100
            : null;
          for (const day of row.spendings_by_date) day.value *= share;
        }
      }),
      'costs.breakdown-preset-is-its-range',
      'costs.months-of-the-breakdown-are-the-sums-of-their-days',
    ),
  },
  'costs.filter-returns-the-cost-of-the-row': {
    'a filter that also returns half of the other costs in the total': also(
      withHalfOfTheRest,
      'costs.excluding-an-unknown-value-changes-nothing',
      'fields.null-only-where-unknown',
      'costs.filters-combine-to-their-intersection',
    ),
  },
  'filter-options.are-the-groups-of-the-breakdown': {
    'filter options without the last account': dataOf('GET /providers/*/costs/filter-options', (data) =>
      data.accounts?.pop(),
    ),
  },
  'budgets.spend-is-part-of-the-provider': {
    'a budget that spent more than its provider costs': dataOf('GET /providers/*/budgets', ({ items }) => {
      const [budget] = items;
      for (const name of ['spent', 'forecast', 'burn_pct']) budget[name] *= 1000;
    }),
  },
});
