import type { BillLine, ChargeTable } from '../../../src/focus/tables/tables.js';
import { getOrInsert } from '../../../src/get-or-insert.js';
import type { Month } from '../calendar.js';
import type { Micros } from '../money.js';
import type { CreditBasis } from './spans.js';

type Part = 'regular' | 'tax' | 'adjustment';

/** What an invoice charges; `marketplace` is the part of the others for products of other vendors. */
export type Invoice = { [part in Part | 'marketplace']: Micros };

/** The invoices of one provider by month. */
export interface Invoices {
  readonly oldest: Month;
  /** Infinite if they continue with the clock. */
  readonly newest: Month;
  of(month: Month, credits: CreditBasis): Invoice;
}

/** The charges of a table by invoice month, without and with credits. */
export type InvoiceMonths = Readonly<Record<CreditBasis, ReadonlyMap<Month, Invoice>>>;

export function invoiceMonths({ lines, days }: ChargeTable, provider: string): InvoiceMonths {
  const before = new Map<Month, Invoice>();
  const after = new Map<Month, Invoice>();
  for (let i = 0; i < days.line.length; i++) {
    const line = lines[days.line[i]!]!;
    if (line.provider !== provider) continue;
    add(after, line, days.billed[i]!);
    if (line.category !== 'Credit') add(before, line, days.billed[i]!);
  }
  return { before, after };
}

export function noInvoice(): Invoice {
  return { regular: 0, tax: 0, adjustment: 0, marketplace: 0 };
}

function add(months: Map<Month, Invoice>, line: BillLine, billed: Micros): void {
  const invoice = getOrInsert(months, line.invoiceMonth, noInvoice);
  invoice[partOf(line)] += billed;
  if (line.isMarketplace) invoice.marketplace += billed;
}

function partOf({ category, isCorrection }: BillLine): Part {
  if (isCorrection || category === 'Adjustment') return 'adjustment';
  return category === 'Tax' ? 'tax' : 'regular';
}
