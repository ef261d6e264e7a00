import { type Day, parseDate } from '../calendar.js';
import type { TagAssign, TagCondition, TagConfig, TagFilter, TagKeyRules } from './rules.js';
import { tagOf } from './tag-of.js';

/** What the rules of a tag key look at in a cost. */
export interface TagSubject {
  readonly provider: string;
  /** What a condition on a dimension compares with: an id and, where there is one, a name. */
  readonly dimensions: Readonly<Record<string, readonly string[]>>;
  readonly tags: Readonly<Record<string, string>>;
  /** Values under other virtual keys, by their id; null where their rules leave the cost over. */
  readonly virtual: ReadonlyMap<string, string | null>;
}

/** Finds a virtual key's id by id or name. */
export type KeyIdOf = (key: string) => string | undefined;

/**
 * What the rules of a key for one day make of a cost: the first config that fits, then the first key
 * taken over that has a value. Where the provider itself has a tag of that name, the tag wins, unless
 * the rules may override it.
 *
 * @returns null where no rule fits
 */
export function assignValue(rules: TagKeyRules, subject: TagSubject, keyIdOf: KeyIdOf): TagAssign | null {
  const own = tagNamed(subject.tags, rules.name);
  if (own !== undefined && !rules.canOverride) return { type: 'value', value: own };
  for (const config of rules.configs) {
    if (passes(config.filter, subject, keyIdOf)) return config.assign;
  }
  for (const { source, scope, value_prefix } of rules.collapsedKeys) {
    if (scope !== null && !covers(scope.providers, subject.provider)) continue;
    const value =
      source.origin === 'provider'
        ? tagOf(subject.tags, source.key)
        : subject.virtual.get(keyIdOf(source.key) ?? source.key);
    if (value !== undefined && value !== null) return { type: 'value', value: value_prefix + value };
  }
  return own === undefined ? null : { type: 'value', value: own };
}

/** Whether a cost satisfies any of the rules; with none, every cost does. */
export function passes({ rules }: TagFilter, subject: TagSubject, keyIdOf: KeyIdOf): boolean {
  return (
    rules.length === 0 ||
    rules.some(
      ({ providers, conditions }) =>
        covers(providers, subject.provider) &&
        conditions.every((condition) => holds(condition, subject, keyIdOf)),
    )
  );
}

/** An empty list of providers stands for all that the key is for. */
function covers(providers: readonly string[], provider: string): boolean {
  return providers.length === 0 || providers.includes(provider);
}

/** The rules of a key as they are on one day. */
export function rulesOn(rules: TagKeyRules, day: Day): TagKeyRules {
  return { ...rules, configs: rules.configs.filter(({ time_frame }) => includes(time_frame, day)) };
}

function includes(frame: TagConfig['time_frame'], day: Day): boolean {
  const first = parseDate(frame?.start ?? '') ?? Number.NEGATIVE_INFINITY;
  const last = parseDate(frame?.end ?? '') ?? Number.POSITIVE_INFINITY;
  return first <= day && day <= last;
}

/** Rules never change, so what is made of them is made once. */
const flexibleValues = new WeakMap<TagCondition, ReadonlySet<string>>();

const negative: Readonly<Record<string, string>> = {
  is_not: 'is',
  not_contains: 'contains',
  not_flexible_match: 'flexible_match',
};

const operators: Readonly<Record<string, (text: string, value: string) => boolean>> = {
  is: (text, value) => text === value,
  contains: (text, value) => text.includes(value),
  starts_with: (text, value) => text.startsWith(value),
  ends_with: (text, value) => text.endsWith(value),
};

function flexible(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** One value that fits is enough; for an operator with `not` none may fit. */
function holds(condition: TagCondition, subject: TagSubject, keyIdOf: KeyIdOf): boolean {
  const { dimension, key, operator } = condition;
  const fits =
    dimension === 'tagged'
      ? key !== null && tagOf(subject.tags, key) !== undefined
      : fitsAny(condition, textsOf(dimension, key, subject, keyIdOf));
  return operator in negative ? !fits : fits;
}

function fitsAny(condition: TagCondition, texts: readonly string[]): boolean {
  const { values, operator } = condition;
  const positive = negative[operator] ?? operator;
  if (positive === 'flexible_match') {
    const wanted = flexibleValues.get(condition) ?? new Set(values.map(flexible));
    flexibleValues.set(condition, wanted);
    return texts.some((text) => wanted.has(flexible(text)));
  }
  return texts.some((text) => values.some((value) => operators[positive]?.(text, value)));
}

function textsOf(
  dimension: string,
  key: string | null,
  { dimensions, tags, virtual }: TagSubject,
  keyIdOf: KeyIdOf,
): readonly string[] {
  if (dimension !== 'tag' && dimension !== 'virtual_tag') return dimensions[dimension] ?? [];
  if (key === null) return [];
  const value = dimension === 'tag' ? tagOf(tags, key) : virtual.get(keyIdOf(key) ?? key);
  return value === undefined || value === null ? [] : [value];
}

/** A provider's tag of the same name, in either case. */
function tagNamed(tags: Readonly<Record<string, string>>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(tags).find(([key]) => key.toLowerCase() === wanted)?.[1];
}
