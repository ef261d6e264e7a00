import { getOrInsert } from '../../../../src/get-or-insert.js';
import type { Month } from '../../calendar.js';
import type { Invoice, Invoices } from '../../ledger/invoices.js';
import type { CreditBasis } from '../../ledger/spans.js';
import type { BillLine, BillTables } from './tables.js';

type Part = 'regular' | 'tax' | 'adjustment';
type Parts = { [part in Part | 'marketplace']: number };

/** The invoices of one provider in a real bill, by the month of the billing period. */
export class TableInvoices implements Invoices {
  readonly oldest: Month;
  readonly newest: Month;
  private readonly parts: Readonly<Record<CreditBasis, ReadonlyMap<Month, Parts>>>;

  constructor({ lines, days }: BillTables, provider: string) {
    const before = new Map<Month, Parts>();
    const after = new Map<Month, Parts>();
    for (let i = 0; i < days.line.length; i++) {
      const line = lines[days.line[i]!]!;
      if (line.provider !== provider) continue;
      add(after, line, days.billed[i]!);
      if (line.category !== 'Credit') add(before, line, days.billed[i]!);
    }
    this.parts = { before, after };
    const months = [...after.keys()];
    this.oldest = Math.min(...months);
    this.newest = Math.max(...months);
  }

  of(month: Month, credits: CreditBasis): Invoice {
    return { ...(this.parts[credits].get(month) ?? noParts()), rounding: 0 };
  }
}

function noParts(): Parts {
  return { regular: 0, tax: 0, adjustment: 0, marketplace: 0 };
}

function add(months: Map<Month, Parts>, line: BillLine, billed: number): void {
  const parts = getOrInsert(months, line.invoiceMonth, noParts);
  parts[partOf(line)] += billed;
  if (line.isMarketplace) parts.marketplace += billed;
}

function partOf({ category, isCorrection }: BillLine): Part {
  if (isCorrection || category === 'Adjustment') return 'adjustment';
  return category === 'Tax' ? 'tax' : 'regular';
}
