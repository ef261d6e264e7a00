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
])('accepts %o', (valid) => {
  expect(readFaultRules([valid])).toEqual([valid]);
});

test.each<[string, unknown, RegExp]>([
  ['a value that is not an array', { rules: [] }, /must be an array of fault rules/],
  ['a rule that is not an object', [null], /rules\[0\] must be a JSON object/],
  [
    'an unknown kind',
    [{ ...rule, kind: 'explode' }],
    /rules\[0\]\.kind must be one of status, latency, drop/,
  ],
  ['a property of Object as kind', [{ ...rule, kind: 'toString' }], /kind/],
  ['an unknown operation', [{ ...rule, operation: 'getEverything' }], /operation must be an operationId/],
  ['a misspelt operation', [{ ...rule, operation: 'listProvider' }], /Did you mean 'listProviders'\?$/],
  ['a missing operation', [{ kind: 'drop' }], /operation/],
  [
    'an unknown field',
    [rule, { ...rule, evry: 2 }],
    /rules\[1\] has an unknown field 'evry'\. Fields of drop: nth, every, count/,
  ],
  ['a missing number', [{ ...rule, kind: 'latency' }], /\.ms must be an integer/],
  ['a latency beyond the limit', [{ ...rule, kind: 'latency', ms: 1e9 }], /from 1 to 60000/],
  ['nth of 0', [{ ...rule, nth: 0 }], /nth must be an integer/],
  ['nth and every', [{ ...rule, nth: 1, every: 1 }], /must not have both/],
  ['a status outside the contract', [{ operation: '*', kind: 'status', status: 503 }], /one of 400, 401/],
  [
    'a status that the operation does not document',
    [{ ...rule, kind: 'status', status: 409 }],
    /listProviders must be one of/,
  ],
  ['too many rules', Array(101).fill(rule), /The maximum is 100/],
])('rejects %s', (_name, invalid, message) => {
  expect(() => readFaultRules(invalid)).toThrow(message);
});
