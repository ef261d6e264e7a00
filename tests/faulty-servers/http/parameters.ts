import { changed, ignores, queried, refuses, requests, type Where, withQuery } from '../changes.js';
import { also, type Change, onIndependent, onMock } from '../faulty-server.js';

const utilization = 'GET /commitments/utilization';

const isInvalid = (value: string) => /^(no-such-value|yesterday|last-month|many)$/.test(value);

/** Ignores an invalid value, like a server that falls back to its default. */
const ignoresInvalid = (where: Where, name: string): Change => ignores(where, name, isInvalid);

const acceptsTextAsAuditId: Change = (server) => {
  let known = '';
  return requests('GET /recommendations/audit/realized/*', (request) => {
    if (/\/\d+$/.test(request.path)) known ||= request.path;
    return request.path.endsWith('twelve') ? { ...request, path: known } : request;
  })(server);
};

const reversesRanges = requests(`${utilization}?start&end`, (request) => {
  const [start = '', end = ''] = [request.query.get('start') ?? '', request.query.get('end') ?? ''];
  return start > end ? withQuery(request, { start: end, end: start }) : request;
});

const normalizesDates = requests(utilization, (request) => {
  const query = new URLSearchParams(String(request.query).replaceAll('2026-02-30', '2026-03-02'));
  return { ...request, query };
});

const independent = onIndependent({
  'parameters.allowed-values-are-accepted': {
    'basis=list is refused': refuses('GET /commitments/portfolio?basis=list', 422, 'success'),
    'state=queued-deleted is refused': refuses(
      'GET /commitments/inventory?state=queued-deleted',
      422,
      'success',
    ),
    'granularity=monthly is refused': refuses(`${utilization}?granularity=monthly`, 422, 'success'),
  },
  'parameters.default-is-as-documented': {
    'type defaults to sp': queried(`${utilization}?!type`, { type: 'sp' }),
    'scope defaults to all': also(
      queried('GET /commitments/esr?!scope', { scope: 'all' }),
      'savings-rate.scope-is-as-requested',
    ),
    'provider defaults to provider_b': queried('GET /commitments/overview?!provider', {
      provider: 'provider_b',
    }),
  },
  'parameters.missing-required-is-refused': {
    'a missing instrument defaults to ri': queried('GET /commitments/inventory?!instrument', {
      instrument: 'ri',
    }),
  },
  'parameters.value-outside-set-is-refused': {
    'an invalid kind is ignored by GET /commitments': ignoresInvalid('GET /commitments', 'kind'),
    'an invalid commitment_type is ignored by GET /commitments/overview': ignoresInvalid(
      'GET /commitments/overview',
      'commitment_type',
    ),
    'an invalid state is ignored by GET /commitments/inventory': also(
      ignoresInvalid('GET /commitments/inventory', 'state'),
      'commitments.state-filter-returns-only-matches',
    ),
    'an invalid type is ignored by GET /commitments/utilization': ignoresInvalid(utilization, 'type'),
    'an invalid scope is ignored by GET /commitments/esr': also(
      ignoresInvalid('GET /commitments/esr', 'scope'),
      'savings-rate.scope-is-as-requested',
    ),
    'an invalid basis is ignored by GET /commitments/portfolio': ignoresInvalid(
      'GET /commitments/portfolio',
      'basis',
    ),
    'an invalid commitment_type is ignored by GET /commitments/recommendations': ignoresInvalid(
      'GET /commitments/recommendations',
      'commitment_type',
    ),
  },
  'parameters.malformed-date-is-refused': {
    'an invalid start is ignored': ignoresInvalid(utilization, 'start'),
    'an invalid end is ignored': ignoresInvalid(utilization, 'end'),
    'an invalid period is ignored': ignoresInvalid('GET /commitments/esr', 'period'),
  },
  'parameters.non-number-is-refused': {
    'an invalid quantity is ignored': ignoresInvalid('GET /commitments/renewal-options/*', 'quantity'),
  },
  'parameters.non-integer-is-refused': {
    'an invalid page is ignored': ignoresInvalid('GET /commitments', 'page'),
  },
  'parameters.out-of-bounds-is-refused': {
    'page 0 returns page 1': queried('GET /commitments?page=0', { page: null }),
  },
  'parameters.wrong-value-is-422': {
    '400 for an invalid kind': refuses('GET /commitments?kind=no-such-value', 400, 422),
  },
  'parameters.audit-id-is-an-integer': {
    'an audit id that is not a number is accepted': also(
      acceptsTextAsAuditId,
      'audits.audit-is-the-requested-one',
    ),
  },
  'parameters.unknown-one-is-ignored': {
    'an unknown parameter is refused': refuses('GET /commitments?no_such_parameter', 422, 'success'),
  },
  'parameters.impossible-date-is-refused': { '30 February is treated as 2 March': normalizesDates },
});

const mock = onMock({
  'parameters.reversed-range-is-refused': {
    'a date range that ends before it starts is reversed': also(
      reversesRanges,
      'utilization.days-lie-in-the-window',
    ),
  },
  'parameters.echo-matches-the-request': {
    'a timeline that ignores its cost basis': ignores(
      'GET /providers/*/costs/timeline',
      'credits',
      (credits) => credits === 'before',
    ),
    'the costs of provider_b for another provider': requests('GET /providers/*/costs/summary', (request) => ({
      ...request,
      path: request.path.replace('/provider_a/', '/provider_b/'),
    })),
    'the inventory of a provider other than the requested one': changed(
      'GET /commitments/inventory',
      'provider',
      'provider_c',
    ),
    'the basis of the portfolio is ignored': also(
      queried('GET /commitments/portfolio?basis=list', { basis: null }),
      'coverage.usage-cost-is-that-of-the-consumers',
      'portfolio.basis-changes-the-prices',
      'portfolio.protection-is-covered-spend-less-the-fee',
    ),
  },
});

export const parameterServers = [...independent, ...mock];
