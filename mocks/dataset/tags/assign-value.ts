import { getOrInsert } from '../../../src/get-or-insert.js';
import { type Day, parseDate } from '../calendar.js';
import type { Charge } from '../ledger/charges.js';
import type { Ledger } from '../ledger/index.js';
import {
  type TagAssign,
  type TagCondition,
  type TagConfig,
  type TagFilter,
  type TagKeyRules,
  tagOf,
} from './rules.js';
import type { Share } from './shares.js';

/** The properties of a cost that the rules of a tag key compare. */
export interface TagSubject {
  readonly provider: string;
  /** The values of each dimension: an id and, if there is one, a name. */
  readonly dimensions: Readonly<Record<string, readonly string[]>>;
  readonly tags: Readonly<Record<string, string>>;
  /** Values under other virtual keys, by their id; null for unallocated costs. */
  readonly virtual: ReadonlyMap<string, string | null>;
}

/** Finds a virtual key's id by id or name. */
export type KeyIdOf = (key: string) => string | undefined;

/**
 * Applies the rules of a key for one day to a cost: the first matching config, then the first collapsed
 * key with a value. A provider's tag of the same name takes precedence unless the rules can override it.
 *
 * @returns null if no rule matches
 */
export function assignValue(rules: TagKeyRules, subject: TagSubject, keyIdOf: KeyIdOf): TagAssign | null {
  const own = tagNamed(subject.tags, rules.name);
  if (own !== undefined && !rules.canOverride) return { type: 'value', value: own };
  for (const config of rules.configs) {
    if (matchesFilter(config.filter, subject, keyIdOf)) return config.assign;
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

/** Whether a cost matches any of the rules, or there are no rules. */
export function matchesFilter({ rules }: TagFilter, subject: TagSubject, keyIdOf: KeyIdOf): boolean {
  return (
    rules.length === 0 ||
    rules.some(
      ({ providers, conditions }) =>
        covers(providers, subject.provider) &&
        conditions.every((condition) => matchesCondition(condition, subject, keyIdOf)),
    )
  );
}

/** An empty list of providers means all providers of the key. */
function covers(providers: readonly string[], provider: string): boolean {
  return providers.length === 0 || providers.includes(provider);
}

/** The rules of a key that apply on one day. */
export function rulesOn(rules: TagKeyRules, day: Day): TagKeyRules {
  const configs = rules.configs.filter(({ time_frame }) => includes(time_frame, day));
  return configs.length === rules.configs.length ? rules : { ...rules, configs };
}

function includes(frame: TagConfig['time_frame'], day: Day): boolean {
  const first = parseDate(frame?.start ?? '') ?? Number.NEGATIVE_INFINITY;
  const last = parseDate(frame?.end ?? '') ?? Number.POSITIVE_INFINITY;
  return first <= day && day <= last;
}

/** Rules are immutable, so values derived from them are cached. */
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

/** One value must match; for an operator with `not`, none may match. */
function matchesCondition(condition: TagCondition, subject: TagSubject, keyIdOf: KeyIdOf): boolean {
  const { dimension, key, operator } = condition;
  const matched =
    dimension === 'tagged'
      ? key !== null && tagOf(subject.tags, key) !== undefined
      : matchesAny(condition, textsOf(dimension, key, subject, keyIdOf));
  return operator in negative ? !matched : matched;
}

function matchesAny(condition: TagCondition, texts: readonly string[]): boolean {
  const { values, operator } = condition;
  const positive = negative[operator] ?? operator;
  if (positive === 'flexible_match') {
    const expected = getOrInsert(flexibleValues, condition, () => new Set(values.map(flexible)));
    return texts.some((text) => expected.has(flexible(text)));
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

/** The value of a provider's tag of the same name, case-insensitively. */
function tagNamed(tags: Readonly<Record<string, string>>, name: string): string | undefined {
  const expected = name.toLowerCase();
  return Object.entries(tags).find(([key]) => key.toLowerCase() === expected)?.[1];
}

/** A part of a charge, with its values under virtual keys. */
export interface WeightedSubject {
  readonly subject: TagSubject;
  readonly weight: number;
}

const none: ReadonlyMap<string, string | null> = new Map();

/** Returns what rules can compare of a charge, without virtual keys. */
export function subjectOf(ledger: Ledger, charge: Charge): TagSubject {
  const { account: id, region, usageType, provider } = charge;
  const service = charge.service === null ? undefined : ledger.serviceOf(provider, charge.service);
  const [category = '', subcategory = ''] = usageType?.split(':') ?? [];
  const account = id === null ? [] : [id, ledger.accountOf(provider, id)?.name ?? id];
  const payer = ledger.seedData.accounts.find((one) => one.provider === provider);
  return {
    provider,
    tags: charge.tags,
    virtual: none,
    dimensions: {
      account,
      billing_account: payer === undefined ? account : [payer.id, payer.name],
      region: region === null ? [] : [region],
      service: charge.service === null ? [] : [charge.service, service?.label ?? charge.service],
      category: [category],
      subcategory: [subcategory],
      usage_unit: charge.cell === null || service === undefined ? [] : [service.usageUnit],
      resource: charge.cell?.resource ? [charge.cell.resource] : [],
      charge_type: [charge.chargeType],
      marketplace: [String(service?.marketplace === true)],
    },
  };
}

/**
 * Splits subjects by the combinations of their values under virtual keys.
 *
 * @param shares of these values, by key
 */
export function combinationsOf(
  subjects: readonly WeightedSubject[],
  keys: readonly string[],
  shares: readonly (readonly Share[])[],
): readonly WeightedSubject[] {
  return keys.reduce(
    (combinations, id, i) =>
      combinations.flatMap(({ subject, weight }) =>
        (shares[i] as readonly Share[]).map((share) => ({
          subject: { ...subject, virtual: new Map([...subject.virtual, [id, share.value]]) },
          weight: weight * share.weight,
        })),
      ),
    subjects,
  );
}
