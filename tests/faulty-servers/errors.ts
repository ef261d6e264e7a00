import type { TestRequest } from '../support/serve.js';
import { answers, type Defect, failures, matches, refusal, requests, type Where } from './defect.js';

const code = (from: string, to: string, status?: number): Defect['wrap'] =>
  failures(
    (body) => (body.error.code === from ? { ...body, error: { ...body.error, code: to } } : body),
    status,
  );

/** A status in place of another, with the code that goes with it. */
const status = (where: Where, from: number, to: number, toCode: string): Defect['wrap'] =>
  answers(where, (answer) => (answer.status === from ? refusal(to, toCode) : answer));

/** Data made up for an id that names nothing. */
const invent = (where: Where, data: unknown): Defect['wrap'] =>
  answers(where, (answer, { headers }) =>
    answer.status === 404 && headers.authorization !== undefined
      ? {
          ...answer,
          status: 200,
          body: JSON.stringify({ success: true, timestamp: '2026-06-15T12:00:00Z', data }),
        }
      : answer,
  );

/** Sends a mended body in place of a wrong one, as a server does that does not look. */
const mends = (where: Where, mend: (body: any) => any): Defect['wrap'] =>
  requests(where, (request) => {
    try {
      return { ...request, body: JSON.stringify(mend(JSON.parse(request.body))) };
    } catch {
      return request;
    }
  });

export const errorDefects: readonly Defect[] = [
  {
    name: 'a code of its own for 404',
    kills: 'errors.code-fits-status',
    also: ['errors.unknown-audit-is-404'],
    wrap: (right) => async (request) => {
      const answer = await right(request);
      return answer.status === 404 && matches('GET /recommendations/audit/realized/*', request)
        ? { ...answer, body: answer.body.replace('NOT_FOUND', 'RESOURCE_MISSING') }
        : answer;
    },
  },
  {
    name: 'codes in lower case',
    kills: 'errors.code-fits-status',
    also: [
      'errors.body-that-is-no-object-is-refused',
      'errors.missing-body-field-is-refused',
      'errors.wrong-body-type-is-refused',
      'errors.wrong-body-is-422',
      'errors.fractional-quantity-is-422',
      'parameters.missing-required-is-refused',
      'parameters.value-outside-set-is-refused',
      'parameters.malformed-date-is-refused',
      'parameters.non-number-is-refused',
      'parameters.non-integer-is-refused',
      'parameters.out-of-bounds-is-refused',
      'parameters.wrong-value-is-422',
      'parameters.audit-id-is-an-integer',
      'idempotency.malformed-key-is-422',
      'idempotency.empty-key-is-422',
      'parameters.impossible-date-is-refused',
    ],
    wrap: code('VALIDATION_ERROR', 'validation_error', 422),
  },
  {
    name: '422 with the code of 400',
    kills: 'errors.code-fits-status',
    also: [
      'errors.fractional-quantity-is-422',
      'parameters.non-number-is-refused',
      'parameters.out-of-bounds-is-refused',
      'parameters.wrong-value-is-422',
    ],
    wrap: answers('GET /commitments/renewal-options/*', (answer) =>
      answer.status === 422
        ? { ...answer, body: answer.body.replace('VALIDATION_ERROR', 'BAD_REQUEST') }
        : answer,
    ),
  },
  {
    name: 'a crash on a value outside its set',
    kills: 'errors.requests-never-break-the-server',
    also: ['parameters.value-outside-set-is-refused', 'parameters.wrong-value-is-422'],
    wrap: status('GET /commitments/portfolio', 422, 500, 'INTERNAL_SERVER_ERROR'),
  },
  {
    name: 'a crash on an unknown id',
    kills: 'errors.requests-never-break-the-server',
    also: ['errors.odd-input-never-breaks-the-server', 'errors.unknown-commitment-is-404'],
    wrap: status('GET /commitments/renewal-quote/*', 404, 500, 'INTERNAL_SERVER_ERROR'),
  },
  {
    name: '402 for an unknown provider',
    kills: 'errors.status-is-documented',
    also: ['errors.unknown-provider-is-404'],
    wrap: answers('GET /providers/*/costs/summary', (answer) =>
      answer.status === 404 ? { ...answer, status: 402 } : answer,
    ),
  },
  {
    name: 'a stack trace in the message',
    kills: 'errors.no-stack-trace',
    wrap: failures(
      (body) => ({
        ...body,
        error: { ...body.error, details: 'Error: no\n    at find (/srv/app/routes.js:14:11)' },
      }),
      404,
    ),
  },
  {
    name: '200 with a web page for an unknown route',
    kills: 'errors.unknown-route-is-404',
    also: ['envelope.body-is-a-json-object', 'envelope.media-type-is-json'],
    wrap: answers('GET /no-such-route', () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>App</title>',
    })),
  },
  {
    name: 'an empty quote for an unknown commitment',
    kills: 'errors.unknown-commitment-is-404',
    also: ['fields.all-are-present'],
    wrap: invent('GET /commitments/renewal-quote/*', { price: 0 }),
  },
  {
    name: '422 for an unknown commitment',
    kills: 'errors.unknown-commitment-is-404',
    wrap: status('GET /commitments/renewal-options/*', 404, 422, 'VALIDATION_ERROR'),
  },
  {
    name: 'no targets for an unknown recommendation',
    kills: 'errors.unknown-recommendation-is-404',
    wrap: (right) => async (request) => {
      const answer = await right(request);
      if (answer.status !== 404 || !matches('GET /repo-binding/recommendations/*/targets', request))
        return answer;
      const data = { recommendation_id: 'no-such-recommendation', items: [] };
      return {
        ...answer,
        status: 200,
        body: JSON.stringify({ success: true, timestamp: '2026-06-15T12:00:00Z', data }),
      };
    },
  },
  {
    name: '400 for an unknown audit',
    kills: 'errors.unknown-audit-is-404',
    wrap: status('GET /recommendations/audit/realized/*', 404, 400, 'BAD_REQUEST'),
  },
  {
    name: 'an unknown tag key is a conflict',
    kills: 'errors.unknown-tag-key-is-404',
    wrap: status('PUT /tags/virtual/*', 404, 409, 'CONFLICT'),
  },
  {
    name: 'removing an endpoint that never was succeeds',
    kills: 'errors.unknown-endpoint-is-404',
    wrap: (right) => async (request) => {
      const answer = await right(request);
      if (request.method !== 'DELETE' || !request.path.endsWith('/no-such-endpoint')) return answer;
      if (answer.status !== 404) return answer;
      const data = { id: 'no-such-endpoint', deleted: true };
      return {
        ...answer,
        status: 200,
        body: JSON.stringify({ success: true, timestamp: '2026-06-15T12:00:00Z', data }),
      };
    },
  },
  {
    name: 'an empty summary for an unknown provider',
    kills: 'errors.unknown-provider-is-404',
    wrap: invent('GET /providers/*/costs/summary', {}),
  },
  {
    name: 'an empty renewal where none has been raised',
    kills: 'errors.unraised-renewal-is-404',
    also: ['fields.all-are-present', 'authentication.challenge-is-sent'],
    wrap: invent('GET /commitments/renewal/*', {}),
  },
  {
    name: '204 where no renewal has been raised',
    kills: 'errors.unraised-renewal-is-404',
    also: [
      'envelope.body-is-a-json-object',
      'authentication.challenge-is-sent',
      'errors.status-is-documented',
    ],
    wrap: answers('GET /commitments/renewal/*', (answer) =>
      answer.status === 404 ? { ...answer, status: 204, body: '' } : answer,
    ),
  },
  {
    name: 'a body that is not JSON is taken for an empty one',
    kills: 'errors.malformed-json-is-refused',
    also: ['errors.malformed-json-is-400', 'errors.other-media-type-is-4xx'],
    wrap: requests('POST /webhooks/endpoints', (request) => {
      try {
        JSON.parse(request.body);
        return request;
      } catch {
        return { ...request, body: JSON.stringify({ url: 'https://hooks.example.com', event_types: ['x'] }) };
      }
    }),
  },
  {
    name: '422 for a body that is not JSON',
    kills: 'errors.malformed-json-is-400',
    wrap: status('POST /webhooks/endpoints', 400, 422, 'VALIDATION_ERROR'),
  },
  {
    name: 'an array is taken for a body',
    kills: 'errors.body-that-is-no-object-is-refused',
    wrap: mends('POST /webhooks/endpoints', (body) =>
      Array.isArray(body) ? { url: 'https://hooks.example.com', event_types: ['x'] } : body,
    ),
  },
  {
    name: 'an endpoint without a url is created',
    kills: 'errors.missing-body-field-is-refused',
    also: ['webhooks.endpoint-is-as-asked'],
    wrap: mends('POST /webhooks/endpoints', (body) => ({ url: 'https://hooks.example.com', ...body })),
  },
  {
    name: 'an endpoint without event types is created',
    kills: 'errors.missing-body-field-is-refused',
    also: ['webhooks.endpoint-is-as-asked'],
    wrap: mends('POST /webhooks/endpoints', (body) =>
      Array.isArray(body) ? body : { event_types: ['optimization.completed'], ...body },
    ),
  },
  {
    name: 'a number is taken for a url',
    kills: 'errors.wrong-body-type-is-refused',
    also: ['errors.wrong-body-is-422', 'webhooks.endpoint-is-as-asked'],
    wrap: mends('POST /webhooks/endpoints', (body) =>
      typeof body.url === 'number' ? { ...body, url: `https://hooks.example.com/${body.url}` } : body,
    ),
  },
  {
    name: 'a string is taken for a list of event types',
    kills: 'errors.wrong-body-type-is-refused',
    also: ['errors.wrong-body-is-422', 'webhooks.endpoint-is-as-asked'],
    wrap: mends('POST /webhooks/endpoints', (body) =>
      typeof body.event_types === 'string' ? { ...body, event_types: [body.event_types] } : body,
    ),
  },
  {
    name: '400 for a body with a wrong type',
    kills: 'errors.wrong-body-is-422',
    wrap: (right) => async (request) => {
      const answer = await right(request);
      const wrong = answer.status === 422 && request.headers['idempotency-key'] === undefined;
      return wrong && matches('PUT /tags/virtual/*', request) ? refusal(400, 'BAD_REQUEST') : answer;
    },
  },
  {
    name: 'a stale version overwrites the newer one',
    kills: 'errors.stale-version-is-refused',
    also: ['errors.stale-version-is-409'],
    wrap: (right) => {
      let version = 0;
      return async (request) => {
        if (!matches('PUT /tags/virtual/*', request)) return right(request);
        let body: any;
        try {
          body = JSON.parse(request.body);
        } catch {
          return right(request);
        }
        const stale = Number.isInteger(body?.expected_version) && body.expected_version < version;
        const answer = await right(
          stale ? { ...request, body: JSON.stringify({ ...body, expected_version: version }) } : request,
        );
        if (answer.status < 300) version = Math.max(version, JSON.parse(answer.body).data.key.rules_version);
        return answer;
      };
    },
  },
  {
    name: '422 for a stale version',
    kills: 'errors.stale-version-is-409',
    wrap: answers('PUT /tags/virtual/*', (answer) =>
      answer.status === 409 && answer.body.includes('ersion') ? refusal(422, 'VALIDATION_ERROR') : answer,
    ),
  },
  {
    name: 'removing an endpoint twice succeeds twice',
    kills: 'errors.deleted-endpoint-is-gone',
    wrap: (right) => {
      const gone = new Map<string, Awaited<ReturnType<typeof right>>>();
      return async (request) => {
        const answer = await right(request);
        if (request.method !== 'DELETE') return answer;
        if (answer.status < 300) gone.set(request.path, answer);
        return (answer.status === 404 && gone.get(request.path)) || answer;
      };
    },
  },
  {
    name: 'a crash on a wrong method',
    kills: 'errors.wrong-method-is-4xx',
    also: ['errors.requests-never-break-the-server'],
    wrap: answers('DELETE /providers', () => refusal(500, 'INTERNAL_SERVER_ERROR')),
  },
  {
    name: 'a crash on a broken percent-encoding',
    kills: 'errors.bad-percent-encoding-is-4xx',
    also: ['errors.requests-never-break-the-server'],
    wrap: answers('GET /commitments/renewal/*', (answer, { path }) =>
      path.endsWith('%zz') ? refusal(500, 'INTERNAL_SERVER_ERROR') : answer,
    ),
  },
  {
    name: 'a crash on a form',
    kills: 'errors.other-media-type-is-4xx',
    also: ['errors.requests-never-break-the-server'],
    wrap: answers('POST /webhooks/endpoints', (answer, { headers }) =>
      headers['content-type']?.includes('form') ? refusal(500, 'INTERNAL_SERVER_ERROR') : answer,
    ),
  },
  {
    name: 'a fraction of a reservation is rounded',
    kills: 'errors.fractional-quantity-is-422',
    wrap: requests('GET /commitments/renewal-options/*', (request) => {
      const quantity = Number(request.query.get('quantity') ?? Number.NaN);
      if (!(quantity > 0) || Number.isInteger(quantity)) return request;
      const query = new URLSearchParams(request.query);
      query.set('quantity', String(Math.ceil(quantity)));
      return { ...request, query };
    }),
  },
  {
    name: '400 for a fraction of a reservation',
    kills: 'errors.fractional-quantity-is-422',
    also: ['parameters.wrong-value-is-422'],
    wrap: status('GET /commitments/renewal-options/*', 422, 400, 'BAD_REQUEST'),
  },
  {
    name: 'an operation that is not there',
    kills: 'operations.correct-request-succeeds',
    also: ['errors.status-is-documented'],
    wrap: answers('GET /commitments/portfolio', () => refusal(404, 'NOT_FOUND')),
  },
  {
    name: 'a commitment that is listed but cannot be priced',
    kills: 'operations.correct-request-succeeds',
    wrap: answers('GET /commitments/renewal-options/*', () => refusal(404, 'NOT_FOUND')),
  },
  {
    name: 'a stack trace of another language in the details',
    kills: 'errors.no-stack-trace',
    wrap: failures(
      (body) => ({
        ...body,
        error: {
          ...body.error,
          details: 'java.lang.NullPointerException\n\tat com.acme.Api.find(Api.java:41)',
        },
      }),
      404,
    ),
  },
  {
    name: 'a statement to the database in the message',
    kills: 'errors.no-stack-trace',
    wrap: failures(
      (body) => ({
        ...body,
        error: { ...body.error, message: 'SELECT * FROM commitments WHERE id = $1: no rows' },
      }),
      404,
    ),
  },
  ...(
    [
      ['a long id', ({ path }) => path.length > 1000],
      ['a quotation mark', ({ path }) => path.includes("'")],
      ['a null character', ({ path }) => path.includes('%00')],
      ['a parameter without a value', ({ query }) => [...query.values()].includes('')],
      ['a parameter sent twice', ({ query }) => new Set(query.keys()).size < query.size],
      ['a page beyond 32 bits', ({ query }) => Number(query.get('page')) > 2 ** 31],
      ['a year of one digit', ({ query }) => /^0/.test(query.get('start') ?? query.get('period') ?? '')],
      ['arrays in arrays', ({ body }) => body.includes('[[[[')],
      ['a character of four bytes', ({ body }) => /\p{Extended_Pictographic}/u.test(body)],
    ] satisfies [string, (request: TestRequest) => boolean][]
  ).map(
    ([what, isOdd]): Defect => ({
      name: `a crash on ${what}`,
      kills: 'errors.odd-input-never-breaks-the-server',
      also: ['errors.requests-never-break-the-server'],
      wrap: (right) => (request) =>
        isOdd(request) && request.headers.authorization
          ? refusal(500, 'INTERNAL_SERVER_ERROR')
          : right(request),
    }),
  ),
  {
    name: 'a large body is taken',
    kills: 'errors.large-body-is-4xx',
    base: 'mock',
    wrap: requests('POST /webhooks/endpoints', (request) =>
      request.body.length < 100_000
        ? request
        : {
            ...request,
            headers: Object.fromEntries(
              Object.entries(request.headers).filter(([name]) => name !== 'content-length'),
            ),
            body: JSON.stringify({
              url: JSON.parse(request.body).url,
              event_types: ['optimization.completed'],
            }),
          },
    ),
  },
  {
    name: 'only a version that is too old is a conflict',
    kills: 'errors.version-not-yet-reached-is-refused',
    also: ['tags.update-raises-the-version'],
    wrap: (right) => async (request) => {
      const answer = await right(request);
      if (request.method !== 'PUT' || answer.status !== 409) return answer;
      const body = JSON.parse(request.body);
      if (body.expected_version < 1000) return answer;
      const known = { ...body, expected_version: body.expected_version - 1000 };
      return right({ ...request, body: JSON.stringify(known) });
    },
  },
];
