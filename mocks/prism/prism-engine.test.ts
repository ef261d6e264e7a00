import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/generated/operations.js';
import { validated } from '../../tests/support/mock/validated.js';
import { createMock, type Mock } from '../create-mock.js';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ engine: 'prism', rateLimit: 100_000 });
});

const call = (path: string, prefer?: string, init: RequestInit = {}) =>
  validated(mock.fetch)(path, {
    ...init,
    headers: {
      authorization: 'Bearer ccc_test_caller',
      ...(prefer === undefined ? {} : { prefer }),
      ...(init.headers as object),
    },
  });

test.each(
  operations
    .filter(({ method }) => method === 'GET')
    .map(({ path, parameters }) => [path, parameters] as const),
)('GET %s is answered from its example', async (path, parameters) => {
  const filled = path.replaceAll(/\{\w+\}/g, '1');
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, schema }) => [name, String(schema.enum?.[0] ?? schema.examples?.[0] ?? '1')]),
  );
  expect((await call(`${filled}?${query}`)).status).toBe(200);
});

describe('Prefer', () => {
  test('code asks for the answer of that status', async () => {
    const response = await call('/api/v1/providers', 'code=500');
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: { code: 'INTERNAL_SERVER_ERROR' } });
  });

  test('example asks for an answer by name, whatever its status', async () => {
    const response = await call('/api/v1/commitments', 'example=unknown-kind');
    expect(response.status).toBe(422);
    const empty = await call('/api/v1/commitments', 'example=nothing-matches');
    expect(await empty.json()).toMatchObject({ data: { items: [] } });
  });

  test('a 429 that was asked for says when to come back', async () => {
    expect((await call('/api/v1/providers', 'code=429')).headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('a 401 that was asked for carries its challenge', async () => {
    expect((await call('/api/v1/providers', 'code=401')).headers.get('www-authenticate')).toContain('Bearer');
  });

  test('an unknown code is refused with the known ones', async () => {
    const response = await call('/api/v1/providers', 'code=418');
    expect(response.status).toBe(422);
    const { error } = (await response.json()) as any;
    expect(error.details[0]).toMatchObject({ loc: ['header', 'Prefer', 'code'], input: '418' });
    expect(error.details[0].ctx.allowed).toContain('429');
  });

  test('an unknown example is refused with the known ones, those of the code if there is one', async () => {
    const { error } = (await (await call('/api/v1/commitments', 'example=none')).json()) as any;
    expect(error.details[0].ctx.allowed).toContain('nothing-matches');
    const narrowed = (await (await call('/api/v1/commitments', 'code=422, example=none')).json()) as any;
    expect(narrowed.error.details[0].ctx.allowed).not.toContain('nothing-matches');
  });

  test('dynamic=true makes an answer up that fits the document', async () => {
    expect((await call('/api/v1/commitments', 'dynamic=true')).status).toBe(200);
  });

  test('does not open what a key may not open', async () => {
    expect((await call('/api/v1/providers', 'code=200', { headers: { authorization: '' } })).status).toBe(
      401,
    );
  });
});

test('the deprecated read has the header of RFC 9745, not that of Prism', async () => {
  expect((await call('/api/v1/commitments/coverage')).headers.get('deprecation')).toMatch(/^@\d+$/);
});

test('an ordinary write is not marked as replayed', async () => {
  const response = await call('/api/v1/webhooks/endpoints/whe-3c9d', undefined, { method: 'DELETE' });
  expect(response.headers.has('idempotent-replayed')).toBe(false);
});
