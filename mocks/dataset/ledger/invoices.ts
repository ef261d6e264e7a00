import type { Month } from '../calendar.js';
import type { Micros } from '../money.js';
import type { CreditBasis } from './spans.js';

/** The invoices of one provider. */
export interface Invoices {
  readonly oldest: Month;
  /** Infinite if they continue with the clock. */
  readonly newest: Month;
  of(month: Month, credits: CreditBasis): Invoice;
}

export interface Invoice {
  readonly regular: Micros;
  readonly tax: Micros;
  readonly adjustment: Micros;
  readonly rounding: Micros;
  /** The part of the others that is charged for products of other vendors. */
  readonly marketplace: Micros;
}
