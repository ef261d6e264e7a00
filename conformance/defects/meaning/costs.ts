import { type Defect, dataOf, onMock } from '../defect.js';

const filterOptions = 'GET /providers/*/costs/filter-options' as const;

export const costDefects: readonly Defect[] = onMock([
  {
    name: 'a timeline whose total misses a day',
    kills: 'costs.timeline-total-is-its-sum',
    wrap: dataOf('GET /providers/*/costs/timeline', (timeline) => {
      timeline.total -= timeline.data_points.at(-1)?.amount ?? 0;
    }),
  },
  {
    name: 'a filter option listed twice',
    kills: 'filter-options.values-are-distinct',
    also: ['fields.values-are-in-bounds'],
    wrap: dataOf(filterOptions, ({ services }) => {
      if (services?.length > 0) services.push(services[0]);
    }),
  },
  {
    name: 'a selection takes away the other options of its own dimension',
    kills: 'filter-options.own-selection-is-left-out',
    wrap: dataOf(filterOptions, (found, { query }) => {
      if (query.has('service')) found.services = query.getAll('service');
    }),
  },
  {
    name: 'a selection adds options to another dimension',
    kills: 'filter-options.selection-never-adds-options',
    wrap: dataOf(filterOptions, ({ regions }, { query }) => {
      if (query.has('service')) regions?.push('another-region');
    }),
  },
]);
