import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

/** Answers requests for a path of one of the servers under test. */
export type Reach = (path: string, init?: RequestInit) => Promise<Response>;

/** An answer that has been read. */
export interface Read {
  readonly status: number;
  readonly isReplay: boolean;
  readonly text: string;
  /** The `data` of a success, or the `error` of a failure. */
  readonly content: any;
}

export async function ask(
  reach: Reach,
  line: string,
  parts: { key?: string; body?: unknown } = {},
): Promise<Read> {
  const [method = '', path = ''] = line.split(' ');
  const response = await reach(path, {
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
export function register(reach: Reach, key?: string, description = 'ours'): Promise<Read> {
  return ask(reach, 'POST /api/v1/webhooks/endpoints', {
    ...(key === undefined ? {} : { key }),
    body: { url: 'https://hooks.example.com/cost', event_types: ['optimization.completed'], description },
  });
}

/** How many endpoints were ever registered, told by the number of one more. */
export async function registeredSoFar(reach: Reach): Promise<number> {
  const { content } = await register(reach);
  return Number.parseInt(content.id.slice('whe-'.length), 16) - 1;
}

/** The tag key that the fixtures name, and its version by now. */
async function tagKey(reach: Reach): Promise<{ readonly id: string; readonly version: number }> {
  return (await (await reach('/.well-known/cost-contract.json')).json()).tag_key;
}

/** Replaces the tag key that the fixtures name. */
function replace(
  reach: Reach,
  id: string,
  version: number,
  description: string,
  key?: string,
): Promise<Read> {
  return ask(reach, `PUT /api/v1/tags/virtual/${id}`, {
    ...(key === undefined ? {} : { key }),
    body: { name: 'Cost center', description, expected_version: version },
  });
}

/**
 * What holds for one server holds for two that share their state.
 *
 * @param servers the same one twice, or two replicas
 */
export function expectOneServer(servers: () => readonly [Reach, Reach]) {
  const one = () => servers()[0];
  const other = () => servers()[1];
  const at = (index: number) => (index % 2 ? other() : one());

  test('many requests with one key at once run one write', async () => {
    const before = await registeredSoFar(one());
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => register(at(index), key)));
    const fresh = answers.filter(({ status, isReplay }) => status === 201 && !isReplay);
    expect(fresh).toHaveLength(1);
    const [{ content }] = fresh as [Read];
    for (const answer of answers) {
      if (answer.status === 409) expect(answer.content.details.reason).toBe('idempotency_key_in_flight');
      else expect(answer).toMatchObject({ status: 201, content });
    }
    expect(await registeredSoFar(other())).toBe(before + 2);
  });

  test('a replay has the bytes of the first answer, wherever it is asked for', async () => {
    const key = randomUUID();
    const first = await register(one(), key);
    expect(await register(other(), key)).toEqual({ ...first, isReplay: true });
    expect(await register(one(), key)).toEqual({ ...first, isReplay: true });
  });

  test('a key is not for another request, wherever that is made', async () => {
    const key = randomUUID();
    await register(one(), key, 'first');
    expect(await register(other(), key, 'second')).toMatchObject({
      status: 422,
      content: { details: { reason: 'idempotency_key_reused' } },
    });
  });

  test('a key whose request failed is free, wherever it comes again', async () => {
    const key = randomUUID();
    const bad = await ask(one(), 'POST /api/v1/webhooks/endpoints', { key, body: { url: 7 } });
    expect(bad.status).toBe(422);
    expect(await register(other(), key)).toMatchObject({ status: 201, isReplay: false });
  });

  test('many writes without a key at once are all made, each with an id of its own', async () => {
    const before = await registeredSoFar(one());
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => register(at(index))));
    expect(new Set(answers.map(({ content }) => content.id)).size).toBe(24);
    expect(await registeredSoFar(other())).toBe(before + 25);
  });

  test('what one has registered the other removes, once', async () => {
    const { content } = await register(one());
    const line = `DELETE /api/v1/webhooks/endpoints/${content.id}`;
    const answers = await Promise.all([ask(other(), line), ask(one(), line)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('of two replacements of one version one is made, and the other told the version', async () => {
    const { id, version } = await tagKey(one());
    const answers = await Promise.all([0, 1].map((index) => replace(at(index), id, version, `by ${index}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.content.details).toEqual({
      reason: 'stale_version',
      expected_version: version,
      current_version: version + 1,
    });
    expect(await tagKey(other())).toMatchObject({ version: version + 1 });
  });

  test('a replacement is replayed with the version that it has used up itself', async () => {
    const { id, version } = await tagKey(one());
    const key = randomUUID();
    const first = await replace(one(), id, version, 'once', key);
    expect(first.status).toBe(200);
    expect(await replace(other(), id, version, 'once', key)).toEqual({ ...first, isReplay: true });
    expect(await tagKey(other())).toMatchObject({ version: version + 1 });
  });

  test('no replacement is lost, however many try again until theirs is made', async () => {
    const before = await tagKey(one());
    const persist = async (index: number) => {
      for (;;) {
        const { id, version } = await tagKey(at(index));
        if ((await replace(at(index), id, version, `by ${index}`)).status === 200) return;
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_, index) => persist(index)));
    expect(await tagKey(other())).toMatchObject({ version: before.version + 6 });
  });

  test('the clock tells the same time', async () => {
    const times = await Promise.all(
      [one(), other()].map(async (reach) =>
        Date.parse(JSON.parse((await ask(reach, 'GET /api/v1/providers')).text).timestamp),
      ),
    );
    expect(Math.abs((times[0] ?? 0) - (times[1] ?? 0))).toBeLessThanOrEqual(1000);
  });
}
