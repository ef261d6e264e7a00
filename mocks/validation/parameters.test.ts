import { expect, test } from 'vitest';
import { type Operation, type OperationId, operations } from '../../src/generated/operations.js';
import { Refusal, type ValidationIssue } from '../refusal.js';
import { pathReader, queryReader } from './parameters.js';

const read = (query: string, operationId: OperationId = 'listCommitments') => {
  const operation = operations.find((candidate) => candidate.operationId === operationId) as Operation;
  const issues: ValidationIssue[] = [];
  const unknown: string[] = [];
  const values = queryReader(operation)(query, issues, unknown);
  return { values, issues, unknown };
};

test('defaults are filled in', () => {
  expect(read('').values).toEqual({ page: 1, page_size: 20 });
});

test('values get the type the document gives them', () => {
  expect(read('page=3&kind=savings_plan&provider=provider%5Fa').values).toEqual({
    page: 3,
    page_size: 20,
    kind: 'savings_plan',
    provider: 'provider_a',
  });
});

test('a plus sign is a space, as forms write it', () => {
  expect(read('status=a+b%2B').values.status).toBe('a b+');
});

test('what the operation does not have is noted, and not refused', () => {
  const { issues, unknown } = read('colour=red&__proto__=1&=&&x&colour=blue');
  expect(issues).toEqual([]);
  expect(unknown).toEqual(['colour', '__proto__', 'x']);
});

test('of very many only some are noted', () => {
  const names = Array.from({ length: 100 }, (_, index) => `x${index}=1`);
  expect(read(names.join('&')).unknown).toHaveLength(5);
});

test('an operation without parameters notes them too', () => {
  expect(read('page=2', 'listProviders').unknown).toEqual(['page']);
});

test.each(['x', '1.0', '1e3', '0x1', ' 1', '', '--1'])('a page of %j is no integer', (page) => {
  expect(read(`page=${encodeURIComponent(page)}`).issues).toMatchObject([
    { loc: ['query', 'page'], type: 'type' },
  ]);
});

test.each(['2147483648', '9'.repeat(20), '9'.repeat(300)])('a page of %s is out of range', (page) => {
  expect(read(`page=${page}`).issues).toMatchObject([
    { loc: ['query', 'page'], type: 'range', ctx: { maximum: 2147483647 } },
  ]);
});

test.each(
  operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter(({ in: place, schema }) => place !== 'header' && schema.type === 'integer')
      .map((parameter) => [operationId, parameter.name, parameter.in] as const),
  ),
)('%s takes no %s that a program cannot count to', (operationId, name, place) => {
  const operation = operations.find((one) => one.operationId === operationId) as Operation;
  for (const digits of ['9'.repeat(17), '9'.repeat(300), '9'.repeat(301), `-${'9'.repeat(300)}`]) {
    const issues: ValidationIssue[] = [];
    if (place === 'path') pathReader(operation)({ [name]: digits }, issues);
    else queryReader(operation)(`${name}=${digits}`, issues, []);
    expect(issues).toContainEqual(expect.objectContaining({ loc: [place, name] }));
  }
});

test('an id longer than any names nothing', () => {
  const operation = operations.find(({ operationId }) => operationId === 'getCommitment') as Operation;
  const readPath = () => pathReader(operation)({ commitment_id: 'x'.repeat(2049) }, []);
  expect(readPath).toThrow(
    expect.objectContaining({
      status: 404,
      message: 'No commitment_id is like that: it must have at most 2048 characters.',
    }),
  );
});

test.each(['0', '-1'])('a page of %s is out of range', (page) => {
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

test('a value outside its set is told the set', () => {
  expect(read('kind=coupon').issues).toMatchObject([
    { loc: ['query', 'kind'], type: 'enum', input: 'coupon', ctx: { allowed: expect.any(Array) } },
  ]);
});

test('every fault is named, not only the first', () => {
  expect(read('kind=coupon&page=0&page_size=x').issues).toHaveLength(3);
});

test('a plain parameter that is sent twice is refused', () => {
  expect(read('page=1&page=2').issues).toMatchObject([{ loc: ['query', 'page'], type: 'repeated' }]);
});

test('a list is repeated, and absent when it is not sent', () => {
  expect(read('service=compute&service=cache&account=1', 'listRecommendations').values).toMatchObject({
    service: ['compute', 'cache'],
    account: ['1'],
  });
  expect(read('', 'listRecommendations').values).not.toHaveProperty('service');
});

test('a fault in a list tells which entry', () => {
  const query = 'display_status=available&display_status=lost';
  expect(read(query, 'listRecommendations').issues).toMatchObject([
    { loc: ['query', 'display_status', 1], type: 'enum', input: 'lost' },
  ]);
});

test('a broken encoding is 400', () => {
  expect(() => read('provider=%zz')).toThrow(Refusal);
});
