import type { Claim } from '../../../engine/claim.js';
import { show } from '../../../engine/show.js';
import { derived } from '../../claims.js';

export const dollars = [
  'on_demand_equivalent',
  'effective_cost',
  'commitment_saved',
  'negotiated_saved',
  'total_saved',
] as const;

type Rate = Record<string, any>;

export const ownerOf = (rate: Rate) =>
  rate.account_id === undefined ? '`totals`' : `account ${show(rate.account_id)}`;

export function claim(id: string, requirement: string): Claim {
  return {
    id: `savings-rate.${id}`,
    ...derived,
    requirement,
    source: 'Effective savings rate',
  };
}
