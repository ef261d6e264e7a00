import { changedFailure, fixed, refuses, responses } from './changes.js';
import {
  crash,
  deletesTwice,
  detailed,
  endpoint,
  endpoints,
  invents,
  options,
  overwritesNewerVersions,
  roundsQuantities,
  tagKey,
  takesFutureVersions,
  takesLargeBodies,
  takesWhatIsNoJson,
} from './errors-changes.js';
import { also, onIndependent, onMock } from './faulty-server.js';

const targets = 'GET /repo-binding/recommendations/*/targets';
const renewal = 'GET /commitments/renewal/*';
const realized = 'GET /recommendations/audit/realized/*';

const independent = onIndependent({
  'errors.code-fits-status': {
    'a code of its own for 404': responses(realized, (response) => ({
      ...response,
      body: response.body.replace('NOT_FOUND', 'RESOURCE_MISSING'),
    })),
    'codes in lower case': changedFailure(422, 'error.code', 'validation_error'),
    '422 with the code of 400': responses(options, (response) => ({
      ...response,
      body: response.body.replace('VALIDATION_ERROR', 'BAD_REQUEST'),
    })),
  },
  'errors.requests-never-break-the-server': {
    'a crash on a value outside its set': also(
      refuses('GET /commitments/portfolio', 500, 422),
      'parameters.value-outside-set-is-refused',
      'parameters.wrong-value-is-422',
    ),
    'a crash on an unknown id': also(
      refuses('GET /commitments/renewal-quote/*', 500, 404),
      'errors.odd-input-never-breaks-the-server',
      'errors.unknown-commitment-is-404',
    ),
  },
  'errors.status-is-documented': {
    '402 for an unknown provider': also(
      responses('GET /providers/*/costs/summary', (response) =>
        response.status === 404 ? { ...response, status: 402 } : response,
      ),
      'errors.unknown-provider-is-404',
    ),
  },
  'errors.no-stack-trace': {
    'a stack trace in the message': detailed('Error: no\n    at find (/srv/app/routes.js:14:11)'),
    'a stack trace of another language in the details': detailed(
      'java.lang.NullPointerException\n\tat com.acme.Api.find(Api.java:41)',
    ),
    // A purchase that is missing now looks like a route that is, so the suite requests it without a key, too.
    'a statement to the database in the message': also(
      changedFailure(404, 'error.message', 'SELECT * FROM commitments WHERE id = $1: no rows'),
      'authentication.challenge-is-sent',
    ),
  },
  'errors.unknown-route-is-404': {
    '200 with a web page for an unknown route': also(
      responses('GET /no-such-route', () => ({
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<!doctype html><title>App</title>',
      })),
      'envelope.body-is-a-json-object',
    ),
  },
  'errors.unknown-commitment-is-404': {
    'an empty quote for an unknown commitment': also(
      invents('GET /commitments/renewal-quote/*', { price: 0 }),
      'fields.all-are-present',
    ),
    '422 for an unknown commitment': refuses(options, 422, 404),
  },
  'errors.unknown-recommendation-is-404': {
    'no targets for an unknown recommendation': invents(targets, {
      recommendation_id: 'no-such-recommendation',
      items: [],
    }),
  },
  'errors.unknown-audit-is-404': { '400 for an unknown audit': refuses(realized, 400, 404) },
  'errors.unknown-tag-key-is-404': { 'an unknown tag key is a conflict': refuses(tagKey, 409, 404) },
  'errors.unknown-endpoint-is-404': {
    'removing an endpoint that never was succeeds': invents('DELETE /webhooks/endpoints/no-such-endpoint', {
      id: 'no-such-endpoint',
      deleted: true,
    }),
  },
  'errors.unknown-provider-is-404': {
    'an empty summary for an unknown provider': invents('GET /providers/*/costs/summary', {}),
  },
  'errors.unraised-renewal-is-404': {
    'an empty renewal where none has been raised': also(invents(renewal, {}), 'fields.all-are-present'),
    '204 where no renewal has been raised': also(
      responses(renewal, (response) =>
        response.status === 404 ? { ...response, status: 204, body: '' } : response,
      ),
      'envelope.body-is-a-json-object',
      'errors.status-is-documented',
    ),
  },
  'errors.malformed-json-is-refused': {
    'a body that is not JSON is taken for an empty one': also(
      takesWhatIsNoJson,
      'errors.malformed-json-is-400',
      'errors.other-media-type-is-4xx',
    ),
  },
  'errors.malformed-json-is-400': { '422 for a body that is not JSON': refuses(endpoints, 422, 400) },
  'errors.non-object-body-is-refused': {
    'an array is taken for a body': fixed(endpoints, (body) => (Array.isArray(body) ? endpoint : body)),
  },
  'errors.missing-body-field-is-refused': {
    'an endpoint without a url is created': also(
      fixed(endpoints, (body) => ({ url: 'https://hooks.example.com', ...body })),
      'webhooks.endpoint-is-as-requested',
    ),
    'an endpoint without event types is created': also(
      fixed(endpoints, (body) =>
        Array.isArray(body) ? body : { event_types: ['optimization.completed'], ...body },
      ),
      'webhooks.endpoint-is-as-requested',
    ),
  },
  'errors.wrong-body-type-is-refused': {
    'a number is taken for a url': also(
      fixed(endpoints, (body) =>
        typeof body.url === 'number' ? { ...body, url: `https://hooks.example.com/${body.url}` } : body,
      ),
      'errors.wrong-body-is-422',
      'webhooks.endpoint-is-as-requested',
    ),
    'a string is taken for a list of event types': also(
      fixed(endpoints, (body) =>
        typeof body.event_types === 'string' ? { ...body, event_types: [body.event_types] } : body,
      ),
      'errors.wrong-body-is-422',
      'webhooks.endpoint-is-as-requested',
    ),
  },
  'errors.wrong-body-is-422': {
    '400 for a body with a wrong type': refuses(
      tagKey,
      400,
      ({ headers }, { status }) => status === 422 && headers['idempotency-key'] === undefined,
    ),
  },
  'errors.stale-version-is-refused': {
    'a stale version overwrites the newer one': also(overwritesNewerVersions, 'errors.stale-version-is-409'),
  },
  'errors.stale-version-is-409': {
    '422 for a stale version': refuses(
      tagKey,
      422,
      (_, { status, body }) => status === 409 && body.includes('ersion'),
    ),
  },
  'errors.deleted-endpoint-is-gone': { 'removing an endpoint twice succeeds twice': deletesTwice },
  'errors.wrong-method-is-4xx': {
    'a crash on a wrong method': also(
      refuses('DELETE /providers', 500),
      'errors.requests-never-break-the-server',
    ),
  },
  'errors.bad-percent-encoding-is-4xx': {
    'a crash on a broken percent-encoding': also(
      refuses(renewal, 500, ({ path }) => path.endsWith('%zz')),
      'errors.requests-never-break-the-server',
    ),
  },
  'errors.other-media-type-is-4xx': {
    'a crash on a form': also(
      refuses(endpoints, 500, ({ headers }) => headers['content-type']?.includes('form') === true),
      'errors.requests-never-break-the-server',
    ),
  },
  'errors.fractional-quantity-is-422': {
    'a fraction of a reservation is rounded': roundsQuantities,
    '400 for a fraction of a reservation': also(refuses(options, 400, 422), 'parameters.wrong-value-is-422'),
  },
  'operations.all-are-implemented': {
    'an operation that is not there': refuses('GET /commitments/portfolio', 404),
    'an operation that is planned': refuses('GET /commitments/esr', 501),
    'a write that another method has': refuses(endpoints, 405),
  },
  'operations.correct-request-succeeds': {
    'a commitment that is listed but cannot be priced': refuses(options, 404),
  },
  'errors.version-not-yet-reached-is-refused': {
    'only a version that is too old is a conflict': also(
      takesFutureVersions,
      'tags.update-raises-the-version',
    ),
  },
  'errors.odd-input-never-breaks-the-server': {
    'a crash on a long id': crash(({ path }) => path.length > 1000),
    'a crash on a quotation mark': crash(({ path }) => path.includes("'")),
    'a crash on a null character': crash(({ path }) => path.includes('%00')),
    'a crash on a parameter without a value': crash(({ query }) => [...query.values()].includes('')),
    'a crash on a parameter sent twice': crash(({ query }) => new Set(query.keys()).size < query.size),
    'a crash on a page beyond 32 bits': crash(({ query }) => Number(query.get('page')) > 2 ** 31),
    'a crash on a year of one digit': crash(({ query }) =>
      /^0/.test(query.get('start') ?? query.get('period') ?? ''),
    ),
    'a crash on arrays in arrays': crash(({ body }) => body.includes('[[[[')),
    'a crash on a character of four bytes': crash(({ body }) => /\p{Extended_Pictographic}/u.test(body)),
  },
});

const mock = onMock({
  'errors.large-body-is-4xx': { 'a large body is taken': takesLargeBodies },
});

export const errorServers = [...independent, ...mock];
