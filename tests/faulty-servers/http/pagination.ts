import type { TestRequest } from '../../support/serve.js';
import { changed, ignores, matches, refuses, requests, withQuery } from '../changes.js';
import { plus } from '../edited.js';
import { also, type Change, onIndependent, onMock } from '../faulty-server.js';

const list = 'GET /commitments';

/** Changes the items of a page with the help of other pages. */
const withOtherPages =
  (change: (page: any, read: (page: number) => Promise<any>, request: TestRequest) => Promise<any>): Change =>
  (server) =>
  async (request) => {
    const response = await server(request);
    if (!matches(list, request) || response.status >= 300) return response;
    const body = JSON.parse(response.body);
    const read = async (page: number) =>
      JSON.parse((await server(withQuery(request, { page: String(page) }))).body).data.items;
    const items = await change(body.data, read, request);
    return { ...response, body: JSON.stringify({ ...body, data: { ...body.data, items } }) };
  };

const reversesEverySecondTime: Change = (server) => {
  const requested = new Map<string, number>();
  return changed(list, 'items', (items, _, { query }) => {
    const times = (requested.get(String(query)) ?? 0) + 1;
    requested.set(String(query), times);
    return times % 2 === 1 ? items : items.toReversed();
  })(server);
};

const independent = onIndependent({
  'pagination.list-has-items-and-pagination': {
    'a list without pagination': changed(list, 'pagination', undefined),
  },
  'pagination.numbers-are-integers': {
    'counts as strings': also(changed(list, 'pagination.total_items', String), 'fields.types-are-exact'),
  },
  'pagination.flags-are-booleans': {
    'flags as 0 and 1': also(changed(list, 'pagination.has_next', Number), 'fields.types-are-exact'),
  },
  'pagination.total-pages-follows-from-items': {
    'total_pages rounded down': also(
      changed(list, 'pagination.total_pages', (_, { pagination }) =>
        Math.floor(pagination.total_items / pagination.page_size),
      ),
      'pagination.has-next-is-true-before-the-last',
      'pagination.pages-hold-every-item',
      'pagination.last-page-has-no-next',
    ),
    'total_pages counts from zero': also(
      changed(list, 'pagination.total_pages', plus(-1)),
      'pagination.one-page-can-hold-all',
      'fields.values-are-in-bounds',
      'pagination.numbers-are-integers',
      'pagination.empty-list-has-no-page',
      'pagination.has-next-is-true-before-the-last',
      'pagination.pages-hold-every-item',
      'pagination.last-page-has-no-next',
    ),
  },
  'pagination.one-page-can-hold-all': {
    'an additional page if the last is full': also(
      changed(list, 'pagination.total_pages', (_, { pagination }) =>
        Math.floor(pagination.total_items / pagination.page_size + 1),
      ),
      'pagination.empty-list-has-no-page',
      'pagination.total-pages-follows-from-items',
      'pagination.has-next-is-true-before-the-last',
    ),
  },
  'pagination.empty-list-has-no-page': {
    'total_pages 1 for an empty list': changed(list, 'pagination.total_pages', (pages) => pages || 1),
  },
  'pagination.totals-are-the-same-on-every-page': {
    'total_items counts the items of the page only': also(
      changed(list, 'pagination.total_items', (_, { items }) => items.length),
      'pagination.empty-list-has-no-page',
    ),
  },
  'pagination.page-is-not-overfull': {
    'one item too many on a page': also(
      withOtherPages(async ({ items, pagination: { has_next, current_page } }, read) =>
        has_next ? [...items, (await read(current_page + 1))[0]] : items,
      ),
      'pagination.page-is-full',
      'pagination.pages-do-not-overlap',
      'pagination.pages-hold-every-item',
      'pagination.order-is-the-same-at-every-size',
    ),
  },
  'pagination.page-is-full': {
    'one item too few on a page': also(
      changed(list, 'items', (items, { pagination }) => (pagination.has_next ? items.slice(0, -1) : items)),
      'pagination.pages-hold-every-item',
      'pagination.order-is-the-same-at-every-size',
    ),
  },
  'pagination.last-page-has-no-next': {
    'has_next always true': also(
      changed(list, 'pagination.has_next', true),
      'pagination.has-next-is-true-before-the-last',
    ),
  },
  'pagination.has-next-is-true-before-the-last': {
    'has_next never true': changed(list, 'pagination.has_next', false),
    'has_next true on every full page': changed(
      list,
      'pagination.has_next',
      (_, { items, pagination }) => items.length === pagination.page_size,
    ),
  },
  'pagination.has-previous-is-true-after-the-first': {
    'has_previous true on the first page': changed(list, 'pagination.has_previous', true),
  },
  'pagination.starts-at-the-first-page': {
    'pages counted from zero': also(
      requests(list, (request) => {
        const page = request.query.get('page') ?? '';
        return /^[1-9]\d*$/.test(page) ? withQuery(request, { page: String(Number(page) + 1) }) : request;
      }),
      'pagination.page-is-honoured',
      'pagination.beyond-the-last-page-is-empty',
    ),
  },
  'pagination.page-is-honoured': {
    'page is ignored': also(
      ignores(list, 'page'),
      'parameters.non-integer-is-refused',
      'parameters.out-of-bounds-is-refused',
      'pagination.pages-do-not-overlap',
      'pagination.pages-hold-every-item',
      'pagination.order-is-the-same-at-every-size',
      'pagination.last-page-has-no-next',
      'pagination.beyond-the-last-page-is-empty',
    ),
  },
  'pagination.page-size-is-honoured': {
    'page_size is ignored': also(
      ignores(list, 'page_size'),
      'parameters.non-integer-is-refused',
      'parameters.out-of-bounds-is-refused',
    ),
  },
  'pagination.pages-do-not-overlap': {
    'the last item of a page repeated on the next': also(
      withOtherPages(async ({ items, pagination: { current_page, total_pages } }, read) =>
        current_page < 2 || current_page > total_pages
          ? items
          : [(await read(current_page - 1)).at(-1), ...items.slice(1)],
      ),
      'pagination.order-is-the-same-at-every-size',
    ),
  },
  'pagination.pages-hold-every-item': {
    'an empty last page': also(
      changed(list, 'items', (items, { pagination: { current_page, total_pages } }) =>
        current_page === total_pages && total_pages > 1 ? [] : items,
      ),
      'pagination.page-is-full',
    ),
  },
  'pagination.order-is-the-same-at-every-size': {
    'an order that depends on page_size': changed(`${list}?page_size`, 'items', (items) =>
      items.toReversed(),
    ),
  },
  'pagination.order-is-stable': { 'an order that changes between requests': reversesEverySecondTime },
  'pagination.beyond-the-last-page-is-honest': {
    'a page beyond the last contains items': also(
      withOtherPages(async ({ items, pagination: { current_page, total_pages } }, read) =>
        current_page > total_pages && total_pages > 0 ? read(total_pages) : items,
      ),
      'pagination.page-is-full',
      'pagination.beyond-the-last-page-is-empty',
    ),
  },
  'pagination.beyond-the-last-page-is-empty': {
    '404 beyond the last page': also(
      refuses(list, 404, (_, { status, body }) => {
        if (status >= 300) return false;
        const { current_page, total_pages } = JSON.parse(body).data.pagination;
        return current_page > total_pages;
      }),
      'errors.status-is-documented',
      'parameters.allowed-values-are-accepted',
      'filters.no-match-is-an-empty-list',
    ),
  },
});

const mock = onMock({
  'pagination.figures-are-of-all-pages': {
    'total savings of the recommendations on the page': changed(
      'GET /providers/*/recommendations',
      'total_savings',
      (_, { items }) => items.reduce((sum: number, row: any) => sum + row.monthly_savings, 0),
    ),
  },
});

export const paginationServers = [...independent, ...mock];
