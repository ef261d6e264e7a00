import { getOrInsert } from '../../../src/get-or-insert.js';
import { type Day, firstDayOf, lastDayOf, type Month, monthOf, startOfDay } from '../calendar.js';
import type { ScenarioLedger } from '../ledger/index.js';
import type { Micros } from '../money.js';
import type { InvoiceRule } from '../seed-data/billing-types.js';
import type { Cell } from '../seed-data/types.js';
import type { ExportRow } from './columns.js';
import {
  billingPeriod,
  type Charge,
  type Costs,
  chargePeriod,
  costColumns,
  placeColumns,
  sameCosts,
} from './row-parts.js';

/** The invoices of one provider: which month a charge belongs to, and what an invoice has beside its charges. */
export class InvoiceRows {
  private readonly rule: InvoiceRule | undefined;
  private readonly lateCells: ReadonlySet<string>;
  private readonly taxed = new Map<Month, Record<keyof Costs, Micros>>();

  constructor(
    private readonly ledger: ScenarioLedger,
    private readonly provider: string,
  ) {
    this.rule = ledger.seedData.invoiceRules.find((one) => one.provider === provider);
    this.lateCells = new Set(this.rule?.lateCells);
  }

  /** The month in which a day's charge is invoiced. @param cell null for the fee of a commitment */
  monthOf(day: Day, cell: Cell | null): Month {
    const month = monthOf(day);
    const isLate = cell !== null && day === lastDayOf(month) && this.lateCells.has(cell.id);
    return isLate ? month + 1 : month;
  }

  /** The row of a charge in the invoice of a month. */
  row(month: Month, { columns, costs }: Charge): ExportRow {
    this.add(month, costs, columns.ChargeCategory === 'Purchase');
    return this.rowOf(month, { columns, costs });
  }

  private rowOf(month: Month, { columns, costs }: Charge): ExportRow {
    return { ...columns, ...costColumns(costs), ...billingPeriod(this.provider, month) };
  }

  /** Adds a charge to the costs that are taxed. */
  private add(month: Month, { billed, effective, list, contracted }: Costs, isPurchase: boolean): void {
    const sums = getOrInsert(this.taxed, month, () => ({ billed: 0, effective: 0, list: 0, contracted: 0 }));
    sums.billed += billed;
    sums.effective += effective;
    // The price of what a commitment covers is in the rows of its usage.
    sums.list += isPurchase ? 0 : list;
    sums.contracted += isPurchase ? 0 : contracted;
  }

  /** The tax and the adjustments of an invoice whose charges are complete. */
  *close(month: Month): Generator<ExportRow> {
    const sums = this.taxed.get(month);
    this.taxed.delete(month);
    if (this.rule === undefined || sums === undefined) return;
    const { taxBps, adjustments } = this.rule;
    const taxOf = (amount: Micros) => Math.round((amount * taxBps) / 10_000);
    const tax = {
      billed: taxOf(sums.billed),
      effective: taxOf(sums.effective),
      list: taxOf(sums.list),
      contracted: taxOf(sums.contracted),
    };
    const columns = this.columns(month, 'Tax', `Tax, ${taxBps / 100} %`);
    yield this.rowOf(month, { columns, costs: tax });
    for (const { monthsAgo, amount, rounding } of adjustments) {
      if (this.ledger.originMonth - monthsAgo !== month) continue;
      yield* this.adjustments(month, amount, rounding);
    }
  }

  /** A refund corrects the month before, which is already invoiced. */
  private *adjustments(month: Month, amount: Micros, rounding: Micros): Generator<ExportRow> {
    const columns =
      amount < 0
        ? { ...this.columns(month - 1, 'Adjustment', 'Refund'), ChargeClass: 'Correction' }
        : this.columns(month, 'Adjustment', 'Late fee');
    yield this.rowOf(month, { columns, costs: sameCosts(amount) });
    if (rounding === 0) return;
    const ofRounding = this.columns(month, 'Adjustment', 'Rounding of the invoice');
    yield this.rowOf(month, { columns: ofRounding, costs: sameCosts(rounding) });
  }

  /** @param month that the charge is for */
  private columns(month: Month, category: 'Tax' | 'Adjustment', description: string): ExportRow {
    const place = { provider: this.provider, account: null, service: category.toLowerCase(), region: null };
    return {
      ...placeColumns(this.ledger, place),
      ...chargePeriod(startOfDay(firstDayOf(month)), startOfDay(firstDayOf(month + 1))),
      ChargeCategory: category,
      ChargeDescription: description,
      ChargeFrequency: category === 'Tax' ? 'Recurring' : 'One-Time',
    };
  }
}
