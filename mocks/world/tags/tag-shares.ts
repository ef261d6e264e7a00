import { type Day, firstDayOf, lastDayOf, monthOf, parseDate } from '../calendar.js';
import type { TagAssign, TagKeyRules } from '../cast/types.js';
import { type Context, lastActualDay } from '../context.js';
import { amountOf, type Charge, columnOf } from '../ledger/bill.js';
import type { TagKey } from '../state.js';
import { assignValue, type KeyIdOf, passes, type TagSubject } from './assign-value.js';
import { keysIn, referencesOf } from './references.js';
import { rulesInForce } from './rules-in-force.js';
import { tagOf } from './tag-of.js';

/** Stands for costs that no rule matches. */
export const unallocated = '__unallocated__';

/** A part of a charge: the piece between two shares of it, on the days from `from` to `to`. */
export interface Portion {
  /** Position in the bill. */
  readonly charge: number;
  readonly from: Day;
  readonly to: Day;
  readonly low: number;
  readonly high: number;
  /** The value that it is sorted under, or {@link unallocated}. */
  readonly value: string;
}

interface Share {
  readonly value: string | null;
  readonly weight: number;
}

/** Sorts what providers charge under the values of virtual tag keys. */
export interface TagShares {
  /** Finds a key by id or, in either case, by name. */
  find(idOrName: string): TagKey | undefined;
  /** All charges of a provider, cut up without rest. */
  portionsOf(key: TagKey, provider: string): readonly Portion[];
}

const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY } as const;

const nothing: readonly Share[] = [{ value: null, weight: 1 }];

export function createTagShares(context: Context): TagShares {
  return new Sorter(context);
}

class Sorter implements TagShares {
  #basis: readonly unknown[] = [];
  readonly #portions = new Map<string, readonly Portion[]>();
  readonly #proportions = new Map<TagAssign, Map<string, readonly Share[]>>();
  readonly #subjects = new Map<Charge, Omit<TagSubject, 'virtual'>>();

  constructor(private readonly context: Context) {}

  find(idOrName: string): TagKey | undefined {
    const { tagKeys } = this.context.state;
    const byId = tagKeys.get(idOrName);
    if (byId !== undefined) return byId;
    const name = idOrName.toLowerCase();
    for (const key of tagKeys.values()) if (key.rules.name.toLowerCase() === name) return key;
    return undefined;
  }

  portionsOf(key: TagKey, provider: string): readonly Portion[] {
    const current = this.#currentBasis();
    if (current.length !== this.#basis.length || current.some((part, i) => part !== this.#basis[i])) {
      this.#basis = current;
      this.#portions.clear();
      this.#proportions.clear();
      this.#subjects.clear();
    }
    const at = `${key.seed.id}|${provider}`;
    const found = this.#portions.get(at);
    if (found !== undefined) return found;
    const portions = this.#sort(key, provider);
    this.#portions.set(at, portions);
    return portions;
  }

  readonly #keyIdOf: KeyIdOf = (key) => this.find(key)?.seed.id;

  /** Everything that the sorting of costs follows from. */
  #currentBasis(): readonly unknown[] {
    const { clock, state } = this.context;
    const now = clock.now();
    const rules = [...state.tagKeys.values()].flatMap((key) => rulesInForce(key, now));
    return [lastActualDay(this.context), ...rules.flatMap((one) => [one.from, one.rules])];
  }

  #sort(key: TagKey, provider: string): readonly Portion[] {
    const charges = this.context.ledger.billOf(provider)?.charges ?? [];
    const starts = [...new Set(this.#turningDays(key, new Set()))].sort((a, b) => a - b);
    const stretches = [always.from, ...starts].map((from, i) => ({
      from,
      to: (starts[i] ?? always.to) - 1,
    }));
    return charges.flatMap((charge, c) => {
      const portions: Portion[] = [];
      let before: readonly Share[] | undefined;
      for (const { from, to } of stretches) {
        // Rules are the same on all days of a stretch, so any of them stands for all.
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

  /** The first days of stretches in which nothing about a key's rules changes. */
  #turningDays(key: TagKey, seen: Set<TagKey>): Day[] {
    if (seen.has(key)) return [];
    seen.add(key);
    const { clock, state } = this.context;
    return rulesInForce(key, clock.now()).flatMap(({ from, rules }) => [
      ...(Number.isFinite(from) ? [from] : []),
      ...rules.configs.flatMap(({ time_frame, assign }) => [
        ...(time_frame?.start ? [parseDate(time_frame.start) as Day] : []),
        ...(time_frame?.end ? [(parseDate(time_frame.end) as Day) + 1] : []),
        ...(assign.type === 'cost_based' ? this.#monthStarts() : []),
      ]),
      ...this.#idsOf(referencesOf(rules)).flatMap((id) =>
        this.#turningDays(state.tagKeys.get(id) as TagKey, seen),
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

  /** How a charge is shared out on a day; a key that is looked at in a circle gives no value. */
  #sharesOf(key: TagKey, charge: Charge, day: Day, above: ReadonlySet<TagKey>): readonly Share[] {
    if (above.has(key) || !key.seed.providers.includes(charge.provider)) return nothing;
    const rules = rulesInForce(key, this.context.clock.now()).findLast(({ from }) => from <= day)?.rules;
    if (rules === undefined) return nothing;
    const within = new Set([...above, key]);
    return merge(
      this.#subjectsOf(this.#idsOf(keysReferredToBy(rules)), charge, day, within).flatMap(
        ({ subject, weight }) => {
          const assign = assignValue(rules, subject, day, this.#keyIdOf);
          const shares = this.#outcome(assign, charge, day, within);
          return shares.map((share) => ({ value: share.value, weight: share.weight * weight }));
        },
      ),
    );
  }

  /** A cost as rules see it, once for each combination of the values it has under the keys they look at. */
  #subjectsOf(keys: readonly string[], charge: Charge, day: Day, within: ReadonlySet<TagKey>) {
    let combinations = [{ virtual: new Map<string, string | null>(), weight: 1 }];
    for (const id of keys) {
      const shares = this.#sharesOf(this.context.state.tagKeys.get(id) as TagKey, charge, day, within);
      combinations = combinations.flatMap(({ virtual, weight }) =>
        shares.map((share) => ({
          virtual: new Map([...virtual, [id, share.value]]),
          weight: weight * share.weight,
        })),
      );
    }
    const subject = this.#subjectOf(charge);
    return combinations.map(({ virtual, weight }) => ({ subject: { ...subject, virtual }, weight }));
  }

  #subjectOf(charge: Charge): Omit<TagSubject, 'virtual'> {
    const known = this.#subjects.get(charge);
    if (known !== undefined) return known;
    const { ledger } = this.context;
    const service = ledger.services.get(charge.service);
    const [category = '', subcategory = ''] = charge.usageType.split(':');
    const account = [charge.account, ledger.accounts.get(charge.account)?.name ?? charge.account];
    const [payer] = ledger.cast.accounts.filter(({ provider }) => provider === charge.provider);
    const subject = {
      provider: charge.provider,
      tags: charge.tags,
      dimensions: {
        account,
        billing_account: payer === undefined ? account : [payer.id, payer.name],
        region: [charge.region],
        service: [charge.service, service?.label ?? charge.service],
        category: [category],
        subcategory: [subcategory],
        usage_unit: charge.cell === null || service === undefined ? [] : [service.usageUnit],
        resource: charge.cell?.resource ? [charge.cell.resource] : [],
        charge_type: [charge.chargeType],
        marketplace: [String(service?.marketplace === true)],
      },
    };
    this.#subjects.set(charge, subject);
    return subject;
  }

  #outcome(
    assign: TagAssign | null,
    charge: Charge,
    day: Day,
    within: ReadonlySet<TagKey>,
  ): readonly Share[] {
    if (assign === null) return nothing;
    if (assign.type === 'value') return [{ value: assign.value, weight: 1 }];
    if (assign.type === 'percent') {
      const whole = assign.splits.reduce((sum, { pct }) => sum + pct, 0);
      return assign.splits.map(({ value, pct }) => ({ value, weight: pct / whole }));
    }
    // All costs of a month are shared out alike.
    const at = [charge.provider, monthOf(day), ...[...within].map(({ seed }) => seed.id)].join('|');
    const ofAssign = this.#proportions.get(assign) ?? new Map<string, readonly Share[]>();
    this.#proportions.set(assign, ofAssign);
    const found = ofAssign.get(at);
    if (found !== undefined) return found;
    const shares = this.#inProportion(assign, charge.provider, day, within);
    ofAssign.set(at, shares);
    return shares;
  }

  /** Shares in proportion to what other costs of the same provider and month came to. */
  #inProportion(
    { input_filter, source }: Extract<TagAssign, { type: 'cost_based' }>,
    provider: string,
    day: Day,
    within: ReadonlySet<TagKey>,
  ): readonly Share[] {
    const bill = this.context.ledger.billOf(provider);
    const month = monthOf(day);
    const last = Math.min(lastDayOf(month), lastActualDay(this.context));
    const spans = bill?.spans(firstDayOf(month), last) ?? [];
    const column = columnOf('unblended', 'after');
    const other = source.origin === 'virtual' ? this.find(source.key) : undefined;
    const keys = this.#idsOf([...keysIn(input_filter), ...(other === undefined ? [] : [other.seed.id])]);
    const weights = (bill?.charges ?? []).flatMap((charge, c): Share[] => {
      const cost = amountOf(spans, column, c);
      if (cost <= 0) return [];
      return this.#subjectsOf(keys, charge, day, within)
        .filter(({ subject }) => passes(input_filter, subject, this.#keyIdOf))
        .map(({ subject, weight }) => ({
          value: (other ? subject.virtual.get(other.seed.id) : tagOf(charge.tags, source.key)) ?? null,
          weight: weight * cost,
        }));
    });
    const named = merge(weights.filter(({ value }) => value !== null));
    const whole = named.reduce((sum, { weight }) => sum + weight, 0);
    if (whole === 0) return nothing;
    return named.map(({ value, weight }) => ({ value, weight: weight / whole }));
  }
}

const references = new WeakMap<TagKeyRules, readonly string[]>();

/** Rules never change, so what they refer to is looked up once. */
function keysReferredToBy(rules: TagKeyRules): readonly string[] {
  const known = references.get(rules) ?? referencesOf(rules);
  references.set(rules, known);
  return known;
}

function areSame(one: readonly Share[], other: readonly Share[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ value, weight }, i) => value === other[i]?.value && weight === other[i]?.weight)
  );
}

/** Lets the latest portions last longer. */
function extend(portions: Portion[], count: number, to: Day): void {
  for (let i = portions.length - count; i < portions.length; i++) {
    portions[i] = { ...(portions[i] as Portion), to };
  }
}

/** Adds up shares of the same value. */
function merge(shares: readonly Share[]): readonly Share[] {
  const weights = new Map<string | null, number>();
  for (const { value, weight } of shares) weights.set(value, (weights.get(value) ?? 0) + weight);
  return [...weights].map(([value, weight]) => ({ value, weight }));
}

/** Lays shares side by side from 0 to 1. */
function cut(shares: readonly Share[]): { value: string; low: number; high: number }[] {
  let low = 0;
  return shares.map(({ value, weight }, i) => {
    const high = i === shares.length - 1 ? 1 : low + weight;
    const piece = { value: value ?? unallocated, low, high };
    low = high;
    return piece;
  });
}
