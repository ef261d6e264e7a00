import { type Context, lastActualDay } from '../context.js';
import type { TagKey } from '../state.js';
import { Allocation } from './allocation.js';
import { findKey } from './references.js';
import { rulesInForce } from './rules-in-force.js';
import type { Portion } from './shares.js';

/** Allocates charges to the values of virtual tag keys. */
export interface TagShares {
  /** Finds a key by id or, case-insensitively, by name. */
  find(idOrName: string): TagKey | undefined;
  /** All charges of a provider, split into portions without remainder. */
  portionsOf(key: TagKey, provider: string): readonly Portion[];
}

export function createTagShares(context: Context): TagShares {
  let basis: readonly unknown[] = [];
  let allocation = new Allocation(context);
  return {
    find: (idOrName) => findKey(context.state.tagKeys, idOrName),
    portionsOf(key, provider) {
      const current = basisOf(context);
      if (current.some((part, i) => part !== basis[i]) || current.length !== basis.length) {
        basis = current;
        allocation = new Allocation(context);
      }
      return allocation.portionsOf(key, provider);
    },
  };
}

/** Everything that an allocation depends on. */
function basisOf(context: Context): readonly unknown[] {
  const { clock, state } = context;
  const now = clock.now();
  const rules = [...state.tagKeys.values()].flatMap((key) => rulesInForce(key, now));
  return [lastActualDay(context), ...rules.flatMap((one) => [one.from, one.rules])];
}
