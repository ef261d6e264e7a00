import { expect, test } from 'vitest';
import { document } from '../../../src/generated/full-document.js';
import type { OperationId } from '../../../src/generated/operations.js';
import { nodesIn } from '../../../tests/support/suite/cel-nodes.js';
import { type CompleteExchange, isSuccess, type RequestPlan } from '../../engine/http/exchange.js';
import { NotApplicable } from '../../engine/judge/outcome.js';
import type { Probe } from '../../engine/run/probe.js';
import { operationOf, requestTo } from '../contract.js';
import { schemaAt } from './documented-rules.js';
import { readCheck } from './read-check.js';
import { type ReadRule, readRules } from './read-rule.js';
import { environment } from './rule.js';

const rules = [...readRules()].flatMap(([id, ofOperations]) =>
  [...ofOperations].map(([operation, rule]) => ({ id, operation, rule })),
);
const own = 'getCommitmentOverview';
const claim = {
  id: 'overview.is-right',
  message: 'It is right.',
  level: 'SHOULD',
  basis: 'derived',
  source: '',
} as const;

/** Judges a rule on responses by operation, or by operation and query. */
async function judged(
  rule: Pick<ReadRule, 'reads' | 'rule'> & Partial<ReadRule>,
  responses: Readonly<Record<string, unknown>>,
  found: object = {},
): Promise<unknown> {
  const send = async (plan: RequestPlan) => {
    const query = plan.query.map((one) => one.join('=')).join('&');
    const data = responses[query === '' ? String(plan.operationId) : `${plan.operationId}?${query}`];
    const response = { status: data === undefined ? 422 : 200, json: { success: true, timestamp: '', data } };
    return { operationId: plan.operationId, request: plan, response } as unknown as CompleteExchange;
  };
  const correct = async (operationId: OperationId = own) => {
    const plan = requestTo(operationId);
    const exchange = await send(plan);
    if (!isSuccess(exchange)) throw new NotApplicable('not implemented');
    return { plan, exchange };
  };
  const probe = { operation: operationOf(own), found: { fixtures: {}, ...found }, bill: null, correct, send };
  const check = readCheck(new Map([[own, { ...claim, ...rule }]]));
  try {
    await check.run(probe as unknown as Probe);
    return 'passed';
  } catch (error) {
    if (error instanceof NotApplicable) return 'not applicable';
    return (error as { violations: unknown }).violations;
  }
}

const rates = 'getCoverageRates';
const same = { reads: { rates }, rule: 'same(self.coverage_pct, rates.totals.coverage_pct)' } as const;

test.each([
  [60, 60, 'passed'],
  [60, undefined, 'not applicable'],
  [null, null, 'not applicable'],
])('%s in one read and %s in the other', async (here, there, expected) => {
  const responses = {
    [own]: { coverage_pct: here },
    [rates]: { totals: { coverage_pct: there }, measured: true },
  };
  expect(await judged(same, responses)).toBe(expected);
});

test('a violation has both values, the other read, and the response of the first value', async () => {
  const responses = {
    [own]: { coverage_pct: 60 },
    [rates]: { totals: { coverage_pct: 75.25 }, measured: true },
  };
  expect(await judged(same, responses)).toEqual([
    {
      message: 'The response violates: It is right.',
      expected: '75.25 = rates.totals.coverage_pct, in GET /api/v1/commitments/coverage-rates',
      actual: 'coverage_pct 60',
      deviation: undefined,
      exchange: expect.objectContaining({ operationId: own }),
    },
  ]);
});

test('null in one read only is a preference', async () => {
  const responses = {
    [own]: { coverage_pct: null },
    [rates]: { totals: { coverage_pct: 75 }, measured: true },
  };
  const violation = { deviation: 'preference', actual: 'coverage_pct null' };
  expect(await judged(same, responses)).toEqual([expect.objectContaining(violation)]);
});

test('0 is null where a server may show either', async () => {
  const rule = { reads: { rates }, rule: 'same(nonZero(self.count), nonZero(rates.count))' } as const;
  const responses = (here: unknown, there: unknown) => ({
    [own]: { count: here },
    [rates]: { count: there },
  });
  expect(await judged(rule, responses(0, null))).toBe('not applicable');
  expect(await judged(rule, responses(0, 5))).toMatchObject([{ deviation: 'preference' }]);
  expect(await judged(rule, responses(4, 5))).toMatchObject([{ deviation: undefined }]);
});

test('each element is a case, and each expression applies where its values are known', async () => {
  const rule = {
    reads: {
      rates,
      account: { in: 'self.accounts' },
      rate: { in: 'rates.accounts.filter(r, r.account_id == account.account_id)' },
      figure: { in: ['covered_monthly', 'on_demand_monthly'] },
    },
    rule: ['near(account[figure], rate[figure])', 'account.unknown == 1.0'],
  } as const;
  const accounts = ['a', 'b', 'c'].map((account_id, covered_monthly) => ({ account_id, covered_monthly }));
  const others = [
    { account_id: 'a', covered_monthly: 5 },
    { account_id: 'b', covered_monthly: 1 },
  ];
  const responses = { [own]: { accounts }, [rates]: { accounts: others, measured: true } };
  const violations = await judged(rule, responses);
  expect(violations).toMatchObject([
    {
      message: '`covered_monthly` of `rate` "a" violates: It is right.',
      actual: 'account.covered_monthly 0',
    },
  ]);
  expect(await judged(rule, { ...responses, [rates]: { accounts: [], measured: true } })).toBe(
    'not applicable',
  );
});

test('fewer elements are judged where lists are longer, since each may be searched in another list', async () => {
  const rule = {
    reads: { rates, account: { in: 'self.accounts' } },
    rule: 'account.covered_monthly == 5.0',
  } as const;
  const wrongAt = (index: number, length: number) => {
    const accounts = Array.from({ length }, (_, at) => ({ covered_monthly: at === index ? 4 : 5 }));
    return judged(rule, { [own]: { accounts }, [rates]: {} });
  };
  expect(await wrongAt(999, 1_000)).toHaveLength(1);
  expect(await wrongAt(499, 2_000)).toHaveLength(1);
  expect(await wrongAt(500, 2_000)).toBe('passed');
});

test('parameters are constants, or from the reads before', async () => {
  const rule = {
    reads: {
      part: { in: ['ri', 'sp'] },
      one: { query: { commitment_type: '=part', ids: ['1', '2'] } },
    },
    rule: 'one.count == self.count',
  } as const;
  const queries = ['ri', 'sp'].map((part) => `${own}?commitment_type=${part}&ids=1&ids=2`);
  const [ri = '', sp = ''] = queries;
  const responses = { [own]: { count: 2 }, [ri]: { count: 2 }, [sp]: { count: 3 } };
  expect(await judged(rule, responses)).toMatchObject([{ message: expect.stringContaining('`part` "sp"') }]);
  expect(await judged(rule, { ...responses, [sp]: { count: 2 } })).toBe('passed');
});

test('a read for each element is a list, and one that may fail makes the rule not apply', async () => {
  const rule = {
    reads: { each: { for: { id: 'found.providers' }, query: { provider: '=id' }, optional: true } },
    rule: 'nearSum(self.count, each.map(one, one.count))',
  } as const;
  const responses = {
    [own]: { count: 3 },
    [`${own}?provider=a`]: { count: 1 },
    [`${own}?provider=b`]: { count: 2 },
  };
  expect(await judged(rule, responses, { providers: ['a', 'b'] })).toBe('passed');
  expect(await judged(rule, responses, { providers: ['a'] })).toMatchObject([
    { expected: expect.stringMatching(/^1 /) },
  ]);
  expect(await judged(rule, responses, { providers: ['a', 'c'] })).toBe('not applicable');
});

test('a violation does not name a value, only what it is judged for', async () => {
  const reads = { least: { in: '[1.0]' }, row: { in: 'self.rows' } };
  const responses = { [own]: { rows: [{ id: 'r-1', count: 0 }] } };
  expect(await judged({ reads, rule: 'row.count >= least' }, responses)).toMatchObject([
    { message: expect.stringMatching(/^`row` "r-1" violates/), expected: '>= 1 = least' },
  ]);
});

const keys = [
  ...['id', 'message', 'reads', 'when', 'rule', 'level', 'basis', 'deviation', 'source', 'dependsOn'],
  ...['requests', 'anyKey'],
];
/** Names that are types in CEL, and those of every rule. */
const typesOfCel = 'bool bytes double duration dyn int list map null_type string timestamp type uint'.split(
  ' ',
);
const reservedWords =
  'as break const continue else false for function if import in let loop namespace null package return true var void while'.split(
    ' ',
  );
const { path: ownPath } = operationOf(own);
const withReads = (reads: ReadRule['reads']) =>
  readRules({ ...document.paths, [ownPath]: { get: { 'x-rules': [{ ...claim, reads, rule: 'true' }] } } });

test.each([...typesOfCel, ...reservedWords, 'cel', 'google', 'optional', 'not-a-name', 'a.b', ''])(
  'a rule that names a read `%s` is refused, since that is not a variable in CEL',
  (name) => {
    const message = `x-rules: the rule overview.is-right names a read \`${name}\`, which cannot be a variable in CEL. Choose another name.`;
    expect(() => withReads({ [name]: rates })).toThrow(message);
    expect(() => withReads({ each: { for: { [name]: 'found.providers' } } })).toThrow(message);
  },
);

test.each(['self', 'query', 'path', 'now', 'found', 'bill'])(
  'a rule that names a read `%s` is refused, since every rule has that',
  (name) => {
    expect(() => withReads({ [name]: { in: ['a'] } })).toThrow(
      `\`${name}\`, which is a value of every rule.`,
    );
  },
);

test.each(['rates', 'days', 'types', 'ofType', 'size'])('a rule may name a read `%s`', (name) => {
  expect(
    withReads({ [name]: rates })
      .get(claim.id)
      ?.get(own)?.reads,
  ).toEqual({ [name]: rates });
});

test.each(rules)(
  '$id of $operation has known keys, and reads members that the schema has',
  ({ operation, rule }) => {
    expect(Object.keys(rule).filter((key) => !keys.includes(key))).toEqual([]);
    expect(rule.message).toMatch(/^[`A-Z].*\.$/);
    const operations = new Map<string, OperationId>([['self', operation]]);
    for (const [name, step] of Object.entries(rule.reads)) {
      if (typeof step === 'string') operations.set(name, step);
      else if (!('in' in step) && !step.for) operations.set(name, step.operation ?? operation);
    }
    for (const id of operations.values()) expect(operationOf(id)).toBeDefined();
    for (const expression of expressionsOf(rule)) {
      for (const { op, args } of nodesIn(environment.parse(expression).ast)) {
        if (op !== '.' || args[0].op !== 'id') continue;
        const id = operations.get(args[0].args);
        if (id) expect(Object.keys(schemaAt(id, '')), `${args[0].args}.${args[1]}`).toContain(args[1]);
      }
    }
  },
);

function expressionsOf({ reads, when = 'true', rule }: ReadRule): readonly string[] {
  const inSteps = Object.values(reads).flatMap((step) => {
    if (typeof step === 'string') return [];
    if ('in' in step) return typeof step.in === 'string' ? [step.in] : [];
    const values = Object.values({ ...step.path, ...step.query }).flat();
    const inValues = values.flatMap((value) =>
      String(value).startsWith('=') ? [String(value).slice(1)] : [],
    );
    return [...Object.values(step.for ?? {}), ...inValues];
  });
  return [...inSteps, when, ...[rule].flat()];
}

test('a list of a hostile server does not lead to any number of reads', async () => {
  const providers = Array.from({ length: 5000 }, (_, index) => `p${index}`);
  const reads = { each: { for: { provider: 'found.providers' }, query: { provider: '=provider' } } };
  const responses = { [own]: {} };
  expect(await judged({ reads, rule: 'count(each) < 0.0' }, responses, { providers })).toBe('not applicable');
  let sent = 0;
  const counted = new Proxy<Record<string, unknown>>(responses, {
    get: (target, name) => {
      sent++;
      return target[String(name).replace(/\?.*/, '')];
    },
  });
  const perProvider = { provider: { in: 'found.providers' }, one: { query: { provider: '=provider' } } };
  await judged({ reads: perProvider, rule: 'has(one.x) || true' }, counted, { providers });
  expect(sent).toBeLessThan(50);
});
