import { changed, changedData } from '../../changes.js';
import { plusUnlessZero, times } from '../../edited.js';
import { also, onMock } from '../../faulty-server.js';

const timeline = 'GET /providers/*/costs/timeline';
const summary = 'GET /providers/*/costs/summary';

export const timelineServers = onMock({
  'costs.timeline-total-is-its-sum': {
    'a timeline total without the last day': also(
      changed(timeline, 'total', (usd, data) => usd - (data.data_points.at(-1)?.amount ?? 0)),
      'costs.timeline-and-breakdown-agree',
      'costs.dimension-does-not-change-the-timeline',
      'costs.timeline-preset-is-its-range',
    ),
  },
  'costs.parts-make-the-point': {
    'points of a timeline without their smallest part': also(
      changedData(timeline, ({ data_points }) => {
        for (const { parts } of data_points) if (parts?.length > 1) parts[0].amount /= 2;
      }),
      'costs.timeline-parts-are-the-rows-of-the-breakdown',
    ),
  },
  'costs.parts-are-those-of-the-dimension': {
    'a timeline that is never split': changed(timeline, 'data_points[].parts', null),
  },
  'costs.dimension-does-not-change-the-timeline': {
    'a timeline by region without the costs of no region': changedData(timeline, (data, { query }) => {
      if (query.get('dimension') !== 'region') return;
      for (const point of data.data_points) {
        point.parts = point.parts.filter(({ value }: any) => value !== 'global');
        point.amount = point.parts.reduce((total: number, { amount }: any) => total + amount, 0);
      }
      data.total = data.data_points.reduce((total: number, { amount }: any) => total + amount, 0);
    }),
  },
  'costs.timeline-and-breakdown-agree': {
    'a timeline that starts a day late': also(
      changedData(timeline, (timeline) => {
        timeline.total -= timeline.data_points.shift()?.amount ?? 0;
      }),
      'costs.dimension-does-not-change-the-timeline',
      'costs.timeline-parts-are-the-rows-of-the-breakdown',
      'costs.timeline-preset-is-its-range',
    ),
  },
  'costs.timeline-parts-are-the-rows-of-the-breakdown': {
    'a timeline with the names of two regions swapped': changed(
      `${timeline}?dimension=region`,
      'data_points[].parts[].value',
      (region) => ({ 'north-1': 'west-1', 'west-1': 'north-1' })[String(region)] ?? region,
    ),
  },
  'costs.summary-is-the-month-of-the-forecast': {
    'a summary that forecasts half of the costs': also(
      changed(summary, 'forecasted_monthly_costs', times(0.5)),
      'costs.potential-percentage-is-of-the-forecast',
    ),
  },
  'costs.summary-has-the-savings-of-the-overview': {
    'a summary that counts only available savings as potential': also(
      changed(summary, 'potential_savings', plusUnlessZero(-100)),
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
