import type { Context } from '../context.js';
import type { Micros } from '../money.js';
import type { Provider, Recommendation } from '../seed-data/types.js';
import { monthlySavingOf } from './savings.js';

const accepted = new Set<Recommendation['status']>(['pending', 'processing', 'in_progress']);

/** Monthly savings of a provider that are not realized: open, and accepted but not implemented. */
export interface OpenSavings {
  readonly available: Micros;
  readonly pending: Micros;
}

export function openSavingsOf(context: Context, provider: Provider): OpenSavings {
  let available = 0;
  let pending = 0;
  for (const one of context.ledger.seedData.recommendations) {
    if (one.provider !== provider.id) continue;
    if (one.status === 'available') available += monthlySavingOf(context, one);
    else if (accepted.has(one.status)) pending += monthlySavingOf(context, one);
  }
  return { available, pending };
}
