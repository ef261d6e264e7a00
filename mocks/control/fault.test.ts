import { expect, test } from 'vitest';
import { readFaultRules } from './fault.js';

const rule = { operation: 'listProviders', kind: 'drop' };

test.each([
  { ...rule, nth: 3 },
  { ...rule, every: 2, count: 5 },
  { operation: '*', kind: 'status', status: 409 },
  { ...rule, kind: 'latency', ms: 500 },
  { ...rule, kind: 'truncate', bytes: 0 },
  { ...rule, kind: 'drip', bytes_per_second: 100 },
  { ...rule, kind: 'malformed' },
])('%o is a rule', (good) => {
  expect(readFaultRules([good])).toEqual([good]);
});

test.each<[string, unknown, RegExp]>([
  ['no list', { rules: [] }, /list of rules/],
  ['no object', [null], /rules\[0\] has to be a JSON object/],
  [
    'an unknown kind',
    [{ ...rule, kind: 'explode' }],
    /rules\[0\]\.kind has to be one of status, latency, drop/,
  ],
  ['a kind of every object', [{ ...rule, kind: 'toString' }], /kind/],
  ['an unknown operation', [{ ...rule, operation: 'getEverything' }], /operation has to be an operationId/],
  ['a misspelt operation', [{ ...rule, operation: 'listProvider' }], /Did you mean listProviders\?$/],
  ['no operation', [{ kind: 'drop' }], /operation/],
  [
    'a misspelt member',
    [rule, { ...rule, evry: 2 }],
    /rules\[1\] has no "evry"; drop knows nth, every, count/,
  ],
  ['no number', [{ ...rule, kind: 'latency' }], /\.ms has to be a whole number/],
  ['endless latency', [{ ...rule, kind: 'latency', ms: 1e9 }], /from 1 to 60000/],
  ['nth of 0', [{ ...rule, nth: 0 }], /nth has to be a whole number/],
  ['nth and every', [{ ...rule, nth: 1, every: 1 }], /give one/],
  ['a status out of the contract', [{ operation: '*', kind: 'status', status: 503 }], /one of 400, 401/],
  [
    'a status out of the document',
    [{ ...rule, kind: 'status', status: 409 }],
    /listProviders has to be one of/,
  ],
  ['too many', Array(101).fill(rule), /100 is the most/],
])('%s is refused', (_name, bad, message) => {
  expect(() => readFaultRules(bad)).toThrow(message);
});
