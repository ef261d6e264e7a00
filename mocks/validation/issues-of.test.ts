import { expect, test } from 'vitest';
import { bodyValidators, type Validator } from '../../src/generated/request-validators.js';
import { issuesOf } from './issues-of.js';

/** The issues of a virtual tag key with one rule, by the part below the rule's `assign`. */
function issuesOfAssign(assign: object) {
  const condition = { dimension: 'account', values: ['1'] };
  const config = { filter: { rules: [{ conditions: [condition] }] }, assign };
  const body = { name: 'Cost center', expected_version: 1, configs: [config] };
  const validate = bodyValidators.updateVirtualTagKey as Validator;
  if (validate(body)) return [];
  return issuesOf(validate.errors ?? [], body, ['body']).map(({ loc, msg }) => {
    expect(loc.slice(0, 4)).toEqual(['body', 'configs', 0, 'assign']);
    return [loc.slice(4).join('.'), msg];
  });
}

test('reports only the issues of the variant that the discriminator names', () => {
  const splits = [{ value: 'A', pct: 100 }];
  expect(issuesOfAssign({ type: 'percent', splits })).toEqual([]);
  expect(issuesOfAssign({ type: 'percent' })).toEqual([['splits', 'Is required.']]);
  expect(issuesOfAssign({ type: 'percent', splits, value: 'A' })).toEqual([
    ['', 'Must not have the property value.'],
  ]);
  expect(issuesOfAssign({ type: 'value', value: 7 })).toEqual([['value', 'Must be a string.']]);
});

test('reports a missing or unknown discriminator itself', () => {
  expect(issuesOfAssign({ value: 'A' })).toEqual([['type', 'Is required.']]);
  expect(issuesOfAssign({ type: 'even', value: 'A' })).toEqual([
    ['type', 'Must be one of value, percent, cost_based.'],
  ]);
});
