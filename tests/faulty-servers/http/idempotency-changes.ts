import type { Handler, TestRequest, TestResponse } from '../../support/serve.js';
import { changedRequest, matches, refusal, requests, responses, success, withHeaders } from '../changes.js';
import type { Change } from '../faulty-server.js';

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

const keyOf = ({ headers }: TestRequest) => headers['idempotency-key'] ?? '';
const hasKey = ({ headers }: TestRequest) => 'idempotency-key' in headers;
const isKeyed = (request: TestRequest) => uuidV4.test(keyOf(request));
const isReplay = ({ headers }: TestResponse) => headers['idempotent-replayed'] === 'true';
/** Identifies a key of one caller. */
const scopedKeyOf = (request: TestRequest) => `${request.headers.authorization} ${keyOf(request)}`;

function withKey(request: TestRequest, key: string | undefined): TestRequest {
  const { 'idempotency-key': _, ...headers } = request.headers;
  return { ...request, headers: key === undefined ? headers : { ...headers, 'idempotency-key': key } };
}

/** Derives a key from a text: equal texts give equal keys. */
function keyFrom(text: string): string {
  let hash = 0;
  for (const char of text) hash = (hash * 31 + char.charCodeAt(0)) >>> 0;
  return `00000000-0000-4000-8000-${hash.toString(16).padStart(12, '0')}`;
}

/** Replaces the keys of keyed requests before the server sees them. */
export const rekeyed = (keyFor: (key: string, request: TestRequest) => string | undefined): Change =>
  requests('* **', (request) =>
    isKeyed(request) ? withKey(request, keyFor(keyOf(request), request)) : request,
  );

/** Accepts malformed keys of one kind. */
export const acceptsKeys = (kind: RegExp): Change =>
  requests('* **', (request) =>
    hasKey(request) && kind.test(keyOf(request))
      ? withKey(request, keyFrom(`${keyOf(request)}${request.body}`))
      : request,
  );

export const ignoresEmptyKeys = requests('* **', (request) =>
  hasKey(request) && keyOf(request) === '' ? withKey(request, undefined) : request,
);

export const identifiesByBody: Change = rekeyed((key, { method, path, body }) =>
  method === 'POST' && path.endsWith('/webhooks/endpoints') ? keyFrom(body) : key,
);

export const identifiesByKeyAndBody = rekeyed((key, { body }) => keyFrom(`${key.toLowerCase()} ${body}`));

export const comparesCase: Change = requests('* **', (request) =>
  /[A-F]/.test(keyOf(request)) ? withKey(request, keyFrom(keyOf(request))) : request,
);

export const replays = (change: (replay: TestResponse) => TestResponse): Change =>
  responses('* **', (response) => (isReplay(response) ? change(response) : response));

export const replaysWith = (parts: object): Change =>
  replays((replay) => ({ ...replay, body: JSON.stringify({ ...JSON.parse(replay.body), ...parts }) }));

export const marksEveryKeyedWrite: Change = responses('* **', (response, request) =>
  isKeyed(request) && response.status < 300
    ? withHeaders(response, { 'idempotent-replayed': 'true' })
    : response,
);

export const refusesMalformedKeysWith400: Change = responses('* **', (response, request) =>
  hasKey(request) && !isKeyed(request) && response.status === 422 ? refusal(400) : response,
);

export const refusesUpperCase: Change = (server) => (request) =>
  /[A-F]/.test(keyOf(request)) && request.headers.authorization?.startsWith('Bearer one_')
    ? refusal(422)
    : server(request);

export const sharesKeysAmongCallers: Change = requests('* **', (request) =>
  isKeyed(request) && request.headers.authorization === 'Bearer one_test_second_caller'
    ? { ...request, headers: { ...request.headers, authorization: 'Bearer one_test_caller' } }
    : request,
);

export const refusesKeysOfOtherCallers: Change = (server) => {
  const users = new Map<string, string | undefined>();
  return async (request) => {
    const { authorization } = request.headers;
    if (!hasKey(request)) return server(request);
    const user = users.get(keyOf(request));
    if (user && user !== authorization && authorization?.startsWith('Bearer one_test_')) return refusal(409);
    const response = await server(request);
    if (response.status < 300) users.set(keyOf(request), authorization);
    return response;
  };
};

/** Stores failures of one status, except the one for a key in flight. */
export const storesFailures =
  (status: number): Change =>
  (server) => {
    const failures = new Map<string, TestResponse>();
    return async (request) => {
      if (!isKeyed(request)) return server(request);
      const response = failures.get(scopedKeyOf(request)) ?? (await server(request));
      if (response.status === status && !/still running/i.test(response.body))
        failures.set(scopedKeyOf(request), response);
      return response;
    };
  };

export const refusesKeysThatFailed: Change = (server) => {
  const failed = new Set<string>();
  return async (request) => {
    if (!isKeyed(request)) return server(request);
    if (failed.has(scopedKeyOf(request))) return refusal(409);
    const response = await server(request);
    if (response.status === 422) failed.add(scopedKeyOf(request));
    return response;
  };
};

/** Rejects a used key with another body. */
export const refusesOtherBodies: Change = (server) => {
  const bodies = new Map<string, string>();
  return async (request) => {
    if (!isKeyed(request)) return server(request);
    const name = scopedKeyOf(request).toLowerCase();
    const body = bodies.get(name);
    if (body !== undefined && body !== request.body) return refusal(422);
    const response = await server(request);
    if (response.status < 300) bodies.set(name, request.body);
    return response;
  };
};

export const replaysCurrentState: Change = (server) => {
  let newest: string | undefined;
  return responses('PUT /tags/virtual/*', (response) => {
    if (response.status >= 300) return response;
    if (!isReplay(response)) newest = response.body;
    return isReplay(response) && newest !== undefined ? { ...response, body: newest } : response;
  })(server);
};

const idIn = ({ body }: TestResponse): string => JSON.parse(body).data.id;

export const replaysOnlyExisting: Change = (server) => {
  const deleted = new Set<string>();
  return responses('* **', (response, { method }) => {
    if (method === 'DELETE' && response.status < 300) deleted.add(idIn(response));
    return isReplay(response) && deleted.has(idIn(response)) ? refusal(404) : response;
  })(server);
};

export const replaysCreateAgain: Change = (server) => {
  const deleted = new Set<string>();
  const revived = new Set<string>();
  return responses('* **', (response, { method, path }) => {
    if (method === 'POST' && isReplay(response) && deleted.has(idIn(response))) revived.add(idIn(response));
    if (method !== 'DELETE') return response;
    const id = decodeURIComponent(path.split('/').at(-1) ?? '');
    if (response.status < 300) deleted.add(id);
    return response.status === 404 && revived.delete(id) ? success({ id, deleted: true }) : response;
  })(server);
};

export const replaysUpdateAgain: Change = (server) => {
  let version = 0;
  const versionIn = ({ status, body }: TestResponse) =>
    status < 300 ? JSON.parse(body).data.key.rules_version : version;
  const update = changedRequest('* **', (body) => ({ ...body, expected_version: version }))(server);
  return async (request) => {
    const response = await server(request);
    if (!matches('PUT /tags/virtual/*', request) || response.status >= 300) return response;
    version = versionIn(isReplay(response) ? await update(withKey(request, undefined)) : response);
    return response;
  };
};

/** Responds depending on how many other requests with the key are in flight. */
export const concurrently =
  (
    respond: (request: TestRequest, server: Handler, others: number) => TestResponse | Promise<TestResponse>,
  ): Change =>
  (server) => {
    const inFlight = new Map<string, number>();
    return async (request) => {
      if (!isKeyed(request)) return server(request);
      const name = scopedKeyOf(request);
      const others = inFlight.get(name) ?? 0;
      inFlight.set(name, others + 1);
      try {
        return await respond(request, server, others);
      } finally {
        inFlight.set(name, (inFlight.get(name) ?? 1) - 1);
      }
    };
  };

export const executesConcurrent: Change = concurrently((request, server, others) =>
  server(others > 0 ? withKey(request, undefined) : request),
);

export const forgetsConcurrentKeys: Change = (server) => {
  const concurrent = new Set<string>();
  return concurrently((request, next, others) => {
    if (others > 0) concurrent.add(scopedKeyOf(request));
    return next(others === 0 && concurrent.has(scopedKeyOf(request)) ? withKey(request, undefined) : request);
  })(server);
};

export const refusesConcurrent: Change = (server) => {
  // Concurrent requests arrive within this time.
  const delay = () => new Promise((resolve) => setTimeout(resolve, 20));
  const inFlight = new Map<string, number>();
  return async (request) => {
    if (!isKeyed(request)) return server(request);
    const name = scopedKeyOf(request);
    const before = inFlight.get(name) ?? 0;
    inFlight.set(name, before + 1);
    await delay();
    const isConcurrent = (inFlight.get(name) ?? 0) > before + 1 || before > 0;
    const response = isConcurrent ? refusal(409) : await server(request);
    await delay();
    inFlight.delete(name);
    return response;
  };
};
