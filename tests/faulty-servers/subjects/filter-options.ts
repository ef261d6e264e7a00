import { changed, changedData, ignores, requests, withQuery } from '../changes.js';
import { withFirstTwice } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const filterOptions = 'GET /providers/*/costs/filter-options';

export const filterOptionServers = onMock({
  'filter-options.values-are-distinct': {
    'a duplicate filter option': also(
      changed(filterOptions, 'services', withFirstTwice),
      'fields.values-are-in-bounds',
      'filter-options.are-sorted',
    ),
  },
  'filter-options.only-the-requested-dimension': {
    'filter options without virtual tag keys': changed(filterOptions, 'virtual_tag_keys', undefined),
    'filter options of every dimension': ignores(
      filterOptions,
      'dimension',
      (dimension) => dimension === 'service',
    ),
    'filter options without the requested tag values': changed(
      `${filterOptions}?dimension=tag_value`,
      'tag_values',
      undefined,
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
      'filter-options.are-sorted',
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
  'filter-options.are-the-groups-of-the-breakdown': {
    'filter options without the last account': changedData(filterOptions, (data) => data.accounts?.pop()),
    'no options for regions': changed(filterOptions, 'regions', (regions) => regions && []),
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
  'filter-options.tag-values-are-the-groups-of-the-breakdown': {
    'no options for the values of tags': changed(filterOptions, 'tag_values', (values) => values && []),
  },
  'filter-options.dimension-only-selects': {
    'fewer options without a dimension': changed(`${filterOptions}?!dimension`, 'regions', (regions) =>
      regions.slice(1),
    ),
  },
  'filter-options.are-sorted': {
    'filter options in descending order': changed(filterOptions, 'services', (services) =>
      services?.toReversed(),
    ),
  },
});
