import { beforeAll, describe, expect, test } from 'vitest';
import { document } from '../../src/generated/document.js';
import { exchangeOf } from '../../tests/support/mock/exchanges.js';
import { withKey } from '../../tests/support/mock/test-mock.js';
import { validated } from '../../tests/support/mock/validated.js';
import { createMock, type Mock } from '../create-mock.js';
import { exampleCalls } from '../front/example-calls.js';
import { PrismMissingError } from '../prism/prism-missing-error.js';
import { examplesEngine, examplesIn } from './examples.js';

describe.each(['dataset', 'prism'] as const)('Prefer with the %s engine', (engine) => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await createMock({ engine, rateLimit: 100_000 });
  });

  const call = (path: string, prefer: string, headers: Record<string, string> = {}) =>
    withKey(validated(mock.fetch))(path, { headers: { prefer, ...headers } });

  test('code selects the response by status', async () => {
    const response = await call('/api/v1/providers', 'code=500');
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: { code: 'INTERNAL_SERVER_ERROR' } });
  });

  test('example selects a response by name, whatever its status', async () => {
    const response = await call('/api/v1/commitments', 'example=unknown-kind');
    expect(response.status).toBe(422);
    const empty = await call('/api/v1/commitments', 'example=nothing-matches');
    expect(await empty.json()).toMatchObject({ data: { items: [] } });
  });

  test('returns Retry-After with a requested 429', async () => {
    expect((await call('/api/v1/providers', 'code=429')).headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('returns WWW-Authenticate with a requested 401', async () => {
    expect((await call('/api/v1/providers', 'code=401')).headers.get('www-authenticate')).toContain('Bearer');
  });

  test('rejects an unknown code with the valid ones', async () => {
    const response = await call('/api/v1/providers', 'code=418');
    expect(response.status).toBe(422);
    const { error } = (await response.json()) as any;
    expect(error.details[0]).toMatchObject({ loc: ['header', 'Prefer', 'code'], input: '418' });
    expect(error.details[0].ctx.allowed).toContain('429');
  });

  test('rejects an unknown example with the valid ones, of the requested code if any', async () => {
    const { error } = (await (await call('/api/v1/commitments', 'example=none')).json()) as any;
    expect(error.details[0].ctx.allowed).toContain('nothing-matches');
    const narrowed = (await (await call('/api/v1/commitments', 'code=422, example=none')).json()) as any;
    expect(narrowed.error.details[0].ctx.allowed).not.toContain('nothing-matches');
  });

  test('does not bypass authentication', async () => {
    expect((await call('/api/v1/providers', 'code=200', { authorization: '' })).status).toBe(401);
  });
});

const examples = examplesIn(document);
const calls = exampleCalls({ audit_id: 1, providers: ['provider_b'] });

test.each(calls.map((call) => [call.operation.operationId, call] as const))(
  'returns every example of %s by name',
  async (operationId, { operation, target, body }) => {
    const mock = await createMock({ rateLimit: 100_000 });
    const named = [...(examples.get(operationId) ?? [])].flatMap(([code, response]) =>
      [...response.examples].map(([name, value]) => ({ code, name, value })),
    );
    expect(named.length).toBeGreaterThan(3);
    for (const { code, name, value } of named) {
      const headers = { 'content-type': 'application/json', prefer: `code=${code}, example=${name}` };
      const { method } = operation;
      const response = await withKey(validated(mock.fetch))(target, { method, headers, body });
      expect([response.status, await response.json()]).toEqual([Number(code), value]);
    }
  },
);

test('requires Prism for dynamic=true only', async () => {
  const engine = examplesEngine(async () => {
    throw new PrismMissingError('npm install it');
  });
  const prefer = (value: string) => exchangeOf('GET /api/v1/providers', { headers: { prefer: value } });
  expect(await engine(prefer('code=500'))).toMatchObject({ status: 500 });
  await expect(async () => engine(prefer('dynamic=true'))).rejects.toThrow('npm install it');
});

test('ignores other preferences', async () => {
  const mock = await createMock();
  const response = await withKey(mock.fetch)('/api/v1/providers', { headers: { prefer: 'respond-async' } });
  expect(((await response.json()) as any).data).toHaveLength(4);
});
