import { changedData } from '../../changes.js';
import { onMock } from '../../faulty-server.js';

const summary = 'GET /providers/*/costs/summary';

export const summaryServers = onMock({
  'costs.summary-is-the-month-of-the-forecast': {
    'a summary that forecasts half of the costs': changedData(summary, (data) => {
      if (data.forecasted_monthly_costs) data.forecasted_monthly_costs /= 2;
    }),
  },
  'costs.summary-has-the-savings-of-the-overview': {
    'a summary that counts only available savings as potential': changedData(summary, (data) => {
      if (data.potential_savings) data.potential_savings -= 100;
    }),
  },
  'costs.top-services-are-in-the-breakdown': {
    'top services without the costliest': changedData(summary, ({ top_services }) => top_services.shift()),
  },
});
