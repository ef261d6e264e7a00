import { getOrInsert } from '../../../src/get-or-insert.js';
import type { Context, Range } from '../context.js';
import { amountOf, clip, columnOf, occursIn, partOf } from '../ledger/spans.js';
import type { Micros } from '../money.js';
import type { TagKey } from '../state.js';
import { unallocated } from './shares.js';
import type { TagShares } from './tag-shares.js';

/** The spend of a key's providers in a range, by value. */
export interface TaggedSpend {
  readonly values: ReadonlyMap<string, { readonly spend: Micros; readonly resources: number }>;
  readonly unallocated: Micros;
  readonly total: Micros;
  readonly resources: number;
}

/** Computes spend by value as the cost operations do by default: unblended, after credits. */
export function taggedSpendOf(context: Context, shares: TagShares, key: TagKey, range: Range): TaggedSpend {
  const column = columnOf('unblended', 'after');
  const spend = new Map<string, Micros>();
  const resources = new Map<string, Map<string, number>>();
  let total = 0;
  for (const provider of key.seed.providers) {
    const bill = context.ledger.billOf(provider);
    if (bill === null) continue;
    const spans = bill.spans(range.first, range.last);
    bill.charges.forEach((_, c) => {
      total += amountOf(spans, column, c);
    });
    for (const { charge, from, to, low, high, value } of shares.portionsOf(key, provider)) {
      const within = clip(spans, from, to);
      if (!occursIn(within, column, charge)) continue;
      spend.set(value, (spend.get(value) ?? 0) + partOf(within, column, charge, low, high));
      const cell = bill.charges[charge]?.cell;
      if (cell) getOrInsert(resources, value, () => new Map()).set(cell.id, cell.resources);
    }
  }
  const count = (of: Iterable<readonly [string, number]>) =>
    [...new Map(of)].reduce((sum, [, n]) => sum + n, 0);
  return {
    values: new Map(
      [...spend]
        .filter(([value]) => value !== unallocated)
        .map(([value, sum]) => [value, { spend: sum, resources: count(resources.get(value) ?? []) }]),
    ),
    unallocated: spend.get(unallocated) ?? 0,
    total,
    resources: count([...resources.values()].flatMap((cells) => [...cells])),
  };
}
