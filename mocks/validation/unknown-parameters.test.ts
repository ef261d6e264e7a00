import { expect, test } from 'vitest';
import { type Operation, operations } from '../../src/generated/operations.js';
import { withKey } from '../../tests/support/mock/test-mock.js';
import { validated } from '../../tests/support/mock/validated.js';
import { createMock, type MockOptions } from '../create-mock.js';
import { issueOf, warningOf } from './unknown-parameters.js';

const operation = operations.find((one) => one.operationId === 'getCostBreakdown') as Operation;
const breakdown = '/api/v1/providers/provider_a/costs/breakdown';

const setUp = async (options: MockOptions = {}) => {
  const mock = await createMock(options);
  return { mock, call: (query: string) => withKey(validated(mock.fetch))(`${breakdown}?${query}`) };
};

test.each([
  ['start_date', 'start'],
  ['startDate', 'start'],
  ['granularty', 'granularity'],
  ['pageSize', 'page_size'],
])('for %s suggests %s', (name, nearest) => {
  expect(warningOf(name, operation)).toBe(
    `\`${name}\` is not a query parameter of getCostBreakdown. Did you mean \`${nearest}\`?`,
  );
});

test.each(['colour', '', '__proto__', 'x'.repeat(100_000)])('suggests nothing for %.20s', (name) => {
  expect(warningOf(name, operation)).not.toContain('Did you mean');
  expect(warningOf(name, operation).length).toBeLessThan(200);
});

test.each(['a\r\nSet-Cookie: b', 'über', '\u0000', '\u{1f600}'.repeat(60), 'a\ud800'])(
  'encodes characters that a header cannot contain',
  (name) => {
    expect(() => new Headers({ warning: warningOf(name, operation) })).not.toThrow();
    expect(warningOf(name, operation)).toMatch(/^[ -~]+$/);
  },
);

test('serves a request with an unknown parameter, with a warning in a header and in the journal', async () => {
  const { mock, call } = await setUp();
  const response = await call('start_date=2026-01-01');
  const warning = warningOf('start_date', operation);
  expect([response.status, response.headers.get('mock-warning')]).toEqual([200, warning]);
  expect(mock.control.journal()).toMatchObject([{ status: 200, warnings: [warning] }]);
  expect(mock.control.har().log.entries[0]?.response.comment).toContain(warning);
});

test.each(['null', 'undefined', 'NaN', '[object Object]', 'Invalid Date', 'None'])(
  'warns of the text %s as a value',
  async (text) => {
    const { mock, call } = await setUp();
    const response = await call(`service=Compute&service=${encodeURIComponent(text)}`);
    const warning = `\`service\` is the text "${text}". If the program has no value, omit the parameter.`;
    expect([response.status, response.headers.get('mock-warning')]).toEqual([200, warning]);
    expect(mock.control.journal()).toMatchObject([{ warnings: [warning] }]);
  },
);

test('adds no warning to the next request without an unknown parameter', async () => {
  const { mock, call } = await setUp();
  await call('start_date=2026-01-01');
  expect((await call('start=2026-01-01')).headers.has('mock-warning')).toBe(false);
  expect(mock.control.journal()[1]).toMatchObject({ warnings: [] });
});

test('exposes the warning to pages of other origins', async () => {
  const { mock } = await setUp();
  const response = await withKey(mock.fetch)(breakdown, { headers: { origin: 'http://localhost:5173' } });
  expect(response.headers.get('access-control-expose-headers')).toContain('Mock-Warning');
});

test('redacts an API key sent as a parameter name', async () => {
  const { mock, call } = await setUp();
  await call('ccc_test_caller=1');
  expect(JSON.stringify(mock.control.journal())).not.toContain('ccc_test_caller');
});

test.each(['=1', '=', 'start=2026-01-01&=x'])('warns of a parameter without a name: %s', async (query) => {
  const { call } = await setUp();
  const response = await call(query);
  expect([response.status, response.headers.get('mock-warning')]).toEqual([
    200,
    'The query has a parameter without a name, such as `=1`.',
  ]);
  const strict = await setUp({ strictQuery: true });
  const refused = await strict.call(query);
  expect([refused.status, ((await refused.json()) as any).error]).toMatchObject([
    422,
    { details: [issueOf('', operation)] },
  ]);
});

test.each(['', '&', '&&start=2026-01-01&'])('accepts separators without a parameter: %j', async (query) => {
  const { call } = await setUp({ strictQuery: true });
  expect((await call(query)).status).toBe(200);
});

test('returns 422 with the nearest parameter with strictQuery', async () => {
  const { mock, call } = await setUp({ strictQuery: true });
  const response = await call('start_date=2026-01-01&granularity=hourly');
  expect(response.status).toBe(422);
  const { error } = (await response.json()) as any;
  expect(error.details).toContainEqual(issueOf('start_date', operation));
  expect(error.details).toHaveLength(2);
  expect(issueOf('start_date', operation)).toMatchObject({
    loc: ['query', 'start_date'],
    ctx: { nearest: 'start' },
  });
  expect(mock.control.journal()[0]?.warnings).toEqual([]);
  expect((await call('start=2026-01-01')).status).toBe(200);
});
