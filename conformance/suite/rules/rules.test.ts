import { expect, test } from 'vitest';
import { document } from '../../../src/generated/full-document.js';
import { nodesIn } from '../../../tests/support/suite/cel-nodes.js';
import type { PassiveCheck } from '../../engine/check.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import { documentedRules, schemaAt } from './documented-rules.js';
import { explain } from './explain.js';
import { ruleChecks } from './index.js';
import { compile, compileBounded, environment, isTooLong, type Rule, withoutNulls } from './rule.js';
import { judgeOf } from './rule-check.js';

const context = (self: unknown) => {
  const known = withoutNulls(self);
  return { self: known, data: known, query: {}, path: {}, body: undefined, now: '2026-06-15T12:00:00Z' };
};
const value = (rule: string, self: unknown) => compile(rule)(context(self));

const rules = documentedRules();
const keys = [
  ...['id', 'message', 'when', 'proposedWhen', 'rule', 'level', 'basis', 'deviation', 'source', 'dependsOn'],
  ...['operations', 'places'],
];

test.each(rules)('$id has the keys of a rule and an expression', (rule) => {
  expect(Object.keys(rule).filter((key) => !keys.includes(key))).toEqual([]);
  expect(rule.message).toMatch(/^[`A-Z].*\.$/);
  for (const expression of expressionsOf(rule)) environment.parse(expression);
});

test.each(rules)('$id reads members that the schema has, and no integers', (rule) => {
  for (const [operation, places] of rule.places) {
    for (const place of places) {
      const members = Object.keys(schemaAt(operation, place));
      for (const expression of expressionsOf(rule)) {
        const nodes = nodesIn(environment.parse(expression).ast);
        const read = nodes.flatMap(({ op, args }: any) =>
          op === '.' && args[0].op === 'id' && args[0].args === 'self' ? [args[1]] : [],
        );
        expect(members).toEqual(expect.arrayContaining(read));
        // CEL has no product or comparison of a double and an integer in every implementation.
        const integers = nodes.filter(({ op, args }: any) => op === 'value' && typeof args === 'bigint');
        const indices = nodes.flatMap(({ op, args }: any) => (op === '[]' ? nodesIn(args[1]) : []));
        expect(integers.filter((node) => !indices.includes(node))).toEqual([]);
      }
    }
  }
});

const expressionsOf = ({ rule, when = 'true', proposedWhen = 'true' }: Rule) => [rule, when, proposedWhen];

test('rules do not state what is the default', () => {
  expect(JSON.stringify(document)).not.toMatch(/"(level":"SHOULD|basis":"proposed|deviation":"preference)"/);
});

test('a list of any length is not evaluated', () => {
  expect(isTooLong({ pages: [{ items: Array(10_000).fill({}) }] })).toBe(false);
  expect(isTooLong({ pages: [{ items: Array(10_001).fill({}) }] })).toBe(true);
});

test.each([
  ['self.rows.all(one, self.rows.all(other, one.a == other.a))', true],
  ['[self.rows].all(rows, rows.exists(one, rows.all(other, one.a <= other.a)))', true],
  ['self.rows.all(one, one.days.all(day, one.days.all(other, day.a == other.a)))', true],
  ['data.rows.all(other, self.a == other.a)', true],
  ['unique(self.rows.map(row, row.a)) && self.rows.all(row, row.days.all(day, day.a == 1.0))', false],
  ['[self.rows.filter(row, has(row.a))].all(rows, rows.all(row, row.a == 1.0))', false],
])('%s has no value on more than a thousand rows: %s', (rule, compares) => {
  const evaluate = compileBounded(rule, ['self']);
  const of = (length: number) =>
    evaluate(context({ a: 1, rows: Array(length).fill({ a: 1, days: [{ a: 1 }] }) }));
  expect(typeof of(1000)).toBe('boolean');
  expect(of(1001)).toBe(compares ? undefined : of(1000));
});

test('what is null or missing has no value, and decides nothing', () => {
  expect(value('self.a <= self.b', { a: 1, b: null })).toBeUndefined();
  expect(value('self.a <= self.b', { a: 1 })).toBeUndefined();
  expect(value('near(self.a, self.b)', { a: 1, b: 'text' })).toBeUndefined();
  expect(value('has(self.a) == has(self.b)', { a: 1, b: null })).toBe(false);
  expect(value('self.rows.all(row, row.a < 3.0)', { rows: [{ a: null }, { a: 4 }] })).toBe(false);
  expect(value('self.rows.all(row, row.a < 3.0)', { rows: [{ a: null }, { a: 2 }] })).toBeUndefined();
});

test.each<[rule: string, self: unknown, expected: boolean | number | undefined]>([
  ['near(self.a, self.b)', { a: 1, b: 1.02 }, true],
  ['near(self.a, self.b)', { a: 1, b: 1.03 }, false],
  ['nearSum(self.a, self.list)', { a: 6.04, list: [1, 2, 3] }, true],
  ['nearSum(self.a, self.list)', { a: 6.05, list: [1, 2, 3] }, false],
  ['nearSum(self.a, self.list)', { a: 6, list: [1, 2, null] }, undefined],
  ['nearPercent(self.a, self.b, self.c)', { a: 45.72, b: 2971.75, c: 6500 }, true],
  ['nearPercent(self.a, self.b, self.c)', { a: 46, b: 2971.75, c: 6500 }, true],
  ['nearPercent(self.a, self.b, self.c)', { a: 45, b: 2971.75, c: 6500 }, true],
  ['nearPercent(self.a, self.b, self.c)', { a: 45.82, b: 2971.75, c: 6500 }, false],
  ['nearPercent(self.a, self.b, self.c)', { a: 0, b: 0, c: 0 }, undefined],
  ['before(self.a, self.b)', { a: '2026-06-14', b: '2026-06-15' }, true],
  ['before(self.a, self.b)', { a: '2026-06-15', b: '2026-06-15T12:00:00Z' }, false],
  ['doubt(self.a, self.b)', { a: '2026-06-15', b: '2026-06-15' }, 0],
  ['doubt(self.a, self.b)', { a: '2026-06-15T12:00:00Z', b: '2026-06-15T12:00:00+02:00' }, 0],
  ['doubt(self.a, self.b)', { a: '2026-06-15T12:00:00Z', b: '2026-06-15' }, 38 / 24],
  ['before(self.a, self.b)', { a: 'soon', b: '2026-06-15' }, undefined],
  ['ascending(self.list) && unique(self.list)', { list: [1, 2, 3] }, true],
  ['ascending(self.list)', { list: [1, 3, 2] }, false],
  ['unique(self.list)', { list: ['a', 'b', 'a'] }, false],
  ['unique(self.list)', { list: [['a'], ['b'], ['a']] }, false],
  ['unique(self.list)', { list: [['a'], ['b']] }, true],
  ['count(distinct(self.list))', { list: ['b', 'a', 'b', ['a'], ['a']] }, 3],
  ['descending(self.list)', { list: ['202605', '202604', '202604'] }, true],
  ['descending(self.list)', { list: ['202605', '202604', '202605'] }, false],
  ['months(self.a) - months(self.b)', { a: '2026-06', b: '2025-04-30' }, 14],
  ['months(self.a)', { a: '202606' }, undefined],
  ['sum(slice(self.list, 1.0, 3.0)) == 5.0', { list: [1, 2, 3] }, true],
  ['sum(slice(self.list, 1.0, 4.0)) == 5.0', { list: [1, 2, 3] }, undefined],
])('%s of %j is %s', (rule, self, expected) => {
  expect(value(rule, self)).toBe(expected);
});

test.each([
  ['2026-06-15T12:00:00Z', '2026-06-15T12:00:01Z', true],
  ['2026-06-15T12:00:00Z', '2026-06-15T12:00:00Z', false],
  ['2026-06-15T12:00:00Z', '2026-06-15T13:00:00+02:00', false],
  ['2026-06-15', '2026-06-16', true],
  ['2026-06-15T12:00:00', '2026-06-15T12:30:00', false],
  ['2026-06-15T12:00:00', '2026-06-15T14:00:00', true],
  ['2026-06-15T12:00:00', '2026-06-15T14:00:00Z', false],
  ['2026-06-15T12:00:00', '2026-06-16T14:00:00Z', true],
  ['2026-06-15', '2026-06-15T14:00:00Z', false],
])('whether %s is before %s in every zone: %s', (a, b, expected) => {
  expect(value('before(self.a, self.b)', { a, b })).toBe(expected);
});

test.each([
  [
    'nearPercent(self.burn_pct, self.spent, self.amount_usd)',
    { burn_pct: 47, spent: 464, amount_usd: 1000 },
    { expected: '46.4 = spent / amount_usd × 100', actual: 'burn_pct 47 (spent 464, amount_usd 1000)' },
  ],
  [
    'self.days.all(day, day.used <= day.total)',
    {
      days: [
        { used: 1, total: 2 },
        { used: 3, total: 2 },
      ],
    },
    { expected: '<= 2 = day.total', actual: 'day.used 3' },
  ],
  [
    'self.a == 1.0 && nearSum(self.total, self.parts)',
    { a: 1, total: 5, parts: [1, 2] },
    { expected: '3 (2 values)', actual: 'total 5' },
  ],
  ['unique(self.list)', { list: [1, 2, 1] }, { expected: 'no duplicates', actual: '1 twice' }],
  ['ascending(self.list)', { list: [1, 3, 2] }, { expected: 'at least 3', actual: '2' }],
  ['descending(self.list)', { list: [3, 1, 2] }, { expected: 'at most 1', actual: '2' }],
  ['!has(self.pr_url)', { pr_url: 'x' }, { expected: 'pr_url null', actual: 'pr_url "x"' }],
  [
    '!before(self.a, self.b)',
    { a: '2026-06-01', b: '2026-06-02' },
    { expected: 'not before "2026-06-02" = b', actual: 'a "2026-06-01"' },
  ],
  [
    'days(self.a) <= days(now) + 1.0',
    { a: '2031-01-01' },
    {
      expected: '<= 2026-06-16T12:00:00.000Z = days(now) + 1.0',
      actual: 'days(a) 2031-01-01T00:00:00.000Z (a "2031-01-01")',
    },
  ],
  ['has(self.a) && has(self.b)', { a: 1 }, { expected: 'a value of b', actual: 'null' }],
  [
    'self.rows.all(row, row.end - row.start == row.length)',
    { rows: [{ id: 'a', start: 1, end: 3, length: 3 }] },
    { expected: '3 = row.length', actual: 'row.end - row.start 2 (row.end 3, row.start 1), of "a"' },
  ],
  [
    'unique(self.days.map(day, months(day.date)))',
    { days: [{ date: '2026-06-01' }, { date: '2026-06-02' }] },
    { expected: 'no duplicates', actual: '2026-06 twice' },
  ],
  [
    'count(self.options.filter(row, row.recommended == true)) == 1.0',
    { options: [{ recommended: false }] },
    { expected: '1', actual: 'number of options where recommended 0' },
  ],
  [
    '["a", "b"].exists(price, price in self && self[price] > 0.0)',
    { a: 0, b: null },
    { expected: 'one of ["a", "b"] where price in self && self[price] > 0.0', actual: 'a 0, b null' },
  ],
  [
    'self.rows.exists(row, row.id == "x")',
    { rows: [{ id: 'y' }, { id: 'z' }] },
    { expected: 'one of rows where id == "x"', actual: 'none of 2' },
  ],
  [
    '!self.rows.exists(row, row.state == "x")',
    { rows: [{ id: 'y', state: 'x' }] },
    { expected: 'not one of rows where state == "x"', actual: '"y"' },
  ],
  ['self.rows.all(row, row == "a")', { rows: { a: 1, b: 2 } }, { expected: '"a"', actual: 'row "b"' }],
  [
    'sum(self.rows.map(row, row.a)) > 3.0',
    { rows: [{ a: 1 }] },
    { expected: '> 3', actual: 'sum of rows[].a 1' },
  ],
  ['self.a in ["x", "y"]', { a: 'z' }, { expected: 'one of ["x","y"]', actual: 'a "z"' }],
  ['self.a >= 0.0', { a: -1 }, { expected: '>= 0', actual: 'a -1' }],
  ['self.a ? self.b > 1.0 : self.b < 1.0', { a: false, b: 2 }, { expected: '< 1', actual: 'b 2' }],
  [
    '["a", "b"].all(name, near(self[name], self.c))',
    { a: 1, b: 2, c: 1 },
    { expected: '1 = c', actual: 'b 2' },
  ],
  ['self.a.matches("^b")', { a: 'c' }, { expected: 'a.matches("^b")', actual: 'a "c"' }],
])('explains %s', (rule, self, sides) => {
  expect(explain(rule, context(self))).toEqual(sides);
});

test('a rule that the service states has its own basis in fields that are proposed for all operations', () => {
  const check = ruleChecks.find(({ id }) => id === 'coverage.grid-rows-hold-commitments') as PassiveCheck;
  const services = [{ ri: { commitment_count: 0 }, sp: { commitment_count: 0 } }];
  const exchange = {
    operationId: 'getCommitmentsByService',
    request: { query: [], path: '/' },
    response: { status: 200, headers: {}, json: { data: { services } } },
  } as unknown as CompleteExchange;

  expect(check.when?.(exchange)).toBe(true);
  const violation = expect.objectContaining({ basis: undefined });
  expect(() => check.run(exchange)).toThrow(expect.objectContaining({ violations: [violation] }));
});

test('a violation of a part that the service does not state only deviates from the proposal', () => {
  const rule = { message: 'Any.', rule: 'self.a == 1.0', proposedWhen: 'self.a == 2.0' };
  const judge = judgeOf({ ...rule, id: 'any.rule', places: new Map([['listProviders', ['']]]) } as never);
  const violationOf = (a: number) => judge('listProviders', { ...context({ a }), data: { a } });
  const open = { violation: { basis: 'proposed', deviation: 'preference' } };
  expect(violationOf(2)).toMatchObject(open);
  expect(violationOf(3)).not.toMatchObject(open);
});
