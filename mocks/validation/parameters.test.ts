import { expect, test } from 'vitest';
import { type Operation, type OperationId, operations } from '../../src/generated/operations.js';
import { HttpError, type ValidationIssue } from '../http/http-error.js';
import { pathReader, queryReader } from './parameters.js';

const read = (query: string, operationId: OperationId = 'listCommitments') => {
  const operation = operations.find((candidate) => candidate.operationId === operationId) as Operation;
  const issues: ValidationIssue[] = [];
  const unknown: string[] = [];
  const values = queryReader(operation)(query, issues, unknown);
  return { values, issues, unknown };
};

test('applies defaults', () => {
  expect(read('').values).toEqual({ page: 1, page_size: 20 });
});

test('converts values to the types of the document', () => {
  expect(read('page=3&kind=savings_plan&provider=provider%5Fa').values).toEqual({
    page: 3,
    page_size: 20,
    kind: 'savings_plan',
    provider: 'provider_a',
  });
});

test('decodes a plus sign as a space', () => {
  expect(read('status=a+b%2B').values.status).toBe('a b+');
});

test('reports unknown parameters without an issue', () => {
  const { issues, unknown } = read('colour=red&__proto__=1&=&&x&colour=blue');
  expect(issues).toEqual([]);
  expect(unknown).toEqual(['colour', '__proto__', '', 'x']);
});

test('reports at most five unknown parameters', () => {
  const names = Array.from({ length: 100 }, (_, index) => `x${index}=1`);
  expect(read(names.join('&')).unknown).toHaveLength(5);
});

test('reports unknown parameters of an operation without parameters', () => {
  expect(read('page=2', 'listProviders').unknown).toEqual(['page']);
});

test.each(['x', '1.0', '1e3', '0x1', ' 1', '', '--1'])('rejects the page %j as not an integer', (page) => {
  expect(read(`page=${encodeURIComponent(page)}`).issues).toMatchObject([
    { loc: ['query', 'page'], type: 'type' },
  ]);
});

test.each(['2147483648', '9'.repeat(20), '9'.repeat(300)])('rejects the page %s as out of range', (page) => {
  expect(read(`page=${page}`).issues).toMatchObject([
    { loc: ['query', 'page'], type: 'range', ctx: { maximum: 2147483647 } },
  ]);
});

test.each(
  operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter(({ in: place }) => place === 'query')
      .filter(({ schema: { format, pattern = '' } }) => format === 'date' || /^\^.*\{4\}-/.test(pattern))
      .map(({ name }) => [operationId, name] as const),
  ),
)('names a date for one that is not valid: %s, %s', (operationId, name) => {
  for (const value of ['yesterday afternoon', '2026-6-3', '2026']) {
    const issues = read(`${name}=${value}`, operationId).issues.filter(({ loc }) => loc[1] === name);
    expect(issues).toMatchObject([{ msg: expect.stringMatching(/^Must be a (date|month) such as 2026-06/) }]);
  }
});

test.each(
  operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter(({ in: place, schema }) => place !== 'header' && schema.type === 'integer')
      .map((parameter) => [operationId, parameter.name, parameter.in] as const),
  ),
)('%s rejects a %s beyond the safe integers', (operationId, name, place) => {
  const operation = operations.find((one) => one.operationId === operationId) as Operation;
  for (const digits of ['9'.repeat(17), '9'.repeat(300), '9'.repeat(301), `-${'9'.repeat(300)}`]) {
    const issues: ValidationIssue[] = [];
    if (place === 'path') pathReader(operation)({ [name]: digits }, issues);
    else queryReader(operation)(`${name}=${digits}`, issues, []);
    expect(issues).toContainEqual(expect.objectContaining({ loc: [place, name] }));
  }
});

test('throws 404 for an id beyond the maximum length', () => {
  const operation = operations.find(({ operationId }) => operationId === 'getCommitment') as Operation;
  const readPath = () => pathReader(operation)({ commitment_id: 'x'.repeat(2049) }, []);
  expect(readPath).toThrow(
    expect.objectContaining({
      status: 404,
      message: 'Invalid commitment_id: must have at most 2048 characters.',
    }),
  );
});

test.each(['0', '-1'])('rejects the page %s as too small', (page) => {
  expect(read(`page=${page}`).issues).toEqual([
    {
      loc: ['query', 'page'],
      msg: 'Must be at least 1.',
      type: 'range',
      input: Number(page),
      ctx: { minimum: 1 },
    },
  ]);
});

test('returns the allowed values for an unknown enum value', () => {
  expect(read('kind=coupon').issues).toMatchObject([
    { loc: ['query', 'kind'], type: 'enum', input: 'coupon', ctx: { allowed: expect.any(Array) } },
  ]);
});

test('returns all issues', () => {
  expect(read('kind=coupon&page=0&page_size=x').issues).toHaveLength(3);
});

test('rejects a repeated parameter that is not an array', () => {
  expect(read('page=1&page=2').issues).toMatchObject([{ loc: ['query', 'page'], type: 'repeated' }]);
});

test('reads a repeated array parameter, and omits one that is not sent', () => {
  expect(read('service=compute&service=cache&account=1', 'listRecommendations').values).toMatchObject({
    service: ['compute', 'cache'],
    account: ['1'],
  });
  expect(read('', 'listRecommendations').values).not.toHaveProperty('service');
});

test('includes the index of an invalid array item', () => {
  const query = 'display_status=available&display_status=lost';
  expect(read(query, 'listRecommendations').issues).toMatchObject([
    { loc: ['query', 'display_status', 1], type: 'enum', input: 'lost' },
  ]);
});

test('throws 400 for malformed percent-encoding', () => {
  expect(() => read('provider=%zz')).toThrow(HttpError);
});
