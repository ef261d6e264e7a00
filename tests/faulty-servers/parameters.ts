import { answers, type Defect, matches, refusal, requests, type Where, withQuery } from './defect.js';

/** Drops a parameter whose value is wrong, as a server does that falls back to its default. */
const ignores = (where: Where, name: string, wrong: (value: string) => boolean): Defect['wrap'] =>
  requests(where, (request) => {
    const value = request.query.get(name);
    return value !== null && wrong(value) ? withQuery(request, (query) => query.delete(name)) : request;
  });

const refuses = (where: Where, name: string, value: string): Defect['wrap'] =>
  answers(where, (answer, { query }) =>
    query.get(name) === value && answer.status < 300 ? refusal(422, 'VALIDATION_ERROR') : answer,
  );

/** Another default than the documented one. */
const defaults = (where: Where, name: string, value: string): Defect['wrap'] =>
  requests(where, (request) =>
    request.query.has(name) ? request : withQuery(request, (query) => query.set(name, value)),
  );

const nonsense = (value: string) => /^(no-such-value|yesterday|last-month|many)$/.test(value);

export const parameterDefects: readonly Defect[] = [
  {
    name: 'basis=list is refused',
    kills: 'parameters.allowed-values-are-accepted',
    wrap: refuses('GET /commitments/portfolio', 'basis', 'list'),
  },
  {
    name: 'state=queued-deleted is refused',
    kills: 'parameters.allowed-values-are-accepted',
    wrap: refuses('GET /commitments/inventory', 'state', 'queued-deleted'),
  },
  {
    name: 'granularity=monthly is refused',
    kills: 'parameters.allowed-values-are-accepted',
    wrap: refuses('GET /commitments/utilization', 'granularity', 'monthly'),
  },
  {
    name: 'utilization of savings plans by default',
    kills: 'parameters.default-is-as-documented',
    wrap: defaults('GET /commitments/utilization', 'type', 'sp'),
  },
  {
    name: 'all spend by default, not the eligible',
    kills: 'parameters.default-is-as-documented',
    also: ['savings-rate.scope-is-as-asked'],
    wrap: defaults('GET /commitments/esr', 'scope', 'all'),
  },
  {
    name: 'the overview of provider_b by default',
    kills: 'parameters.default-is-as-documented',
    wrap: defaults('GET /commitments/overview', 'provider', 'provider_b'),
  },
  {
    name: 'an instrument by default',
    kills: 'parameters.missing-required-is-refused',
    wrap: defaults('GET /commitments/inventory', 'instrument', 'ri'),
  },
  ...(
    [
      ['kind', 'GET /commitments', []],
      ['commitment_type', 'GET /commitments/overview', []],
      ['state', 'GET /commitments/inventory', ['commitments.state-filter-keeps-only-its-own']],
      ['type', 'GET /commitments/utilization', []],
      ['scope', 'GET /commitments/esr', ['savings-rate.scope-is-as-asked']],
      ['basis', 'GET /commitments/portfolio', []],
      ['commitment_type', 'GET /commitments/recommendations', []],
    ] as const
  ).map(
    ([name, where, also]): Defect => ({
      name: `a wrong ${name} is ignored by ${where}`,
      kills: 'parameters.value-outside-set-is-refused',
      also,
      wrap: ignores(where, name, nonsense),
    }),
  ),
  ...(['start', 'end'] as const).map(
    (name): Defect => ({
      name: `a ${name} that is no date is ignored`,
      kills: 'parameters.malformed-date-is-refused',
      wrap: ignores('GET /commitments/utilization', name, nonsense),
    }),
  ),
  {
    name: 'a period that is no month is ignored',
    kills: 'parameters.malformed-date-is-refused',
    wrap: ignores('GET /commitments/esr', 'period', nonsense),
  },
  {
    name: 'a quantity that is no number is ignored',
    kills: 'parameters.non-number-is-refused',
    wrap: ignores('GET /commitments/renewal-options/*', 'quantity', nonsense),
  },
  {
    name: 'a page that is no number is page 1',
    kills: 'parameters.non-integer-is-refused',
    wrap: ignores('GET /commitments', 'page', nonsense),
  },
  {
    name: 'page 0 is page 1',
    kills: 'parameters.out-of-bounds-is-refused',
    wrap: ignores('GET /commitments', 'page', (value) => value === '0'),
  },
  {
    name: '400 for a wrong kind',
    kills: 'parameters.wrong-value-is-422',
    wrap: answers('GET /commitments', (answer, { query }) =>
      answer.status === 422 && query.get('kind') === 'no-such-value' ? refusal(400, 'BAD_REQUEST') : answer,
    ),
  },
  {
    name: 'an audit id that is a word is taken for one',
    kills: 'parameters.audit-id-is-an-integer',
    also: ['audits.audit-is-the-one-asked-for'],
    wrap: (right) => {
      let known = '';
      return (request) => {
        if (!matches('GET /recommendations/audit/realized/*', request)) return right(request);
        if (/\/\d+$/.test(request.path)) known ||= request.path;
        return right(request.path.endsWith('twelve') ? { ...request, path: known } : request);
      };
    },
  },
  {
    name: 'an unknown parameter is refused',
    kills: 'parameters.unknown-one-is-ignored',
    also: ['errors.status-is-documented'],
    wrap: (right) => async (request) =>
      matches('GET /providers', request) &&
      request.query.has('no_such_parameter') &&
      request.headers.authorization
        ? refusal(422, 'VALIDATION_ERROR')
        : right(request),
  },
  {
    name: 'a range that ends before it starts is turned round',
    kills: 'parameters.reversed-range-is-refused',
    also: ['utilization.days-lie-in-the-window'],
    base: 'mock',
    wrap: requests('GET /commitments/utilization', (request) => {
      const [start, end] = [request.query.get('start'), request.query.get('end')];
      if (start === null || end === null || start <= end) return request;
      return withQuery(request, (query) => {
        query.set('start', end);
        query.set('end', start);
      });
    }),
  },
  {
    name: 'the 30th of February is the 2nd of March',
    kills: 'parameters.impossible-date-is-refused',
    wrap: requests('GET /commitments/utilization', (request) =>
      withQuery(request, (query) => {
        for (const name of ['start', 'end']) {
          if (query.get(name) === '2026-02-30') query.set(name, '2026-03-02');
        }
      }),
    ),
  },
];
