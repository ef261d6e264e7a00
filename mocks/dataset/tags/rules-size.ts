import { getOrInsert } from '../../../src/get-or-insert.js';
import type { TagKey } from '../state.js';
import type { TagKeyRules } from './rules.js';

/** Rules are immutable, so their size is cached. */
const sizes = new WeakMap<TagKeyRules, number>();

/** Total characters of the rules of all keys, including rules that a job has not applied yet. */
export function charactersOfRules(keys: Iterable<TagKey>): number {
  const all = new Set<TagKeyRules>();
  for (const { rules, applied, job } of keys) {
    all.add(rules);
    for (const earlier of applied) all.add(earlier.rules);
    if (job) all.add(job.rules);
  }
  let sum = 0;
  for (const rules of all) sum += getOrInsert(sizes, rules, charactersOf);
  return sum;
}

function charactersOf(rules: TagKeyRules): number {
  return JSON.stringify(rules).length;
}
