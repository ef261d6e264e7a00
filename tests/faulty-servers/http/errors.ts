import { changedFailure, changedRequest, refuses, responses } from '../changes.js';
import { also, onIndependent, onMock } from '../faulty-server.js';
import {
  acceptsFutureVersions,
  acceptsInvalidJson,
  acceptsLargeBodies,
  acceptsOutdatedVersions,
  deletesTwice,
  detailed,
  endpoint,
  endpoints,
  invents,
  options,
  roundsQuantities,
  serverErrorOn,
  tagKey,
} from './errors-changes.js';

const targets = 'GET /repo-binding/recommendations/*/targets';
const renewal = 'GET /commitments/renewal/*';
const realized = 'GET /recommendations/audit/realized/*';

const independent = onIndependent({
  'errors.code-fits-status': {
    'an unknown error code for 404': responses(realized, (response) => ({
      ...response,
      body: response.body.replace('NOT_FOUND', 'RESOURCE_MISSING'),
    })),
    'error codes in lower case': changedFailure(422, 'error.code', 'validation_error'),
    '422 with the error code of 400': responses(options, (response) => ({
      ...response,
      body: response.body.replace('VALIDATION_ERROR', 'BAD_REQUEST'),
    })),
  },
  'errors.requests-never-break-the-server': {
    '500 on a value outside its set': refuses('GET /commitments/portfolio', 500, 422),
    '500 on an unknown id': also(
      refuses('GET /commitments/renewal-quote/*', 500, 404),
      'errors.odd-input-never-breaks-the-server',
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
    'a Java stack trace in the details': detailed(
      'java.lang.NullPointerException\n\tat com.acme.Api.find(Api.java:41)',
    ),
    // The failure then looks like that of an unknown path, so the suite also sends the request without a key.
    'a database statement in the message': also(
      changedFailure(404, 'error.message', 'SELECT * FROM commitments WHERE id = $1: no rows'),
      'authentication.challenge-is-sent',
    ),
  },
  'errors.unknown-route-is-404': {
    '200 with an HTML page for an unknown path': also(
      responses('GET /no-such-route', () => ({
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<!doctype html><title>App</title>',
      })),
      'envelope.body-is-a-json-object',
    ),
  },
  'errors.unknown-commitment-is-404': {
    'an empty quote for an unknown commitment': invents('GET /commitments/renewal-quote/*', { price: 0 }),
    '422 for an unknown commitment': refuses(options, 422, 404),
  },
  'errors.unknown-recommendation-is-404': {
    '200 for the targets of an unknown recommendation': invents(targets, {
      recommendation_id: 'no-such-recommendation',
      items: [],
    }),
  },
  'errors.unknown-audit-is-404': { '400 for an unknown audit': refuses(realized, 400, 404) },
  'errors.unknown-tag-key-is-404': { '409 for an unknown tag key': refuses(tagKey, 409, 404) },
  'errors.unknown-endpoint-is-404': {
    '200 for the deletion of an unknown endpoint': invents('DELETE /webhooks/endpoints/no-such-endpoint', {
      id: 'no-such-endpoint',
      deleted: true,
    }),
  },
  'errors.unknown-provider-is-404': {
    'an empty summary for an unknown provider': invents('GET /providers/*/costs/summary', {}),
  },
  'errors.unraised-renewal-is-404': {
    'an empty renewal if no purchase has been raised': also(invents(renewal, {}), 'fields.all-are-present'),
    '204 if no purchase has been raised': also(
      responses(renewal, (response) =>
        response.status === 404 ? { ...response, status: 204, body: '' } : response,
      ),
      'envelope.body-is-a-json-object',
      'errors.status-is-documented',
    ),
  },
  'errors.malformed-json-is-refused': {
    'a body that is not JSON is accepted': also(
      acceptsInvalidJson,
      'errors.malformed-json-is-400',
      'errors.other-media-type-is-4xx',
    ),
  },
  'errors.malformed-json-is-400': { '422 for a body that is not JSON': refuses(endpoints, 422, 400) },
  'errors.non-object-body-is-refused': {
    'an array is accepted as body': changedRequest(endpoints, (body) =>
      Array.isArray(body) ? endpoint : body,
    ),
  },
  'errors.missing-body-field-is-refused': {
    'an endpoint without url is created': changedRequest(endpoints, (body) => ({
      url: 'https://hooks.example.com',
      ...body,
    })),
    'an endpoint without event_types is created': changedRequest(endpoints, (body) =>
      Array.isArray(body) ? body : { event_types: ['optimization.completed'], ...body },
    ),
  },
  'errors.wrong-body-type-is-refused': {
    'a number is accepted as url': also(
      changedRequest(endpoints, (body) =>
        typeof body.url === 'number' ? { ...body, url: `https://hooks.example.com/${body.url}` } : body,
      ),
      'errors.wrong-body-is-422',
      'webhooks.endpoint-is-as-requested',
    ),
    'a string is accepted as event_types': also(
      changedRequest(endpoints, (body) =>
        typeof body.event_types === 'string' ? { ...body, event_types: [body.event_types] } : body,
      ),
      'errors.wrong-body-is-422',
    ),
  },
  'errors.wrong-body-is-422': {
    '400 for a body field of the wrong type': refuses(
      tagKey,
      400,
      ({ headers }, { status }) => status === 422 && headers['idempotency-key'] === undefined,
    ),
  },
  'errors.stale-version-is-refused': {
    'a stale version overwrites the newer one': also(acceptsOutdatedVersions, 'errors.stale-version-is-409'),
  },
  'errors.stale-version-is-409': {
    '422 for a stale version': refuses(
      tagKey,
      422,
      (_, { status, body }) => status === 409 && body.includes('ersion'),
    ),
  },
  'errors.deleted-endpoint-is-gone': { 'a second deletion of an endpoint succeeds': deletesTwice },
  'errors.wrong-method-is-4xx': {
    '500 on a wrong method': also(
      refuses('DELETE /providers', 500),
      'errors.requests-never-break-the-server',
    ),
  },
  'errors.bad-percent-encoding-is-4xx': {
    '500 on an invalid percent-encoding': also(
      refuses(renewal, 500, ({ path }) => path.endsWith('%zz')),
      'errors.requests-never-break-the-server',
    ),
  },
  'errors.other-media-type-is-4xx': {
    '500 on a form': also(
      refuses(endpoints, 500, ({ headers }) => headers['content-type']?.includes('form') === true),
      'errors.requests-never-break-the-server',
    ),
  },
  'errors.fractional-quantity-is-422': {
    'a fraction of a reservation is rounded': roundsQuantities,
    '400 for a fraction of a reservation': also(refuses(options, 400, 422), 'parameters.wrong-value-is-422'),
  },
  'operations.all-are-implemented': {
    'an operation that returns 404': refuses('GET /commitments/portfolio', 404),
    'an operation that returns 501': refuses('GET /commitments/esr', 501),
    'an operation that returns 405': refuses(endpoints, 405),
  },
  'operations.correct-request-succeeds': {
    'a commitment that is listed but cannot be priced': refuses(options, 404),
  },
  'errors.version-not-yet-reached-is-refused': {
    'a future version is accepted': also(acceptsFutureVersions, 'tags.update-raises-the-version'),
  },
  'errors.odd-input-never-breaks-the-server': {
    '500 on a long id': serverErrorOn(({ path }) => path.length > 1000),
    '500 on a quotation mark': serverErrorOn(({ path }) => path.includes("'")),
    '500 on a null character': serverErrorOn(({ path }) => path.includes('%00')),
    '500 on a parameter without a value': serverErrorOn(({ query }) => [...query.values()].includes('')),
    '500 on a parameter sent twice': serverErrorOn(({ query }) => new Set(query.keys()).size < query.size),
    '500 on a page beyond 32 bits': serverErrorOn(({ query }) => Number(query.get('page')) > 2 ** 31),
    '500 on a year before 1000': serverErrorOn(({ query }) =>
      /^0/.test(query.get('start') ?? query.get('period') ?? ''),
    ),
    '500 on nested arrays': serverErrorOn(({ body }) => body.includes('[[[[')),
    '500 on an emoji': serverErrorOn(({ body }) => /\p{Extended_Pictographic}/u.test(body)),
  },
});

const mock = onMock({
  'errors.large-body-is-4xx': { 'a large body is accepted': acceptsLargeBodies },
});

export const errorServers = [...independent, ...mock];
