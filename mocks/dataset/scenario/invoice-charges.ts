import type { BillLine, ChargeTable } from '../../../src/focus/tables/tables.js';
import { getOrInsert } from '../../../src/get-or-insert.js';
import { firstDayOf, lastDayOf, type Month, monthOf } from '../calendar.js';
import type { Micros } from '../money.js';
import type { InvoiceRule } from '../seed-data/billing-types.js';
import { lineOf } from './charge-line.js';
import { TableBuilder } from './charge-tables.js';
import type { ScenarioCharges } from './scenario-charges.js';

/** The four costs of a charge. */
export interface Costs {
  readonly billed: Micros;
  readonly effective: Micros;
  readonly list: Micros;
  readonly contracted: Micros;
}

const kinds = ['tax', 'late fee', 'refund'] as const;

/** A tax or an adjustment, charged on the last day of a month. */
export interface InvoiceCharge {
  readonly kind: (typeof kinds)[number];
  readonly line: BillLine;
  readonly costs: Costs;
}

/** What the invoices of one provider have beside its usage and commitments. */
export class InvoiceCharges {
  /** The lines that all its charges can be grouped and filtered by. */
  readonly lines: readonly BillLine[];
  /** Cells whose charges of the last day of a month are invoiced with the next. */
  readonly lateCells: ReadonlySet<string>;
  private readonly rule: InvoiceRule | undefined;
  private readonly months = new Map<Month, readonly InvoiceCharge[]>();

  /** @param invoiced returns the tables with the usage and commitments that the invoice of a month has */
  constructor(
    private readonly charges: ScenarioCharges,
    provider: string,
    private readonly invoiced: (month: Month) => readonly ChargeTable[],
  ) {
    this.rule = charges.seedData.invoiceRules.find((one) => one.provider === provider);
    this.lateCells = new Set(this.rule?.lateCells);
    this.lines = this.rule === undefined ? [] : kinds.map((kind) => invoiceLine(provider, kind, 0));
  }

  /** Whether the provider has invoices. */
  get hasRule(): boolean {
    return this.rule !== undefined;
  }

  /** The charges on the last day of a month. The first month has no tax, since late charges before it are not known. */
  of(month: Month): readonly InvoiceCharge[] {
    const { rule } = this;
    if (rule === undefined) return [];
    return getOrInsert(this.months, month, () => {
      const isFirst = month <= monthOf(this.charges.firstDay);
      const line = invoiceLine(rule.provider, 'tax', month);
      const tax = isFirst ? [] : [{ kind: 'tax' as const, line, costs: this.taxOf(month, rule.taxBps) }];
      return [...tax, ...this.adjustmentsOn(rule, month)];
    });
  }

  private adjustmentsOn(rule: InvoiceRule, month: Month): readonly InvoiceCharge[] {
    return rule.adjustments.flatMap(({ monthsAgo, amount }) => {
      const invoiceMonth = this.charges.originMonth - monthsAgo;
      const kind = amount < 0 ? 'refund' : 'late fee';
      // A refund corrects the month before, which is already invoiced.
      const isOn = month === (kind === 'refund' ? invoiceMonth - 1 : invoiceMonth);
      const costs = { billed: amount, effective: amount, list: amount, contracted: amount };
      return isOn ? [{ kind, line: invoiceLine(rule.provider, kind, invoiceMonth), costs }] : [];
    });
  }

  /** Null for a provider without invoices. */
  table(month: Month): ChargeTable | null {
    const charges = this.of(month);
    if (charges.length === 0) return null;
    const [first, last] = [firstDayOf(month), lastDayOf(month)];
    const builder = new TableBuilder({ first, last }, charges.length);
    charges.forEach(({ line, costs: { billed, effective, list, contracted } }, i) => {
      builder.open(i, line);
      builder.add(i, last, billed, effective, list, contracted, Number.NaN);
    });
    return builder.table();
  }

  private taxOf(month: Month, taxBps: number): Costs {
    const sums = { billed: 0, effective: 0, list: 0, contracted: 0 };
    for (const table of this.invoiced(month)) addTaxed(sums, table, month);
    for (const cost of Object.keys(sums) as (keyof Costs)[]) {
      sums[cost] = Math.round((sums[cost] * taxBps) / 10_000);
    }
    return sums;
  }
}

function addTaxed(sums: Record<keyof Costs, Micros>, { lines, days }: ChargeTable, month: Month): void {
  for (let i = 0; i < days.line.length; i++) {
    const { invoiceMonth, category } = lines[days.line[i]!]!;
    if (invoiceMonth !== month) continue;
    sums.billed += days.billed[i]!;
    sums.effective += days.effective[i]!;
    // The price of what a commitment covers is in the rows of its usage.
    if (category === 'Purchase') continue;
    sums.list += days.list[i]!;
    sums.contracted += days.contracted[i]!;
  }
}

function invoiceLine(provider: string, kind: InvoiceCharge['kind'], invoiceMonth: Month): BillLine {
  return lineOf({ provider, id: kind === 'tax' ? 'tax' : 'adjustment' }, { kind }, invoiceMonth);
}
