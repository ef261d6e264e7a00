import type { Instant } from '../../calendar.js';
import type { PaymentOption } from '../../seed-data/types.js';

/** The columns of an inventory file, as in `inventory.schema.json`. */
export const inventoryColumns = [
  'CommitmentDiscountId',
  'ProviderName',
  'ServiceName',
  'SubAccountId',
  'RegionId',
  'CommitmentDiscountCategory',
  'CommitmentDiscountType',
  'CommitmentDiscountName',
  'State',
  'Start',
  'End',
  'TermMonths',
  'PaymentOption',
  'Quantity',
] as const;

export type InventoryColumn = (typeof inventoryColumns)[number];

/** What a provider reports about a commitment beside its charges; null where it reports nothing. */
export interface InventoryEntry {
  /** The `CommitmentDiscountId` of its charges. */
  readonly id: string;
  /** The id of the provider; null if the inventory names no provider of the bill. */
  readonly provider: string | null;
  readonly service: string | null;
  readonly account: string | null;
  readonly region: string | null;
  readonly category: 'Usage' | 'Spend' | null;
  readonly type: string | null;
  readonly name: string | null;
  /** The state in the provider's words, such as `active`. */
  readonly state: string | null;
  readonly start: Instant | null;
  readonly end: Instant | null;
  readonly termMonths: number | null;
  readonly paymentOption: PaymentOption | null;
  /** Units of a reservation, or dollars an hour of a commitment to dollars. */
  readonly quantity: number | null;
}
