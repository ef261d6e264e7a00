import type { Claim } from '../../../engine/claim.js';
import { show } from '../../../engine/show.js';
import { one, rowsOf } from '../shared/exchange-data.js';

export const dollars = [
  'on_demand_equivalent',
  'effective_cost',
  'commitment_saved',
  'negotiated_saved',
  'total_saved',
] as const;

export type Rate = Record<string, any>;

/** Returns the rate objects of a response: the totals and each account. */
export const rates = (data: any): Rate[] => [...one(data.totals as Rate), ...rowsOf(data.accounts)];

export const ownerOf = (rate: Rate) =>
  rate.account_id === undefined ? '`totals`' : `account ${show(rate.account_id)}`;

export function claim(id: string, requirement: string): Claim {
  return {
    id: `savings-rate.${id}`,
    level: 'MUST',
    basis: 'derived',
    requirement,
    source: 'Effective savings rate',
  };
}
