import type { TagKey } from '../state.js';
import { referencesOf } from './references.js';
import type { TagAssign, TagKeyRules } from './rules.js';

/** Finds a key by id or name. */
type Find = (idOrName: string) => TagKey | undefined;

/**
 * How much work the keys make of one charge: for the key with the most, the combinations of shares that the
 * keys it refers to can have, times the configs that each is compared with. Rules of all months count, as
 * those of any month of one key may meet those of any month of another.
 */
export function workOf(keys: Iterable<TagKey>, find: Find): number {
  let most = 0;
  for (const key of keys) {
    const configs = Math.max(...rulesOf(key).map((rules) => rules.configs.length));
    most = Math.max(most, combinationsOf(key, find, new Set()) * (1 + configs));
  }
  return most;
}

function rulesOf({ rules, applied, job }: TagKey): readonly TagKeyRules[] {
  return [rules, ...applied.map((earlier) => earlier.rules), ...(job ? [job.rules] : [])];
}

/** A key that refers to itself, also by way of others, has no value there. */
function combinationsOf(key: TagKey, find: Find, above: ReadonlySet<TagKey>): number {
  const within = new Set([...above, key]);
  const referred = new Set(rulesOf(key).flatMap(referencesOf).map(find));
  let product = 1;
  for (const other of referred) {
    if (other && !within.has(other)) product *= sharesOf(other, find, within);
  }
  return product;
}

/** The most shares that a charge can have under a key. */
function sharesOf(key: TagKey, find: Find, above: ReadonlySet<TagKey>): number {
  const assigns = rulesOf(key).flatMap(({ configs }) => configs.map(({ assign }) => assign));
  const most = Math.max(1, ...assigns.map((assign) => sharesOfAssign(assign, find)));
  return most * combinationsOf(key, find, above);
}

/** In proportion to costs under another key there may be a share for each of its values. */
function sharesOfAssign(assign: TagAssign, find: Find): number {
  if (assign.type === 'value') return 1;
  if (assign.type === 'percent') return assign.splits.length;
  const other = assign.source.origin === 'virtual' ? find(assign.source.key) : undefined;
  return other ? valuesOf(other) : 1;
}

function valuesOf(key: TagKey): number {
  const assigns = rulesOf(key).flatMap(({ configs }) => configs.map(({ assign }) => assign));
  return assigns.reduce((sum, assign) => sum + (assign.type === 'percent' ? assign.splits.length : 1), 0);
}
