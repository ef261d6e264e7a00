import { changed, ignores, queried, requests, withQuery } from '../changes.js';
import { withFirstTwice } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const filterOptions = 'GET /providers/*/costs/filter-options';
const breakdown = 'GET /providers/*/costs/breakdown';
const timeline = 'GET /providers/*/costs/timeline';

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

export const costServers = onMock({
  'costs.timeline-total-is-its-sum': {
    'a timeline total without the last day': also(
      changed(timeline, 'total', (usd, data) => usd - (data.data_points.at(-1)?.amount ?? 0)),
      'costs.timeline-and-breakdown-agree',
      'costs.dimension-does-not-change-the-timeline',
      'costs.timeline-preset-is-its-range',
    ),
  },
  'filter-options.values-are-distinct': {
    'a duplicate filter option': also(
      changed(filterOptions, 'services', withFirstTwice),
      'fields.values-are-in-bounds',
    ),
  },
  'filter-options.own-selection-is-left-out': {
    'a selection that removes the other options of its own dimension': changed(
      `${filterOptions}?service`,
      'services',
      (_, __, { query }) => query.getAll('service'),
    ),
  },
  'filter-options.selection-never-adds-options': {
    'a selection that adds options to another dimension': also(
      changed(`${filterOptions}?service`, 'regions', (regions) => [...regions, 'another-region']),
      'filter-options.selections-constrain-each-other',
    ),
  },
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
  'parameters.echo-matches-the-request': {
    'a timeline that ignores its cost basis': ignores(timeline, 'credits', (credits) => credits === 'before'),
    'the costs of provider_b for another provider': requests('GET /providers/*/costs/summary', (request) => ({
      ...request,
      path: request.path.replace('/provider_a/', '/provider_b/'),
    })),
  },
  'costs.breakdown-total-is-its-sum': {
    'a breakdown total without the largest row': also(
      changed(breakdown, 'total_period_cost', (usd, { items }, { query }) =>
        query.size === 0 ? usd : usd - (items[0]?.cost ?? 0),
      ),
      'costs.excluding-an-unknown-value-changes-nothing',
      'costs.breakdown-is-grouped-as-requested',
      'costs.breakdown-dates-add-up',
      'costs.filter-returns-the-cost-of-the-row',
      'costs.granularity-does-not-change-the-total',
      'costs.virtual-tags-split-the-total',
      'costs.breakdown-by-tag-holds-every-cost',
      'pagination.figures-are-of-all-pages',
      'costs.filters-combine-to-their-intersection',
    ),
  },
  'costs.breakdown-is-grouped-as-requested': {
    'the grouping of a breakdown is ignored': also(
      ignores(breakdown, 'group_by', (dimension) => ['account_id', 'region'].includes(dimension)),
      'costs.other-groups-are-null',
    ),
  },
  'costs.breakdown-is-grouped-by-each-dimension': {
    'a breakdown is grouped by the last group only': also(
      requests(breakdown, (request) =>
        request.query.getAll('group_by').length > 1
          ? withQuery(request, { group_by: request.query.getAll('group_by').at(-1) as string })
          : request,
      ),
      'costs.groups-add-up-to-each-other',
    ),
  },
  'costs.presets-end-today': {
    'thirty days that end yesterday': also(
      changed(`${breakdown}?preset=30D`, '', (data) => ({
        ...data,
        start_date: dayBefore(data.start_date),
        end_date: dayBefore(data.end_date),
      })),
      'costs.breakdown-preset-is-its-range',
      'costs.months-of-the-breakdown-are-the-sums-of-their-days',
    ),
    'six months from the same day of a month': also(
      changed(
        `${timeline}?preset=6M`,
        'start_date',
        (first, { end_date }) => `${first.slice(0, 8)}${end_date.slice(8)}`,
      ),
      'costs.months-of-the-timeline-are-the-sums-of-their-days',
      'costs.timeline-preset-is-its-range',
    ),
  },
  'costs.previous-cost-is-that-of-the-range-before': {
    'the range before is a day longer': also(
      changed(breakdown, 'items[].previous_cost', (usd) => usd && usd * 1.03),
      'costs.change-follows-from-costs',
    ),
  },
  'costs.summary-compares-the-same-days': {
    'the running month is compared with the whole month before': changed(
      'GET /providers/*/costs/summary',
      'monthly_spending_percentage',
      (percentage) => percentage && (percentage + 100) / 2 - 100,
    ),
  },
  'costs.breakdown-by-tag-holds-every-cost': {
    'costs without the tag are in no row': also(
      changed(`${breakdown}?group_by=tag`, 'total_period_cost', (usd) => usd / 2),
      'costs.breakdown-dates-add-up',
      'costs.breakdown-total-is-its-sum',
    ),
  },
  'costs.breakdown-filter-returns-only-matches': {
    'the filter of a breakdown is ignored': also(
      queried(breakdown, { service: null }),
      'costs.unknown-value-selects-nothing',
      'costs.filter-returns-the-cost-of-the-row',
      'costs.filters-combine-to-their-intersection',
    ),
  },
  'costs.breakdown-is-sorted-as-requested': {
    'a breakdown in descending order for sort_order=asc': also(
      queried(`${breakdown}?sort_order=asc`, { sort_order: null }),
      'costs.breakdown-is-sorted-by-a-date',
      'costs.breakdown-is-sorted-by-its-groups',
      'costs.breakdown-is-sorted-by-the-column',
    ),
  },
});
