import { all, changed, ignores, queried, requests, withQuery } from '../changes.js';
import { also, type Change, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const breakdown = 'GET /providers/*/costs/breakdown';
const timeline = 'GET /providers/*/costs/timeline';
const filterOptions = 'GET /providers/*/costs/filter-options';

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Swaps the first two entries of a series, which leaves its sum. */
function swapFirstTwo(series: any[], field: string) {
  const [first, second] = series;
  if (second !== undefined) [first[field], second[field]] = [second[field], first[field]];
}

/** Leaves out the first day of an explicit range, and names the requested one. */
const withoutFirstDay = (read: typeof breakdown | typeof timeline): Change =>
  all(
    requests(`${read}?start&end&granularity=monthly`, (request) =>
      withQuery(request, { start: dayAfter(String(request.query.get('start'))) }),
    ),
    changed(`${read}?start&end`, 'start_date', (_, __, { query }) => query.get('start')),
  );

/** Servers on which a parameter of costs has no effect, or another one than in other reads. */
export const costSelectionServers = onMock({
  'costs.filters-combine-to-their-intersection': {
    'a region that is ignored beside a service': queried(`${breakdown}?service&region`, { region: null }),
  },
  'costs.unknown-value-selects-nothing': {
    'a platform that is ignored': ignores(breakdown, 'platform'),
    'an environment that is ignored': ignores(breakdown, 'environment'),
  },
  'costs.excluding-an-unknown-value-changes-nothing': {
    'a breakdown that takes an excluded charge type for an included one': ignores(
      breakdown,
      'charge_type_mode',
      (mode) => mode === 'exclude',
    ),
  },
  'filter-options.unknown-value-selects-nothing': {
    'filter options that ignore a selected tag key': ignores(filterOptions, 'tag_key'),
  },
  'filter-options.excluding-an-unknown-value-changes-nothing': {
    'filter options that take an excluded usage type for an included one': ignores(
      filterOptions,
      'usage_type_mode',
      (mode) => mode === 'exclude',
    ),
  },
  'costs.groups-add-up-to-each-other': {
    'costs of one service in the row of another one, with two groups': also(
      dataOf(breakdown, ({ items }, { query }) => {
        if (query.getAll('group_by').length < 2) return;
        const [one, other] = [items[0], items.find(({ service }: any) => service !== items[0]?.service)];
        if (other === undefined) return;
        for (const name of ['service', 'cost', 'spendings_by_date', 'previous_cost', 'change_percentage']) {
          if (name !== 'service') [one[name], other[name]] = [other[name], one[name]];
        }
      }),
      'costs.breakdown-is-sorted-as-requested',
      'costs.filters-combine-to-their-intersection',
    ),
  },
  'costs.breakdown-is-sorted-by-the-column': {
    'a breakdown that is never sorted by service': ignores(
      breakdown,
      'sort_by',
      (column) => column === 'service',
    ),
  },
  'costs.breakdown-is-sorted-by-its-groups': {
    'a breakdown that is never sorted by region': also(
      ignores(breakdown, 'sort_by', (column) => column === 'region'),
      'costs.breakdown-is-sorted-by-the-column',
    ),
  },
  'costs.breakdown-is-sorted-by-a-date': {
    'the date to sort by is ignored': also(
      ignores(breakdown, 'sort_by_date'),
      'parameters.malformed-date-is-refused',
      'parameters.impossible-date-is-refused',
    ),
    'a date to sort by whose order is always descending': queried(
      `${breakdown}?sort_by_date&sort_order=asc`,
      {
        sort_order: null,
      },
    ),
  },
  'costs.breakdown-preset-is-its-range': {
    'a breakdown of explicit days without the first one': also(
      withoutFirstDay(breakdown),
      'costs.months-of-the-breakdown-are-the-sums-of-their-days',
    ),
  },
  'costs.timeline-preset-is-its-range': {
    'a timeline of explicit days without the first one': also(
      withoutFirstDay(timeline),
      'costs.months-of-the-timeline-are-the-sums-of-their-days',
    ),
  },
  'costs.months-of-the-breakdown-are-the-sums-of-their-days': {
    'a breakdown with the costs of two months swapped': dataOf(breakdown, (data, { query }) => {
      if (query.get('granularity') !== 'monthly') return;
      for (const { spendings_by_date } of data.items) swapFirstTwo(spendings_by_date, 'value');
      swapFirstTwo(data.totals_by_date, 'value');
    }),
  },
  'costs.months-of-the-timeline-are-the-sums-of-their-days': {
    'a timeline with the costs of two months swapped': dataOf(timeline, (data, { query }) => {
      if (query.get('granularity') === 'monthly') swapFirstTwo(data.data_points, 'amount');
    }),
  },
  'costs.timeline-parts-are-the-rows-of-the-breakdown': {
    'a timeline with the names of two regions swapped': changed(
      `${timeline}?dimension=region`,
      'data_points[].parts[].value',
      (region) => ({ 'north-1': 'west-1', 'west-1': 'north-1' })[String(region)] ?? region,
    ),
  },
  'filter-options.selections-constrain-each-other': {
    'filter options that ignore selections in other dimensions': also(
      requests(filterOptions, (request) => {
        const own = request.query.get('dimension');
        const others = ['service', 'account_id', 'region'].filter((name) => name !== own);
        return withQuery(request, Object.fromEntries(others.map((name) => [name, null])));
      }),
      'filter-options.unknown-value-selects-nothing',
    ),
  },
});
