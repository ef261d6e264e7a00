import { ignores, queried, refuses, requests, type Where, withQuery } from './changes.js';
import { also, type Change, onIndependent, onMock } from './faulty-server.js';

const utilization = 'GET /commitments/utilization';

const isNonsense = (value: string) => /^(no-such-value|yesterday|last-month|many)$/.test(value);

/** Drops a wrong value, as a server does that falls back to its default. */
const ignoresNonsense = (where: Where, name: string): Change => ignores(where, name, isNonsense);

const takesAWordForAnAudit: Change = (server) => {
  let known = '';
  return requests('GET /recommendations/audit/realized/*', (request) => {
    if (/\/\d+$/.test(request.path)) known ||= request.path;
    return request.path.endsWith('twelve') ? { ...request, path: known } : request;
  })(server);
};

const turnsRangesRound = requests(`${utilization}?start&end`, (request) => {
  const [start = '', end = ''] = [request.query.get('start') ?? '', request.query.get('end') ?? ''];
  return start > end ? withQuery(request, { start: end, end: start }) : request;
});

const rollsOverIntoMarch = requests(utilization, (request) => {
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
    'utilization of savings plans by default': queried(`${utilization}?!type`, { type: 'sp' }),
    'all spend by default, not the eligible': also(
      queried('GET /commitments/esr?!scope', { scope: 'all' }),
      'savings-rate.scope-is-as-asked',
    ),
    'the overview of provider_b by default': queried('GET /commitments/overview?!provider', {
      provider: 'provider_b',
    }),
  },
  'parameters.missing-required-is-refused': {
    'an instrument by default': queried('GET /commitments/inventory?!instrument', { instrument: 'ri' }),
  },
  'parameters.value-outside-set-is-refused': {
    'a wrong kind is ignored by GET /commitments': ignoresNonsense('GET /commitments', 'kind'),
    'a wrong commitment_type is ignored by GET /commitments/overview': ignoresNonsense(
      'GET /commitments/overview',
      'commitment_type',
    ),
    'a wrong state is ignored by GET /commitments/inventory': also(
      ignoresNonsense('GET /commitments/inventory', 'state'),
      'commitments.state-filter-returns-only-matches',
    ),
    'a wrong type is ignored by GET /commitments/utilization': ignoresNonsense(utilization, 'type'),
    'a wrong scope is ignored by GET /commitments/esr': also(
      ignoresNonsense('GET /commitments/esr', 'scope'),
      'savings-rate.scope-is-as-asked',
    ),
    'a wrong basis is ignored by GET /commitments/portfolio': ignoresNonsense(
      'GET /commitments/portfolio',
      'basis',
    ),
    'a wrong commitment_type is ignored by GET /commitments/recommendations': ignoresNonsense(
      'GET /commitments/recommendations',
      'commitment_type',
    ),
  },
  'parameters.malformed-date-is-refused': {
    'a start that is no date is ignored': ignoresNonsense(utilization, 'start'),
    'a end that is no date is ignored': ignoresNonsense(utilization, 'end'),
    'a period that is no month is ignored': ignoresNonsense('GET /commitments/esr', 'period'),
  },
  'parameters.non-number-is-refused': {
    'a quantity that is no number is ignored': ignoresNonsense(
      'GET /commitments/renewal-options/*',
      'quantity',
    ),
  },
  'parameters.non-integer-is-refused': {
    'a page that is no number is page 1': ignoresNonsense('GET /commitments', 'page'),
  },
  'parameters.out-of-bounds-is-refused': {
    'page 0 is page 1': queried('GET /commitments?page=0', { page: null }),
  },
  'parameters.wrong-value-is-422': {
    '400 for a wrong kind': refuses('GET /commitments?kind=no-such-value', 400, 422),
  },
  'parameters.audit-id-is-an-integer': {
    'an audit id that is a word is taken for one': also(
      takesAWordForAnAudit,
      'audits.audit-is-the-requested-one',
    ),
  },
  'parameters.unknown-one-is-ignored': {
    'an unknown parameter is refused': also(
      refuses('GET /providers?no_such_parameter', 422, 'success'),
      'errors.status-is-documented',
    ),
  },
  'parameters.impossible-date-is-refused': { 'the 30th of February is the 2nd of March': rollsOverIntoMarch },
});

const mock = onMock({
  'parameters.reversed-range-is-refused': {
    'a range that ends before it starts is turned round': also(
      turnsRangesRound,
      'utilization.days-lie-in-the-window',
    ),
  },
});

export const parameterServers = [...independent, ...mock];
