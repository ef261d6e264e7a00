import { changed, ignores, queried, refuses } from '../changes.js';
import { also, onIndependent } from '../faulty-server.js';

const list = 'GET /commitments';

/** Removes the last item of the list from its page and from the totals. */
function withoutLastItem({ items, pagination }: any) {
  const total_items = pagination.total_items - 1;
  const total_pages = Math.ceil(total_items / pagination.page_size);
  return {
    items: pagination.has_next ? items : items.slice(0, -1),
    pagination: { ...pagination, total_items, total_pages, has_next: pagination.current_page < total_pages },
  };
}

const omitsAnItem = (filter: 'provider' | 'kind' | 'status') =>
  changed(`${list}?${filter}`, '', (data, _, { query }) =>
    data.pagination.total_items < 2 || query.size > 1 ? data : withoutLastItem(data),
  );

export const filterServers = onIndependent({
  'filters.provider-returns-only-matches': {
    'the provider filter is ignored': ignores(list, 'provider'),
  },
  'filters.kind-returns-only-matches': {
    'the kind filter is ignored': also(ignores(list, 'kind'), 'parameters.value-outside-set-is-refused'),
  },
  'filters.status-returns-only-matches': {
    'the status filter is ignored': also(
      ignores(list, 'status'),
      'filters.combine-to-their-intersection',
      'filters.unknown-value-matches-nothing',
    ),
  },
  'filters.provider-leaves-none-out': { 'the provider filter omits an item': omitsAnItem('provider') },
  'filters.kind-leaves-none-out': {
    'the kind filter omits an item': also(omitsAnItem('kind'), 'filters.hold-on-every-page'),
  },
  'filters.status-leaves-none-out': { 'the status filter omits an item': omitsAnItem('status') },
  'filters.no-match-is-an-empty-list': {
    '404 if no commitment matches a filter': also(
      refuses(
        list,
        404,
        (_, { status, body }) => status < 300 && JSON.parse(body).data.pagination.total_items === 0,
      ),
      'errors.status-is-documented',
      'parameters.allowed-values-are-accepted',
    ),
  },
  'filters.combine-to-their-intersection': {
    'kind is ignored if status is present': queried(`${list}?kind&status`, { kind: null }),
  },
  'filters.hold-on-every-page': {
    'filters are ignored on page 2': queried(`${list}?page=2`, {
      provider: null,
      kind: null,
      status: null,
    }),
  },
  'filters.unknown-value-matches-nothing': {
    'an unknown provider is ignored': ignores(
      list,
      'provider',
      (provider) => !provider.startsWith('provider_'),
    ),
  },
});
