import { type Defect, dataOf, ignored, onMock, requests, withQuery } from '../defect.js';

const filterOptions = 'GET /providers/*/costs/filter-options' as const;

const breakdown = 'GET /providers/*/costs/breakdown' as const;
const timeline = 'GET /providers/*/costs/timeline' as const;

export const costDefects: readonly Defect[] = onMock([
  {
    name: 'a timeline whose total misses a day',
    kills: 'costs.timeline-total-is-its-sum',
    also: ['costs.timeline-and-breakdown-agree'],
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
  {
    name: 'days of the timeline where months were asked for',
    kills: 'costs.timeline-tells-each-period-once',
    also: ['parameters.answer-tells-what-was-asked'],
    wrap: ignored(timeline, 'granularity', 'monthly'),
  },
  {
    name: 'days of the breakdown where months were asked for',
    kills: 'costs.breakdown-tells-each-period-once',
    also: ['parameters.answer-tells-what-was-asked'],
    wrap: ignored(breakdown, 'granularity', 'monthly'),
  },
  {
    name: 'the costs of provider_b for another provider',
    kills: 'parameters.answer-tells-what-was-asked',
    wrap: requests('GET /providers/*/costs/summary', (request) => ({
      ...request,
      path: request.path.replace('/provider_a/', '/provider_b/'),
    })),
  },
  {
    name: 'a breakdown whose total misses the largest row',
    kills: 'costs.breakdown-total-is-its-sum',
    also: ['costs.breakdown-dates-add-up', 'costs.breakdown-is-grouped-as-asked'],
    wrap: dataOf(breakdown, (found, { query }) => {
      if (query.size === 0) return;
      found.total_period_cost -= found.items[0]?.cost ?? 0;
    }),
  },
  {
    name: 'the grouping of a breakdown is ignored',
    kills: 'costs.breakdown-is-grouped-as-asked',
    wrap: ignored(breakdown, 'group_by', 'account_id', 'region'),
  },
  {
    name: 'the filter of a breakdown is ignored',
    kills: 'costs.breakdown-filter-keeps-only-its-own',
    wrap: requests(breakdown, (request) => withQuery(request, (query) => query.delete('service'))),
  },
  {
    name: 'a breakdown sorted the other way round',
    kills: 'costs.breakdown-is-sorted-as-asked',
    wrap: ignored(breakdown, 'sort_order', 'asc'),
  },
]);
