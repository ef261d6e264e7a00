import { getOrInsert } from '../../../src/get-or-insert.js';
import type { ValidationIssue } from '../../http/http-error.js';
import { maxTagComparisons } from '../../settings/limits.js';
import { sum } from '../money.js';
import type { TagKey } from '../state.js';
import { findKey, referencesOf } from './references.js';
import type { TagAssign, TagKeyRules } from './rules.js';

type Keys = ReadonlyMap<string, TagKey>;

/** Checks the limits of the mock for all keys, including new rules. @param maxCharacters of all rules */
export function issueOfLimits(keys: Keys, maxCharacters: number): ValidationIssue | null {
  if (charactersOf(keys) > maxCharacters) {
    return {
      loc: ['body'],
      msg: 'Exceeds the storage limit of this mock, together with all stored rules, including those of later months. Send fewer rules.',
      type: 'too_large',
    };
  }
  if (maxComparisons(keys) <= maxTagComparisons) return null;
  return {
    loc: ['body', 'configs'],
    msg: `Requires more than ${maxTagComparisons} comparisons for a charge, because of combinations of shares of other virtual tag keys. Send fewer configs, or refer to keys with fewer splits.`,
    type: 'too_large',
    ctx: { max: maxTagComparisons },
  };
}

/** Rules are immutable, so their size is cached. */
const sizes = new WeakMap<TagKeyRules, number>();

/** Total characters of the rules of all keys, including rules that a job has not applied yet. */
function charactersOf(keys: Keys): number {
  const sizeOf = (rules: TagKeyRules) => getOrInsert(sizes, rules, () => JSON.stringify(rules).length);
  return sum([...new Set([...keys.values()].flatMap(rulesOf))].map(sizeOf));
}

/**
 * The maximum number of comparisons to allocate one charge on one day: for each key, the combinations of
 * shares of the keys it refers to, times its configs. Rules of all months count, because those of any month
 * of one key can apply together with those of any month of another.
 */
function maxComparisons(keys: Keys): number {
  return Math.max(
    0,
    ...[...keys.values()].map((key) => {
      const configs = Math.max(...rulesOf(key).map((rules) => rules.configs.length));
      return combinationsOf(key, keys, new Set()) * (1 + configs);
    }),
  );
}

/** All rules of a key, also those that do not apply yet. */
function rulesOf({ rules, applied, job }: TagKey): readonly TagKeyRules[] {
  return [rules, ...applied.map((earlier) => earlier.rules), ...(job ? [job.rules] : [])];
}

function assignsOf(key: TagKey): readonly TagAssign[] {
  return rulesOf(key).flatMap(({ configs }) => configs.map(({ assign }) => assign));
}

/** A key that refers to itself, directly or through others, has no value there. */
function combinationsOf(key: TagKey, keys: Keys, above: ReadonlySet<TagKey>): number {
  const within = new Set([...above, key]);
  const names = rulesOf(key).flatMap(referencesOf);
  const referred = new Set(names.map((name) => findKey(keys, name)));
  let product = 1;
  for (const other of referred) {
    if (other && !within.has(other)) product *= sharesOf(other, keys, within);
  }
  return product;
}

/** The maximum number of shares that a charge can have under a key. */
function sharesOf(key: TagKey, keys: Keys, above: ReadonlySet<TagKey>): number {
  const most = Math.max(1, ...assignsOf(key).map((assign) => sharesOfAssign(assign, keys)));
  return most * combinationsOf(key, keys, above);
}

/** A cost-based split by another key can have a share for each of its values. */
function sharesOfAssign(assign: TagAssign, keys: Keys): number {
  if (assign.type === 'value') return 1;
  if (assign.type === 'percent') return assign.splits.length;
  const other = assign.source.origin === 'virtual' ? findKey(keys, assign.source.key) : undefined;
  return other ? valuesOf(other) : 1;
}

function valuesOf(key: TagKey): number {
  return sum(assignsOf(key).map((assign) => (assign.type === 'percent' ? assign.splits.length : 1)));
}
