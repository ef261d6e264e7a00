import type { ValidationIssue } from '../../http/http-error.js';
import type { TagAssign, TagConfig, TagFilter } from './rules.js';

const dimensionsWithKey: ReadonlySet<string> = new Set(['tag', 'tagged', 'virtual_tag']);

/** @returns the first violation of a rule that the schema of the body does not express, or null */
export function issueIn(configs: readonly TagConfig[]): ValidationIssue | null {
  for (const [index, { filter, assign }] of configs.entries()) {
    const at = ['body', 'configs', index];
    const issue = missingKey(filter, [...at, 'filter']) ?? issueInAssign(assign, [...at, 'assign']);
    if (issue) return issue;
  }
  return null;
}

function issueInAssign(assign: TagAssign, at: readonly (string | number)[]): ValidationIssue | null {
  if (assign.type === 'cost_based') return missingKey(assign.input_filter, [...at, 'input_filter']);
  if (assign.type === 'value') return null;
  // Rounded to hundredths, for shares such as 33.3.
  const sum = Math.round(assign.splits.reduce((total, { pct }) => total + pct, 0) * 100) / 100;
  return sum === 100
    ? null
    : { loc: [...at, 'splits'], msg: `Must add up to 100, not to ${sum}.`, type: 'range', ctx: { sum: 100 } };
}

function missingKey({ rules }: TagFilter, at: readonly (string | number)[]): ValidationIssue | null {
  for (const [rule, { conditions }] of rules.entries()) {
    const index = conditions.findIndex(
      ({ dimension, key }) => dimensionsWithKey.has(dimension) && key === null,
    );
    if (index < 0) continue;
    return {
      loc: [...at, 'rules', rule, 'conditions', index, 'key'],
      msg: `Is required for the dimension ${conditions[index]?.dimension}.`,
      type: 'missing',
    };
  }
  return null;
}
