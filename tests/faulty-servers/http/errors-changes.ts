import type { TestRequest, TestResponse } from '../../support/serve.js';
import {
  changedFailure,
  changedRequest,
  matches,
  refusal,
  requests,
  responses,
  success,
  type Where,
  withQuery,
} from '../changes.js';
import { also, type Change } from '../faulty-server.js';

export const options = 'GET /commitments/renewal-options/*';
export const tagKey = 'PUT /tags/virtual/*';
export const endpoints = 'POST /webhooks/endpoints';
export const endpoint = { url: 'https://hooks.example.com', event_types: ['x'] };

/** Returns a success with the given data instead of 404. */
export const invents = (where: Where, data: unknown): Change =>
  responses(where, (response, { headers }) =>
    response.status === 404 && headers.authorization !== undefined ? success(data) : response,
  );

export const detailed = (details: string): Change => changedFailure(404, 'error.details', details);

export const acceptsInvalidJson: Change = requests(endpoints, (request) => {
  try {
    JSON.parse(request.body);
    return request;
  } catch {
    return { ...request, body: JSON.stringify(endpoint) };
  }
});

/** Accepts an update with an outdated version. */
export const acceptsOutdatedVersions: Change = (server) => {
  let newest = 0;
  const isStale = (version: unknown) => Number.isInteger(version) && Number(version) < newest;
  const renew = (body: any) =>
    isStale(body.expected_version) ? { ...body, expected_version: newest } : body;
  const renewing = changedRequest(tagKey, renew)(server);
  return async (request) => {
    const response = await renewing(request);
    if (matches(tagKey, request) && response.status < 300)
      newest = Math.max(newest, JSON.parse(response.body).data.key.rules_version);
    return response;
  };
};

export const acceptsFutureVersions: Change = (server) => async (request) => {
  const response = await server(request);
  if (request.method !== 'PUT' || response.status !== 409) return response;
  const body = JSON.parse(request.body);
  if (body.expected_version < 1000) return response;
  const known = { ...body, expected_version: body.expected_version - 1000 };
  return server({ ...request, body: JSON.stringify(known) });
};

export const deletesTwice: Change = (server) => {
  const deleted = new Map<string, TestResponse>();
  return async (request) => {
    const response = await server(request);
    if (request.method !== 'DELETE') return response;
    if (response.status < 300) deleted.set(request.path, response);
    return (response.status === 404 && deleted.get(request.path)) || response;
  };
};

export const roundsQuantities: Change = requests(options, (request) => {
  const quantity = Number(request.query.get('quantity') ?? Number.NaN);
  return quantity > 0 ? withQuery(request, { quantity: String(Math.ceil(quantity)) }) : request;
});

export const acceptsLargeBodies: Change = requests(endpoints, (request) => {
  if (request.body.length < 100_000) return request;
  const { 'content-length': _, ...headers } = request.headers;
  const { url } = JSON.parse(request.body);
  return {
    ...request,
    headers,
    body: JSON.stringify({ url, event_types: ['optimization.completed'] }),
  };
});

/** Returns 500 for some unusual requests. */
export const serverErrorOn = (isUnusual: (request: TestRequest) => boolean): ReturnType<typeof also> => {
  const fails: Change = (server) => (request) =>
    isUnusual(request) && request.headers.authorization ? refusal(500) : server(request);
  return also(fails, 'errors.requests-never-break-the-server');
};
