import { changed, changedData } from '../../changes.js';
import { also, onMock } from '../../faulty-server.js';

const summary = 'GET /providers/*/costs/summary';

export const summaryServers = onMock({
  'costs.summary-is-the-month-of-the-forecast': {
    'a summary that forecasts half of the costs': also(
      changedData(summary, (data) => {
        if (data.forecasted_monthly_costs) data.forecasted_monthly_costs /= 2;
      }),
      'costs.potential-percentage-is-of-the-forecast',
    ),
  },
  'costs.summary-has-the-savings-of-the-overview': {
    'a summary that counts only available savings as potential': also(
      changedData(summary, (data) => {
        if (data.potential_savings) data.potential_savings -= 100;
      }),
      'costs.potential-percentage-is-of-the-forecast',
    ),
  },
  'costs.potential-percentage-is-of-the-forecast': {
    'potential savings as a fraction of the forecast': changed(
      summary,
      'potential_savings_percentage',
      (percentage) => percentage && percentage / 100,
    ),
  },
  'costs.top-services-are-in-the-breakdown': {
    'top services without the costliest': changedData(summary, ({ top_services }) => top_services.shift()),
  },
  'costs.top-services-compare-the-same-days': {
    'top services without their changes': changedData(summary, ({ top_services }) => {
      for (const top of top_services) top.change_percentage = null;
    }),
    'top services compared with the whole month before': changedData(summary, ({ top_services }) => {
      for (const top of top_services) top.change_percentage = top.change_percentage / 2 - 50;
    }),
    'a summary without the change of its spending': changed(summary, 'monthly_spending_percentage', null),
  },
  'costs.potential-percentage-is-known': {
    'potential savings without their percentage': changed(summary, 'potential_savings_percentage', null),
  },
  'costs.change-needs-a-forecast': {
    'a change to a forecast of 0': changed(
      summary,
      'forecasted_monthly_costs_percentage',
      (change) => change ?? 0,
    ),
  },
  'costs.top-services-are-in-order': {
    'top services with the cheapest first': changedData(summary, ({ top_services }) =>
      top_services.reverse(),
    ),
  },
});
