import type { BillLine } from '../../../src/focus/tables/tables.js';
import type { Cell } from '../seed-data/types.js';

/** On-demand usage, usage that a commitment covered, the fee of a commitment, or another kind of charge. */
export type ChargeType =
  | 'usage'
  | 'covered_usage'
  | 'commitment_fee'
  | 'purchase'
  | 'tax'
  | 'credit'
  | 'adjustment';

/** The source of a cost, with the dimensions that costs are filtered and grouped by; null where it has no value. */
export interface Charge
  extends Pick<BillLine, 'provider' | 'service' | 'account' | 'region' | 'usageType' | 'platform' | 'tags'> {
  readonly chargeType: ChargeType;
  readonly environment: string | null;
  /** The usage in an invented organization, whose resources are known; null for a fee, and in a real bill. */
  readonly cell: Cell | null;
}
