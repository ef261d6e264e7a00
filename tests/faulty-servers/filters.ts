import { answers, type Defect, refusal, requests, successes, withQuery } from './defect.js';

const where = 'GET /commitments' as const;

export const filterDefects: readonly Defect[] = [
  ...(
    [
      ['provider', ['filters.unknown-value-matches-nothing']],
      [
        'kind',
        [
          'filters.combine-to-their-intersection',
          'filters.no-match-is-an-empty-list',
          'parameters.value-outside-set-is-refused',
        ],
      ],
      ['status', ['filters.combine-to-their-intersection', 'filters.unknown-value-matches-nothing']],
    ] as const
  ).map(
    ([filter, also]): Defect => ({
      name: `the ${filter} filter is ignored`,
      kills: `filters.${filter}-keeps-only-its-own`,
      also: [`filters.${filter}-leaves-none-out`, ...also],
      wrap: requests(where, (request) => withQuery(request, (query) => query.delete(filter))),
    }),
  ),
  ...['provider', 'kind', 'status'].map(
    (filter): Defect => ({
      name: `the ${filter} filter loses a row`,
      kills: `filters.${filter}-leaves-none-out`,
      ...(filter === 'kind' ? { also: ['filters.hold-on-every-page'] } : {}),
      wrap: successes(where, ({ data }, { query }) => {
        if (!query.has(filter) || data.pagination.total_items < 2 || query.size > 1) return;
        if (!data.pagination.has_next) data.items.pop();
        data.pagination.total_items -= 1;
        data.pagination.total_pages = Math.ceil(data.pagination.total_items / data.pagination.page_size);
        data.pagination.has_next = data.pagination.current_page < data.pagination.total_pages;
      }),
    }),
  ),
  {
    name: '404 where no commitment matches',
    kills: 'filters.no-match-is-an-empty-list',
    also: ['errors.status-is-documented', 'parameters.allowed-values-are-accepted'],
    wrap: answers(where, (answer) =>
      answer.status < 300 && JSON.parse(answer.body).data.pagination.total_items === 0
        ? refusal(404, 'NOT_FOUND')
        : answer,
    ),
  },
  {
    name: 'of two filters only the first counts',
    kills: 'filters.combine-to-their-intersection',
    wrap: requests(where, (request) =>
      request.query.has('kind') && request.query.has('status')
        ? withQuery(request, (query) => query.delete('kind'))
        : request,
    ),
  },
  {
    name: 'a filter is forgotten on page 2',
    kills: 'filters.hold-on-every-page',
    wrap: requests(where, (request) =>
      Number(request.query.get('page')) > 1
        ? withQuery(request, (query) => {
            for (const filter of ['provider', 'kind', 'status']) query.delete(filter);
          })
        : request,
    ),
  },
  {
    name: 'a provider that is not known is ignored',
    kills: 'filters.unknown-value-matches-nothing',
    wrap: requests(where, (request) =>
      request.query.get('provider')?.startsWith('provider_') === false
        ? withQuery(request, (query) => query.delete('provider'))
        : request,
    ),
  },
];
