import type { Micros } from '../money.js';

export interface Budget {
  readonly id: string;
  readonly name: string;
  readonly kind: 'specified' | 'last_period';
  readonly period: 'MONTH' | 'QUARTER' | 'YEAR';
  readonly amount: Micros | null;
  readonly account: string | null;
  readonly service: string | null;
  readonly credits: 'before' | 'after';
  readonly thresholds: readonly number[];
  readonly approximate: boolean;
}

/** How the invoices of a provider differ from its monthly charges. */
export interface InvoiceRule {
  readonly provider: string;
  readonly taxBps: number;
  /** Cells whose last day of the month is invoiced with the next month. */
  readonly lateCells: readonly string[];
  /** One-off corrections: months before the origin month, and their amount. */
  readonly adjustments: readonly { readonly monthsAgo: number; readonly amount: Micros }[];
}
