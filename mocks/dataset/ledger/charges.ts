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
export interface Charge {
  readonly provider: string;
  readonly service: string | null;
  readonly account: string | null;
  readonly region: string | null;
  readonly chargeType: ChargeType;
  readonly usageType: string | null;
  readonly platform: string | null;
  readonly environment: string | null;
  readonly tags: Readonly<Record<string, string>>;
  /** The usage in an invented organization, whose resources are known; null for a fee, and in a real bill. */
  readonly cell: Cell | null;
}
