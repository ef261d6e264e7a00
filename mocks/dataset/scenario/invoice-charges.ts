import { getOrInsert } from '../../../src/get-or-insert.js';
import { type Day, lastDayOf, type Month, monthOf } from '../calendar.js';
import type { BillLine, ChargeTable } from '../ledger/tables.js';
import type { Micros } from '../money.js';
import type { InvoiceRule } from '../seed-data/billing-types.js';
import type { Cell } from '../seed-data/types.js';
import { type ChargeLine, TableBuilder } from './charge-tables.js';
import { type Costs, sameCosts } from './day.js';
import type { ScenarioCharges } from './scenario-charges.js';

/** A tax or an adjustment, charged on the last day of a month. */
export interface InvoiceCharge {
  readonly kind: 'tax' | 'late fee' | 'refund';
  readonly line: ChargeLine;
  /** A refund is invoiced with the next month. */
  readonly invoiceMonth: Month;
  readonly costs: Costs;
}

/** What the invoices of one provider have beside its usage and commitments. */
export class InvoiceCharges {
  /** The lines of all its charges. */
  readonly lines: readonly ChargeLine[];
  private readonly rule: InvoiceRule | undefined;
  private readonly lateCells: ReadonlySet<string>;
  private readonly months = new Map<Month, readonly InvoiceCharge[]>();

  /** @param tablesOf returns the usage and commitments of a month */
  constructor(
    private readonly charges: ScenarioCharges,
    provider: string,
    private readonly tablesOf: (month: Month) => readonly ChargeTable[],
  ) {
    this.rule = charges.seedData.invoiceRules.find((one) => one.provider === provider);
    this.lateCells = new Set(this.rule?.lateCells);
    this.lines =
      this.rule === undefined ? [] : [invoiceLine(provider, 'tax'), invoiceLine(provider, 'late fee')];
  }

  /** Whether the provider has invoices. */
  get hasRule(): boolean {
    return this.rule !== undefined;
  }

  /** Whether a day's charge is invoiced with the next month. @param cell null for the fee of a commitment */
  isLate(day: Day, cell: Cell | null): boolean {
    return cell !== null && this.lateCells.has(cell.id) && day === lastDayOf(monthOf(day));
  }

  /** The charges on the last day of a month. The first month has no tax, since late charges before it are not known. */
  of(month: Month): readonly InvoiceCharge[] {
    const { rule } = this;
    if (rule === undefined) return [];
    return getOrInsert(this.months, month, () => {
      const isFirst = month <= monthOf(this.charges.firstDay);
      const tax = isFirst ? [] : [invoiceCharge(rule, 'tax', month, this.taxOf(month, rule.taxBps))];
      return [...tax, ...this.adjustmentsOn(rule, month)];
    });
  }

  private adjustmentsOn(rule: InvoiceRule, month: Month): readonly InvoiceCharge[] {
    return rule.adjustments.flatMap(({ monthsAgo, amount }) => {
      const invoiceMonth = this.charges.originMonth - monthsAgo;
      const kind = amount < 0 ? 'refund' : 'late fee';
      // A refund corrects the month before, which is already invoiced.
      const isOn = month === (kind === 'refund' ? invoiceMonth - 1 : invoiceMonth);
      return isOn ? [invoiceCharge(rule, kind, invoiceMonth, sameCosts(amount))] : [];
    });
  }

  /** Null for a provider without invoices. */
  table(month: Month): ChargeTable | null {
    const charges = this.of(month);
    if (charges.length === 0) return null;
    const builder = new TableBuilder(month);
    for (const { kind, line, invoiceMonth, costs } of charges) {
      builder.open(kind, { ...line, invoiceMonth });
      builder.add(kind, lastDayOf(month), costs, Number.NaN);
    }
    return builder.table();
  }

  private taxOf(month: Month, taxBps: number): Costs {
    const sums = { billed: 0, effective: 0, list: 0, contracted: 0 };
    for (const table of [...this.tablesOf(month - 1), ...this.tablesOf(month)]) addTaxed(sums, table, month);
    const tax = (amount: Micros) => Math.round((amount * taxBps) / 10_000);
    return {
      billed: tax(sums.billed),
      effective: tax(sums.effective),
      list: tax(sums.list),
      contracted: tax(sums.contracted),
    };
  }
}

function addTaxed(sums: Record<keyof Costs, Micros>, { lines, days }: ChargeTable, month: Month): void {
  for (let i = 0; i < days.line.length; i++) {
    const { invoiceMonth, category } = lines[days.line[i]!] as BillLine;
    if (invoiceMonth !== month) continue;
    sums.billed += days.billed[i]!;
    sums.effective += days.effective[i]!;
    // The price of what a commitment covers is in the rows of its usage.
    if (category === 'Purchase') continue;
    sums.list += days.list[i]!;
    sums.contracted += days.contracted[i]!;
  }
}

function invoiceCharge(
  { provider }: InvoiceRule,
  kind: InvoiceCharge['kind'],
  invoiceMonth: Month,
  costs: Costs,
): InvoiceCharge {
  return { kind, line: invoiceLine(provider, kind), invoiceMonth, costs };
}

function invoiceLine(provider: string, kind: InvoiceCharge['kind']): ChargeLine {
  const isTax = kind === 'tax';
  return {
    provider,
    account: null,
    service: isTax ? 'tax' : 'adjustment',
    region: null,
    category: isTax ? 'Tax' : 'Adjustment',
    frequency: isTax ? 'Recurring' : 'One-Time',
    isCorrection: kind === 'refund',
    isMarketplace: false,
    usageType: null,
    platform: null,
    tags: {},
    commitment: null,
    status: null,
  };
}
