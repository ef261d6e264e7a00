import { changed, changedData, queried } from '../../changes.js';
import { also, onMock } from '../../faulty-server.js';

const breakdown = 'GET /providers/*/costs/breakdown';
const timeline = 'GET /providers/*/costs/timeline';

export const periodServers = onMock({
  'costs.timeline-periods-are-unique': {
    'daily points in a monthly timeline': also(
      queried(`${timeline}?granularity=monthly`, { granularity: null }),
      'parameters.echo-matches-the-request',
    ),
  },
  'costs.timeline-periods-are-in-order': {
    'a timeline with the newest day first': changed(timeline, 'data_points', (points) => points.toReversed()),
  },
  'costs.breakdown-periods-are-unique': {
    'daily costs in a monthly breakdown': also(
      queried(`${breakdown}?granularity=monthly`, { granularity: null }),
      'parameters.echo-matches-the-request',
    ),
  },
  'costs.dates-are-in-the-range': {
    'dates of a breakdown with the newest first': changedData(breakdown, ({ totals_by_date, items }) => {
      for (const series of [totals_by_date, ...items.map((row: any) => row.spendings_by_date)]) {
        series.reverse();
        for (const day of series) day.change_percentage = null;
      }
    }),
  },
});
