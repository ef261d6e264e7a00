import type { TestRequest, TestResponse } from '../../support/serve.js';
import { matches, refusal, refuses, success } from '../changes.js';
import { type Change, onIndependent } from '../faulty-server.js';

const creation = 'POST /webhooks/endpoints';
const deletion = 'DELETE /webhooks/endpoints/*';

const idOf = ({ path }: TestRequest) => decodeURIComponent(path.split('/').at(-1) ?? '');
const isOk = ({ status }: TestResponse) => status < 300;
const isReplay = ({ headers }: TestResponse) => headers['idempotent-replayed'] === 'true';
const callerOf = ({ headers }: TestRequest) => headers.authorization ?? '';

/** Stores only the newest endpoints of a caller. */
const dropsOldEndpoints =
  (most: number): Change =>
  (server) => {
    const endpoints = new Map<string, string[]>();
    return async (request) => {
      const own = endpoints.get(callerOf(request)) ?? [];
      if (matches(deletion, request) && !own.includes(idOf(request))) {
        const response = await server(request);
        return isOk(response) ? refusal(404) : response;
      }
      const response = await server(request);
      if (matches(creation, request) && isOk(response) && !isReplay(response)) {
        endpoints.set(callerOf(request), [...own, JSON.parse(response.body).data.id].slice(-most));
      }
      if (matches(deletion, request)) {
        endpoints.set(
          callerOf(request),
          own.filter((id) => id !== idOf(request)),
        );
      }
      return response;
    };
  };

/** Deletes all endpoints of a caller with the first one. */
const deletesAllEndpoints: Change = (server) => {
  const created = new Map<string, number>();
  const dead = new Map<string, number>();
  return async (request) => {
    if (matches(deletion, request)) {
      const number = created.get(idOf(request)) ?? Number.POSITIVE_INFINITY;
      if (number < (dead.get(callerOf(request)) ?? 0)) return refusal(404);
    }
    const response = await server(request);
    if (matches(creation, request) && isOk(response) && !isReplay(response)) {
      created.set(JSON.parse(response.body).data.id, created.size);
    }
    if (matches(deletion, request) && isOk(response)) dead.set(callerOf(request), created.size);
    return response;
  };
};

/** Restores a deleted endpoint after some others are created. */
const restoresEndpoints =
  (after: number): Change =>
  (server) => {
    const deleted = new Map<string, number>();
    let created = 0;
    return async (request) => {
      const response = await server(request);
      if (matches(creation, request) && isOk(response) && !isReplay(response)) created += 1;
      if (!matches(deletion, request)) return response;
      const name = `${callerOf(request)} ${idOf(request)}`;
      if (isOk(response)) deleted.set(name, created);
      const at = deleted.get(name);
      return response.status === 404 && at !== undefined && created - at > after
        ? success({ id: idOf(request), deleted: true })
        : response;
    };
  };

/**
 * Forgets the response of an idempotency key after some other keyed writes, and then rejects the key. With fewer than 20,
 * a malformed key that two checks send would be rejected too.
 */
const forgetsResponses =
  (after: number): Change =>
  (server) => {
    const counts = new Map<string, number>();
    const stored = new Map<string, number>();
    return async (request) => {
      const key = request.headers['idempotency-key'];
      if (!key) return server(request);
      const count = (counts.get(request.method) ?? 0) + 1;
      counts.set(request.method, count);
      const name = `${callerOf(request)} ${key}`;
      const at = stored.get(name);
      if (at !== undefined && count - at > after) return refusal(409);
      const response = await server(request);
      if (isOk(response) && at === undefined) stored.set(name, count);
      return response;
    };
  };

export const stateServers = onIndependent({
  'state.endpoint-lasts': {
    'only the two newest endpoints exist': dropsOldEndpoints(2),
    'the deletion of one endpoint deletes all': deletesAllEndpoints,
  },
  'state.deletion-lasts': { 'a deleted endpoint exists again later': restoresEndpoints(2) },
  'state.update-lasts': {
    'an update without an idempotency key is rejected': refuses(
      'PUT /tags/virtual/*',
      409,
      ({ headers }, response) => isOk(response) && !('idempotency-key' in headers),
    ),
  },
  'state.stored-response-lasts': { 'a stored response is lost later': forgetsResponses(20) },
});
