import type { Instant } from '../calendar.js';

/** What the provider reports about a commitment and a bill does not contain. What is not known is null. */
export interface InventoryEntry {
  readonly id: string;
  readonly state: string | null;
  readonly start: Instant | null;
  readonly end: Instant | null;
  readonly termMonths: number | null;
  readonly paymentOption: string | null;
  /** Units of a reservation, or dollars an hour of a commitment to dollars. */
  readonly quantity: number | null;
}
