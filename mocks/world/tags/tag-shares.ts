import { type Day, firstDayOf, lastDayOf, monthOf, parseDate } from '../calendar.js';
import type { TagAssign } from '../cast/types.js';
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

export function createTagShares(context: Context): TagShares {
  const { ledger, state } = context;

  function find(idOrName: string): TagKey | undefined {
    const byId = state.tagKeys.get(idOrName);
    if (byId !== undefined) return byId;
    const name = idOrName.toLowerCase();
    for (const key of state.tagKeys.values()) if (key.rules.name.toLowerCase() === name) return key;
    return undefined;
  }

  const keyIdOf: KeyIdOf = (key) => find(key)?.seed.id;

  /** Everything that the sorting of costs follows from. */
  function basis(): readonly unknown[] {
    const now = context.clock.now();
    const rules = [...state.tagKeys.values()].flatMap((key) => rulesInForce(key, now));
    return [lastActualDay(context), ...rules.flatMap((one) => [one.from, one.rules])];
  }

  let knownBasis: readonly unknown[] = [];
  let known = new Map<string, readonly Portion[]>();
  let proportions = new Map<TagAssign, Map<string, readonly Share[]>>();

  function portionsOf(key: TagKey, provider: string): readonly Portion[] {
    const current = basis();
    if (current.length !== knownBasis.length || current.some((part, i) => part !== knownBasis[i])) {
      knownBasis = current;
      known = new Map();
      proportions = new Map();
    }
    const at = `${key.seed.id}|${provider}`;
    const found = known.get(at);
    if (found !== undefined) return found;
    const portions = sort(key, provider);
    known.set(at, portions);
    return portions;
  }

  function sort(key: TagKey, provider: string): readonly Portion[] {
    const charges = ledger.billOf(provider)?.charges ?? [];
    const starts = [...new Set(turningDays(key, new Set()))].sort((a, b) => a - b);
    const stretches = [always.from, ...starts].map((from, i) => ({
      from,
      to: (starts[i] ?? always.to) - 1,
    }));
    return charges.flatMap((charge, c) =>
      stretches.flatMap(({ from, to }) => {
        // Rules are the same on all days of a stretch, so any of them stands for all.
        const day = Number.isFinite(from) ? from : Number.isFinite(to) ? to : lastActualDay(context);
        return cut(sharesOf(key, charge, day, new Set())).map((piece) => ({ charge: c, from, to, ...piece }));
      }),
    );
  }

  /** The first days of stretches in which nothing about a key's rules changes. */
  function turningDays(key: TagKey, seen: Set<TagKey>): Day[] {
    if (seen.has(key)) return [];
    seen.add(key);
    return rulesInForce(key, context.clock.now()).flatMap(({ from, rules }) => [
      ...(Number.isFinite(from) ? [from] : []),
      ...rules.configs.flatMap(({ time_frame, assign }) => [
        ...(time_frame?.start ? [parseDate(time_frame.start) as Day] : []),
        ...(time_frame?.end ? [(parseDate(time_frame.end) as Day) + 1] : []),
        ...(assign.type === 'cost_based' ? monthStarts() : []),
      ]),
      ...idsOf(referencesOf(rules)).flatMap((id) => turningDays(state.tagKeys.get(id) as TagKey, seen)),
    ]);
  }

  function monthStarts(): Day[] {
    const first = monthOf(ledger.firstDay);
    const count = monthOf(lastActualDay(context)) - first + 2;
    return Array.from({ length: count }, (_, i) => firstDayOf(first + i));
  }

  function idsOf(keys: readonly string[]): string[] {
    return [...new Set(keys.map(keyIdOf).filter((id) => id !== undefined))];
  }

  /** How a charge is shared out on a day; a key that is looked at in a circle gives no value. */
  function sharesOf(key: TagKey, charge: Charge, day: Day, above: ReadonlySet<TagKey>): readonly Share[] {
    if (above.has(key) || !key.seed.providers.includes(charge.provider)) return [{ value: null, weight: 1 }];
    const rules = rulesInForce(key, context.clock.now()).findLast(({ from }) => from <= day)?.rules;
    if (rules === undefined) return [{ value: null, weight: 1 }];
    const within = new Set([...above, key]);
    return merge(
      subjectsOf(idsOf(referencesOf(rules)), charge, day, within).flatMap(({ subject, weight }) => {
        const assign = assignValue(rules, subject, day, keyIdOf);
        return outcome(assign, charge, day, within).map((share) => ({
          value: share.value,
          weight: share.weight * weight,
        }));
      }),
    );
  }

  /** A cost as rules see it, once for each combination of the values it has under the keys they look at. */
  function subjectsOf(keys: readonly string[], charge: Charge, day: Day, within: ReadonlySet<TagKey>) {
    let combinations = [{ virtual: new Map<string, string | null>(), weight: 1 }];
    for (const id of keys) {
      const shares = sharesOf(state.tagKeys.get(id) as TagKey, charge, day, within);
      combinations = combinations.flatMap(({ virtual, weight }) =>
        shares.map((share) => ({
          virtual: new Map([...virtual, [id, share.value]]),
          weight: weight * share.weight,
        })),
      );
    }
    return combinations.map(({ virtual, weight }) => ({ subject: subjectOf(charge, virtual), weight }));
  }

  function subjectOf(charge: Charge, virtual: ReadonlyMap<string, string | null>): TagSubject {
    const service = ledger.services.get(charge.service);
    const [category = '', subcategory = ''] = charge.usageType.split(':');
    const account = [charge.account, ledger.accounts.get(charge.account)?.name ?? charge.account];
    const [payer] = ledger.cast.accounts.filter(({ provider }) => provider === charge.provider);
    return {
      provider: charge.provider,
      tags: charge.tags,
      virtual,
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
  }

  function outcome(
    assign: TagAssign | null,
    charge: Charge,
    day: Day,
    within: ReadonlySet<TagKey>,
  ): readonly Share[] {
    if (assign === null) return [{ value: null, weight: 1 }];
    if (assign.type === 'value') return [{ value: assign.value, weight: 1 }];
    if (assign.type === 'percent') {
      const whole = assign.splits.reduce((sum, { pct }) => sum + pct, 0);
      return assign.splits.map(({ value, pct }) => ({ value, weight: pct / whole }));
    }
    // All costs of a month are shared out alike.
    const at = [charge.provider, monthOf(day), ...[...within].map(({ seed }) => seed.id)].join('|');
    const ofAssign = proportions.get(assign) ?? new Map<string, readonly Share[]>();
    proportions.set(assign, ofAssign);
    const found = ofAssign.get(at);
    if (found !== undefined) return found;
    const shares = inProportion(assign, charge.provider, day, within);
    ofAssign.set(at, shares);
    return shares;
  }

  /** Shares in proportion to what other costs of the same provider and month came to. */
  function inProportion(
    { input_filter, source }: Extract<TagAssign, { type: 'cost_based' }>,
    provider: string,
    day: Day,
    within: ReadonlySet<TagKey>,
  ): readonly Share[] {
    const bill = ledger.billOf(provider);
    const month = monthOf(day);
    const last = Math.min(lastDayOf(month), lastActualDay(context));
    const spans = bill?.spans(firstDayOf(month), last) ?? [];
    const column = columnOf('unblended', 'after');
    const other = source.origin === 'virtual' ? find(source.key) : undefined;
    const keys = idsOf([...keysIn(input_filter), ...(other === undefined ? [] : [other.seed.id])]);
    const weights = (bill?.charges ?? []).flatMap((charge, c): Share[] => {
      const cost = amountOf(spans, column, c);
      if (cost <= 0) return [];
      return subjectsOf(keys, charge, day, within)
        .filter(({ subject }) => passes(input_filter, subject, keyIdOf))
        .map(({ subject, weight }) => ({
          value: (other ? subject.virtual.get(other.seed.id) : tagOf(charge.tags, source.key)) ?? null,
          weight: weight * cost,
        }));
    });
    const named = merge(weights.filter(({ value }) => value !== null));
    const whole = named.reduce((sum, { weight }) => sum + weight, 0);
    if (whole === 0) return [{ value: null, weight: 1 }];
    return named.map(({ value, weight }) => ({ value, weight: weight / whole }));
  }

  return { find, portionsOf };
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
