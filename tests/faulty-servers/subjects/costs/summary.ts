import { changed, changedData } from '../../changes.js';
import { plus, times } from '../../edited.js';
import { also, onMock } from '../../faulty-server.js';

const summary = 'GET /providers/*/costs/summary';

export const summaryServers = onMock({
  'costs.summary-is-the-month-of-the-forecast': {
    'a summary that forecasts half of the costs': also(
      changed(summary, 'forecasted_monthly_costs', times(0.5)),
      'costs.potential-percentage-is-of-the-forecast',
    ),
  },
  'costs.summary-has-the-savings-of-the-overview': {
    'a summary that counts only available savings as potential': also(
      changed(summary, 'potential_savings', plus(-100)),
      'costs.potential-percentage-is-of-the-forecast',
    ),
  },
  'costs.potential-percentage-is-of-the-forecast': {
    'potential savings as a fraction of the forecast': changed(
      summary,
      'potential_savings_percentage',
      times(1 / 100),
    ),
  },
  'costs.top-services-are-in-the-breakdown': {
    'top services without the costliest': changedData(summary, ({ top_services }) => top_services.shift()),
  },
  'costs.potential-percentage-is-known': {
    'potential savings without their percentage': changed(summary, 'potential_savings_percentage', null),
  },
  'costs.top-services-are-in-order': {
    'top services with the cheapest first': changedData(summary, ({ top_services }) =>
      top_services.reverse(),
    ),
  },
});
