import type { Handler, TestRequest } from '../support/serve.js';
import { answers, type Defect, matches, requests, successes, withQuery } from './defect.js';

const where = 'GET /commitments' as const;

const pages = (change: (pagination: any, data: any, request: TestRequest) => void): Defect['wrap'] =>
  successes(where, ({ data }, request) => change(data.pagination, data, request));

/** Changes a page by what stands on another one. */
const beside =
  (change: (data: any, read: (page: number) => Promise<any>, request: TestRequest) => Promise<void>) =>
  (right: Handler): Handler =>
  async (request) => {
    const answer = await right(request);
    if (!matches(where, request) || answer.status >= 300) return answer;
    const body = JSON.parse(answer.body);
    const read = async (page: number) =>
      JSON.parse((await right(withQuery(request, (query) => query.set('page', String(page))))).body).data;
    await change(body.data, read, request);
    return { ...answer, body: JSON.stringify(body) };
  };

export const paginationDefects: readonly Defect[] = [
  {
    name: 'a list without pagination',
    kills: 'pagination.list-has-items-and-pagination',
    also: ['fields.all-are-present'],
    wrap: successes(where, ({ data }) => {
      delete data.pagination;
    }),
  },
  {
    name: 'counts as strings',
    kills: 'pagination.numbers-are-integers',
    also: ['fields.types-are-exact'],
    wrap: pages((pagination) => {
      pagination.total_items = String(pagination.total_items);
    }),
  },
  {
    name: 'flags as 0 and 1',
    kills: 'pagination.flags-are-booleans',
    also: ['fields.types-are-exact'],
    wrap: pages((pagination) => {
      pagination.has_next = pagination.has_next ? 1 : 0;
    }),
  },
  {
    name: 'total_pages rounded down',
    kills: 'pagination.total-pages-follows-from-items',
    also: [
      'pagination.has-next-is-true-before-the-last',
      'pagination.pages-hold-every-item',
      'pagination.last-page-has-no-next',
    ],
    wrap: pages((pagination) => {
      pagination.total_pages = Math.floor(pagination.total_items / pagination.page_size);
    }),
  },
  {
    name: 'total_pages counts from zero',
    kills: 'pagination.total-pages-follows-from-items',
    also: [
      'pagination.one-page-can-hold-all',
      'fields.values-are-in-bounds',
      'pagination.numbers-are-integers',
      'pagination.empty-list-has-no-page',
      'pagination.has-next-is-true-before-the-last',
      'pagination.pages-hold-every-item',
      'pagination.last-page-has-no-next',
    ],
    wrap: pages((pagination) => {
      pagination.total_pages -= 1;
    }),
  },
  {
    name: 'one page too many where the last is full',
    kills: 'pagination.one-page-can-hold-all',
    also: [
      'pagination.empty-list-has-no-page',
      'pagination.total-pages-follows-from-items',
      'pagination.has-next-is-true-before-the-last',
    ],
    wrap: pages((pagination) => {
      if (pagination.total_items % pagination.page_size === 0) pagination.total_pages += 1;
    }),
  },
  {
    name: 'one page of an empty list',
    kills: 'pagination.empty-list-has-no-page',
    wrap: pages((pagination) => {
      pagination.total_pages ||= 1;
    }),
  },
  {
    name: 'total_items counts the page only',
    kills: 'pagination.totals-are-the-same-on-every-page',
    also: [
      'pagination.one-page-can-hold-all',
      'filters.hold-on-every-page',
      'pagination.total-pages-follows-from-items',
      'pagination.empty-list-has-no-page',
      'pagination.page-is-full',
      'pagination.pages-hold-every-item',
      'filters.provider-leaves-none-out',
      'filters.kind-leaves-none-out',
      'filters.status-leaves-none-out',
    ],
    wrap: pages((pagination, { items }) => {
      pagination.total_items = items.length;
    }),
  },
  {
    name: 'one item too many on a page',
    kills: 'pagination.page-is-not-overfull',
    also: [
      'pagination.page-is-full',
      'pagination.pages-do-not-overlap',
      'pagination.pages-hold-every-item',
      'pagination.order-is-the-same-at-every-size',
    ],
    wrap: beside(async (data, read) => {
      if (!data.pagination.has_next) return;
      data.items.push((await read(data.pagination.current_page + 1)).items[0]);
    }),
  },
  {
    name: 'one item too few on a page',
    kills: 'pagination.page-is-full',
    also: ['pagination.pages-hold-every-item', 'pagination.order-is-the-same-at-every-size'],
    wrap: pages((pagination, data) => {
      if (pagination.has_next) data.items.pop();
    }),
  },
  {
    name: 'has_next always true',
    kills: 'pagination.last-page-has-no-next',
    also: [
      'pagination.one-page-can-hold-all',
      'pagination.beyond-the-last-page-is-honest',
      'pagination.has-next-is-true-before-the-last',
    ],
    wrap: pages((pagination) => {
      pagination.has_next = true;
    }),
  },
  {
    name: 'has_next never true',
    kills: 'pagination.has-next-is-true-before-the-last',
    wrap: pages((pagination) => {
      pagination.has_next = false;
    }),
  },
  {
    name: 'has_next while the page is full',
    kills: 'pagination.has-next-is-true-before-the-last',
    also: ['pagination.one-page-can-hold-all'],
    wrap: pages((pagination, { items }) => {
      pagination.has_next = items.length === pagination.page_size;
    }),
  },
  {
    name: 'has_previous true on the first page',
    kills: 'pagination.has-previous-is-true-after-the-first',
    wrap: pages((pagination) => {
      pagination.has_previous = true;
    }),
  },
  {
    name: 'pages counted from zero',
    kills: 'pagination.starts-at-the-first-page',
    also: [
      'pagination.page-is-honoured',
      'pagination.pages-hold-every-item',
      'pagination.order-is-the-same-at-every-size',
      'pagination.beyond-the-last-page-is-empty',
    ],
    wrap: (right) => async (request) => {
      const page = request.query.get('page');
      if (!matches(where, request) || page === null || !/^[1-9]\d*$/.test(page)) return right(request);
      const answer = await right(withQuery(request, (query) => query.set('page', String(Number(page) + 1))));
      return answer;
    },
  },
  {
    name: 'page is ignored',
    kills: 'pagination.page-is-honoured',
    also: [
      'parameters.non-integer-is-refused',
      'parameters.out-of-bounds-is-refused',
      'pagination.pages-do-not-overlap',
      'pagination.pages-hold-every-item',
      'pagination.order-is-the-same-at-every-size',
      'pagination.last-page-has-no-next',
      'pagination.beyond-the-last-page-is-empty',
    ],
    wrap: requests(where, (request) => withQuery(request, (query) => query.delete('page'))),
  },
  {
    name: 'page_size is ignored',
    kills: 'pagination.page-size-is-honoured',
    also: ['parameters.non-integer-is-refused', 'parameters.out-of-bounds-is-refused'],
    wrap: requests(where, (request) => withQuery(request, (query) => query.delete('page_size'))),
  },
  {
    name: 'the last item of a page again on the next',
    kills: 'pagination.pages-do-not-overlap',
    also: ['pagination.order-is-the-same-at-every-size'],
    wrap: beside(async (data, read) => {
      const { current_page, total_pages } = data.pagination;
      if (current_page < 2 || current_page > total_pages) return;
      data.items[0] = (await read(current_page - 1)).items.at(-1);
    }),
  },
  {
    name: 'the last page is never reached',
    kills: 'pagination.pages-hold-every-item',
    also: ['pagination.page-is-full'],
    wrap: pages(({ current_page, total_pages }, data) => {
      if (current_page === total_pages && total_pages > 1) data.items = [];
    }),
  },
  {
    name: 'another order at another page size',
    kills: 'pagination.order-is-the-same-at-every-size',
    wrap: pages((_, data, { query }) => {
      if (query.has('page_size')) data.items.reverse();
    }),
  },
  {
    name: 'an order that changes by itself',
    kills: 'pagination.order-is-stable',
    wrap: (right) => {
      const asked = new Map<string, number>();
      return async (request) => {
        const answer = await right(request);
        if (!matches(where, request) || answer.status >= 300) return answer;
        const times = (asked.get(String(request.query)) ?? 0) + 1;
        asked.set(String(request.query), times);
        if (times % 2 === 1) return answer;
        const body = JSON.parse(answer.body);
        body.data.items.reverse();
        return { ...answer, body: JSON.stringify(body) };
      };
    },
  },
  {
    name: 'a page beyond the last holds the last items',
    kills: 'pagination.beyond-the-last-page-is-honest',
    also: ['pagination.page-is-full', 'pagination.beyond-the-last-page-is-empty'],
    wrap: beside(async (data, read) => {
      const { current_page, total_pages } = data.pagination;
      if (current_page > total_pages && total_pages > 0) data.items = (await read(total_pages)).items;
    }),
  },
  {
    name: '404 beyond the last page',
    kills: 'pagination.beyond-the-last-page-is-empty',
    also: [
      'errors.status-is-documented',
      'parameters.allowed-values-are-accepted',
      'filters.no-match-is-an-empty-list',
    ],
    wrap: answers(where, (answer) => {
      if (answer.status >= 300) return answer;
      const body = JSON.parse(answer.body);
      if (body.data.pagination.current_page <= body.data.pagination.total_pages) return answer;
      const error = { code: 'NOT_FOUND', message: 'No such page', details: null };
      return {
        ...answer,
        status: 404,
        body: JSON.stringify({ success: false, timestamp: body.timestamp, error }),
      };
    }),
  },
];
