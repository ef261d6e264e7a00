import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

/** Sends a request to one of the servers under test. */
export type FetchPath = (path: string, init?: RequestInit) => Promise<Response>;

/** A response with its body. */
export interface ReadResponse {
  readonly status: number;
  readonly isReplay: boolean;
  readonly text: string;
  /** The `data` of a success, or the `error` of a failure. */
  readonly content: any;
}

export async function send(
  fetchPath: FetchPath,
  line: string,
  parts: { key?: string; body?: unknown } = {},
): Promise<ReadResponse> {
  const [method = '', path = ''] = line.split(' ');
  const response = await fetchPath(path, {
    method,
    headers: {
      authorization: 'Bearer ccc_test_caller',
      ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(parts.key === undefined ? {} : { 'idempotency-key': parts.key }),
    },
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
  });
  const text = await response.text();
  const { data, error } = JSON.parse(text);
  return {
    status: response.status,
    isReplay: response.headers.get('idempotent-replayed') === 'true',
    text,
    content: data ?? error,
  };
}

/** Registers an endpoint. */
export function register(fetchPath: FetchPath, key?: string, description = 'ours'): Promise<ReadResponse> {
  return send(fetchPath, 'POST /api/v1/webhooks/endpoints', {
    ...(key === undefined ? {} : { key }),
    body: { url: 'https://hooks.example.com/cost', event_types: ['optimization.completed'], description },
  });
}

/** Returns the number of endpoints registered so far, from the id of a new one. */
export async function registeredSoFar(fetchPath: FetchPath): Promise<number> {
  const { content } = await register(fetchPath);
  return Number.parseInt(content.id.slice('whe-'.length), 16) - 1;
}

/** Returns the tag key of the fixtures with its current version. */
async function tagKey(fetchPath: FetchPath): Promise<{ readonly id: string; readonly version: number }> {
  return (await (await fetchPath('/.well-known/cost-contract.json')).json()).tag_key;
}

/** Updates the tag key of the fixtures. */
function replace(
  fetchPath: FetchPath,
  id: string,
  version: number,
  description: string,
  key?: string,
): Promise<ReadResponse> {
  return send(fetchPath, `PUT /api/v1/tags/virtual/${id}`, {
    ...(key === undefined ? {} : { key }),
    body: { name: 'Cost center', description, expected_version: version },
  });
}

/**
 * Tests that two servers with shared state behave like one.
 *
 * @param servers the same server twice, or two replicas
 */
export function expectOneServer(servers: () => readonly [FetchPath, FetchPath]) {
  const one = () => servers()[0];
  const other = () => servers()[1];
  const at = (index: number) => (index % 2 ? other() : one());

  test('concurrent requests with one key run one write', async () => {
    const before = await registeredSoFar(one());
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 24 }, (_, index) => register(at(index), key)));
    const fresh = responses.filter(({ status, isReplay }) => status === 201 && !isReplay);
    expect(fresh).toHaveLength(1);
    const [{ content }] = fresh as [ReadResponse];
    for (const response of responses) {
      if (response.status === 409) expect(response.content.details.reason).toBe('idempotency_key_in_flight');
      else expect(response).toMatchObject({ status: 201, content });
    }
    expect(await registeredSoFar(other())).toBe(before + 2);
  });

  test('either server replays the bytes of the first response', async () => {
    const key = randomUUID();
    const first = await register(one(), key);
    expect(await register(other(), key)).toEqual({ ...first, isReplay: true });
    expect(await register(one(), key)).toEqual({ ...first, isReplay: true });
  });

  test('either server replays the first response to another request with its key', async () => {
    const key = randomUUID();
    const first = await register(one(), key, 'first');
    expect(await register(other(), key, 'second')).toEqual({ ...first, isReplay: true });
  });

  test('a key can be used again on either server after its request failed', async () => {
    const key = randomUUID();
    const bad = await send(one(), 'POST /api/v1/webhooks/endpoints', { key, body: { url: 7 } });
    expect(bad.status).toBe(422);
    expect(await register(other(), key)).toMatchObject({ status: 201, isReplay: false });
  });

  test('concurrent writes without a key all succeed with unique ids', async () => {
    const before = await registeredSoFar(one());
    const responses = await Promise.all(Array.from({ length: 24 }, (_, index) => register(at(index))));
    expect(new Set(responses.map(({ content }) => content.id)).size).toBe(24);
    expect(await registeredSoFar(other())).toBe(before + 25);
  });

  test('an endpoint registered on one server is deleted once on the other', async () => {
    const { content } = await register(one());
    const line = `DELETE /api/v1/webhooks/endpoints/${content.id}`;
    const responses = await Promise.all([send(other(), line), send(one(), line)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('one of two concurrent updates of a version succeeds, and the other returns 409 with the current version', async () => {
    const { id, version } = await tagKey(one());
    const responses = await Promise.all(
      [0, 1].map((index) => replace(at(index), id, version, `by ${index}`)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.content.details).toEqual({
      reason: 'stale_version',
      expected_version: version,
      current_version: version + 1,
    });
    expect(await tagKey(other())).toMatchObject({ version: version + 1 });
  });

  test('an update is replayed although its expected version is outdated', async () => {
    const { id, version } = await tagKey(one());
    const key = randomUUID();
    const first = await replace(one(), id, version, 'once', key);
    expect(first.status).toBe(200);
    expect(await replace(other(), id, version, 'once', key)).toEqual({ ...first, isReplay: true });
    expect(await tagKey(other())).toMatchObject({ version: version + 1 });
  });

  test('no update is lost when concurrent updates are retried', async () => {
    const before = await tagKey(one());
    const updateUntilDone = async (index: number) => {
      for (;;) {
        const { id, version } = await tagKey(at(index));
        if ((await replace(at(index), id, version, `by ${index}`)).status === 200) return;
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_, index) => updateUntilDone(index)));
    expect(await tagKey(other())).toMatchObject({ version: before.version + 6 });
  });

  test('both servers report the same time', async () => {
    const times = await Promise.all(
      [one(), other()].map(async (fetchPath) =>
        Date.parse(JSON.parse((await send(fetchPath, 'GET /api/v1/providers')).text).timestamp),
      ),
    );
    expect(Math.abs((times[0] ?? 0) - (times[1] ?? 0))).toBeLessThanOrEqual(1000);
  });
}
