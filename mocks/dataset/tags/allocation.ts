import { getOrInsert } from '../../../src/get-or-insert.js';
import { type Day, firstDayOf, lastDayOf, monthOf, parseDate } from '../calendar.js';
import { type Context, lastActualDay } from '../context.js';
import type { Charge } from '../ledger/charges.js';
import { amountOf, columnOf } from '../ledger/spans.js';
import { compareAmounts } from '../money.js';
import type { TagKey } from '../state.js';
import {
  assignValue,
  combinationsOf,
  type KeyIdOf,
  matchesFilter,
  rulesOn,
  subjectOf,
  type TagSubject,
  type WeightedSubject,
} from './assign-value.js';
import { rulesInForce } from './job.js';
import { findKey, keysIn, referencesOf } from './references.js';
import { type TagAssign, type TagKeyRules, tagOf } from './rules.js';
import {
  add,
  areSame,
  cut,
  extend,
  fixedShares,
  type Portion,
  type Share,
  sharesIn,
  unmatched,
} from './shares.js';

interface RulesOnDay {
  readonly rules: TagKeyRules;
  /** The ids of the keys that they refer to. */
  readonly references: readonly string[];
}

type CostBased = Extract<TagAssign, { type: 'cost_based' }>;

/** The latest value of each object, with everything that it depends on. */
type Latest<Key extends object, Value> = WeakMap<Key, { basis: readonly unknown[]; value: Value }>;

const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY } as const;

/** The allocation of charges to the values of virtual tag keys, as long as rules, days and charges stay the same. */
class Allocation {
  readonly #portions = new Map<string, readonly Portion[]>();
  readonly #proportions = new Map<TagAssign, Map<string, readonly Share[]>>();
  readonly #subjects = new Map<Charge, readonly WeightedSubject[]>();
  /** The latest rule that each subject matched: most are the same on all days. */
  readonly #assigns: Latest<TagSubject, TagAssign | null> = new WeakMap();
  /** The values that cost-based rules read of subjects, whatever these cost. */
  readonly #sources = new WeakMap<readonly WeightedSubject[], Map<TagAssign, readonly Share[]>>();
  /** By key and day; null before its first rules. */
  readonly #rules = new Map<string, RulesOnDay | null>();
  /** The latest combinations of each charge: most rules refer to the same keys. */
  readonly #combined: Latest<Charge, readonly WeightedSubject[]> = new WeakMap();

  constructor(private readonly context: Context) {}

  /** All charges of a provider, split into portions without remainder. */
  portionsOf(key: TagKey, provider: string): readonly Portion[] {
    return getOrInsert(this.#portions, `${key.seed.id}|${provider}`, () => this.#allocate(key, provider));
  }

  readonly #keyIdOf: KeyIdOf = (key) => this.#find(key)?.seed.id;

  #find(idOrName: string): TagKey | undefined {
    return findKey(this.context.state.tagKeys, idOrName);
  }

  #allocate(key: TagKey, provider: string): readonly Portion[] {
    const charges = this.context.ledger.billOf(provider).charges;
    const starts = [...new Set(this.#changeDays(key, new Set()))].sort((a, b) => a - b);
    const periods = [always.from, ...starts].map((from, i) => ({ from, to: (starts[i] ?? always.to) - 1 }));
    return charges.flatMap((charge, c) => {
      const portions: Portion[] = [];
      let before: readonly Share[] | undefined;
      for (const { from, to } of periods) {
        // Rules are the same on all days of a period, so any of them will do.
        const day = Number.isFinite(from) ? from : Number.isFinite(to) ? to : lastActualDay(this.context);
        const shares = this.#sharesOf(key, charge, day, new Set());
        const joined = before !== undefined && areSame(before, shares) ? shares.length : 0;
        if (joined > 0) extend(portions, joined, to);
        else portions.push(...cut(shares).map((piece) => ({ charge: c, from, to, ...piece })));
        before = shares;
      }
      return portions;
    });
  }

  /** The days on which the rules of a key, or of keys they refer to, change. */
  #changeDays(key: TagKey, visited: Set<TagKey>): Day[] {
    if (visited.has(key)) return [];
    visited.add(key);
    const { clock, state } = this.context;
    return rulesInForce(key, clock.now()).flatMap(({ from, rules }) => [
      ...(Number.isFinite(from) ? [from] : []),
      ...rules.configs.flatMap(({ time_frame, assign }) => [
        ...(time_frame?.start ? [parseDate(time_frame.start) as Day] : []),
        ...(time_frame?.end ? [(parseDate(time_frame.end) as Day) + 1] : []),
        ...(assign.type === 'cost_based' ? this.#monthStarts() : []),
      ]),
      ...this.#idsOf(referencesOf(rules)).flatMap((id) =>
        this.#changeDays(state.tagKeys.get(id) as TagKey, visited),
      ),
    ]);
  }

  #monthStarts(): Day[] {
    const first = monthOf(this.context.ledger.firstDay);
    const count = monthOf(lastActualDay(this.context)) - first + 2;
    return Array.from({ length: count }, (_, i) => firstDayOf(first + i));
  }

  #idsOf(keys: readonly string[]): string[] {
    return [...new Set(keys.map(this.#keyIdOf).filter((id) => id !== undefined))];
  }

  /** The shares of a charge on a day; a key in a circular reference has no value. */
  #sharesOf(key: TagKey, charge: Charge, day: Day, above: ReadonlySet<TagKey>): readonly Share[] {
    if (above.has(key) || !key.seed.providers.includes(charge.provider)) return unmatched;
    const onDay = this.#rulesOn(key, day);
    if (onDay === null) return unmatched;
    const { rules, references } = onDay;
    const within = new Set([...above, key]);
    const assignOf = (subject: TagSubject) =>
      getOrUpdate(this.#assigns, subject, [rules], () => assignValue(rules, subject, this.#keyIdOf));
    const sharesOfSubject = (subject: TagSubject) =>
      this.#sharesOfAssign(assignOf(subject), charge, day, within);
    const subjects = this.#subjectsOf(references, charge, day, within);
    const [only] = subjects;
    if (only && subjects.length === 1) return sharesOfSubject(only.subject);
    const weights = new Map<string | null, number>();
    for (const { subject, weight } of subjects) {
      for (const share of sharesOfSubject(subject)) add(weights, share.value, share.weight * weight);
    }
    return sharesIn(weights);
  }

  #rulesOn(key: TagKey, day: Day): RulesOnDay | null {
    return getOrInsert(this.#rules, `${key.seed.id}|${day}`, () => {
      const inForce = rulesInForce(key, this.context.clock.now()).findLast(({ from }) => from <= day);
      if (!inForce) return null;
      const rules = rulesOn(inForce.rules, day);
      return { rules, references: this.#idsOf(referencesOf(rules)) };
    });
  }

  /** The subjects of a charge, one for each combination of its values under the keys that rules refer to. */
  #subjectsOf(
    keys: readonly string[],
    charge: Charge,
    day: Day,
    within: ReadonlySet<TagKey>,
  ): readonly WeightedSubject[] {
    const whole = getOrInsert(this.#subjects, charge, () => [
      { subject: subjectOf(this.context.ledger, charge), weight: 1 },
    ]);
    if (keys.length === 0) return whole;
    const shares = keys.map((id) =>
      this.#sharesOf(this.context.state.tagKeys.get(id) as TagKey, charge, day, within),
    );
    return getOrUpdate(this.#combined, charge, [...keys, ...shares], () =>
      combinationsOf(whole, keys, shares),
    );
  }

  #sharesOfAssign(
    assign: TagAssign | null,
    charge: Charge,
    day: Day,
    within: ReadonlySet<TagKey>,
  ): readonly Share[] {
    if (assign === null) return unmatched;
    if (assign.type !== 'cost_based') return fixedShares(assign);
    // All costs of a month have the same shares.
    const at = [charge.provider, monthOf(day), ...[...within].map(({ seed }) => seed.id)].join('|');
    const ofAssign = getOrInsert(this.#proportions, assign, () => new Map());
    return getOrInsert(ofAssign, at, () => this.#costBasedShares(assign, charge.provider, day, within));
  }

  /** Shares in proportion to other costs of the same provider and month. */
  #costBasedShares(
    assign: CostBased,
    provider: string,
    day: Day,
    within: ReadonlySet<TagKey>,
  ): readonly Share[] {
    const bill = this.context.ledger.billOf(provider);
    const month = monthOf(day);
    const last = Math.min(lastDayOf(month), lastActualDay(this.context));
    const spans = bill.spans(firstDayOf(month), last);
    const column = columnOf('unblended', 'after');
    const { input_filter, source } = assign;
    const keys = this.#idsOf([...keysIn(input_filter), ...(source.origin === 'virtual' ? [source.key] : [])]);
    const weights = new Map<string | null, number>();
    bill.charges.forEach((charge, c) => {
      const cost = amountOf(spans, column, c);
      if (compareAmounts(cost, 0) <= 0) return;
      for (const { value, weight } of this.#sourcesOf(assign, this.#subjectsOf(keys, charge, day, within))) {
        add(weights, value, weight * cost);
      }
    });
    weights.delete(null);
    const named = sharesIn(weights);
    const whole = named.reduce((sum, { weight }) => sum + weight, 0);
    if (whole === 0) return unmatched;
    return named.map(({ value, weight }) => ({ value, weight: weight / whole }));
  }

  /** The values of the source that a cost-based rule finds, with their parts of the charge. */
  #sourcesOf(assign: CostBased, subjects: readonly WeightedSubject[]): readonly Share[] {
    const { input_filter, source } = assign;
    const other = source.origin === 'virtual' ? this.#find(source.key)?.seed.id : undefined;
    const ofSubjects = getOrInsert(this.#sources, subjects, () => new Map());
    return getOrInsert(ofSubjects, assign, () =>
      subjects
        .filter(({ subject }) => matchesFilter(input_filter, subject, this.#keyIdOf))
        .map(({ subject, weight }) => {
          const value = other ? subject.virtual.get(other) : tagOf(subject.tags, source.key);
          return { value: value ?? null, weight };
        }),
    );
  }
}

/** Returns the latest value of an object, computed again if what it depends on has changed. */
function getOrUpdate<Key extends object, Value>(
  latest: Latest<Key, Value>,
  key: Key,
  basis: readonly unknown[],
  compute: () => Value,
): Value {
  const known = latest.get(key);
  if (known?.basis.length === basis.length && known.basis.every((part, i) => part === basis[i])) {
    return known.value;
  }
  const value = compute();
  latest.set(key, { basis, value });
  return value;
}

const allocations: Latest<Context, Allocation> = new WeakMap();

/** All charges of a provider, split into portions by the values of a virtual tag key, without remainder. */
export function portionsOf(context: Context, key: TagKey, provider: string): readonly Portion[] {
  const allocation = getOrUpdate(allocations, context, basisOf(context), () => new Allocation(context));
  return allocation.portionsOf(key, provider);
}

/** Everything that an allocation depends on. */
function basisOf(context: Context): readonly unknown[] {
  const { clock, state } = context;
  const now = clock.now();
  const rules = [...state.tagKeys.values()].flatMap((key) => rulesInForce(key, now));
  return [lastActualDay(context), ...rules.flatMap((one) => [one.from, one.rules])];
}
