import { firstDayOf, lastDayOf, type Month, monthOf } from '../../calendar.js';
import { type Micros, toCents } from '../../money.js';
import type { InvoiceRule } from '../../seed-data/billing-types.js';
import type { Service } from '../../seed-data/types.js';
import type { Charge } from '../charges.js';
import type { Invoice, Invoices } from '../invoices.js';
import { amountOf, type CreditBasis, columnOf, type Span } from '../spans.js';
import type { ScenarioBill } from './bill.js';

/** Invoices by month: costs, except late ones, plus tax, adjustments and rounding. */
export class ScenarioInvoices implements Invoices {
  readonly newest = Number.POSITIVE_INFINITY;

  constructor(
    private readonly bill: ScenarioBill,
    private readonly rule: InvoiceRule,
    private readonly services: ReadonlyMap<string, Service>,
    private readonly originMonth: Month,
  ) {}

  get oldest(): Month {
    // Costs that the first month would receive late are unknown.
    return monthOf(this.bill.firstDay) + 1;
  }

  of(month: Month, credits: CreditBasis): Invoice {
    const { bill, rule } = this;
    const taxed = this.regularOf(month, 'after') * rule.taxBps;
    const tax = toCents(taxed / 10_000);
    const correction = rule.adjustments.find(({ monthsAgo }) => this.originMonth - monthsAgo === month);
    return {
      regular: this.regularOf(month, credits),
      tax,
      adjustment: correction?.amount ?? 0,
      rounding: toCents(bill.residue(month) + taxed / 10_000 - tax) + (correction?.rounding ?? 0),
      marketplace: this.costOf(
        bill.spans(firstDayOf(month), lastDayOf(month)),
        credits,
        ({ service }) => this.services.get(service as string)?.marketplace === true,
      ),
    };
  }

  /** The costs of a month without its late usage, plus the late usage of the previous month. */
  private regularOf(month: Month, credits: CreditBasis): Micros {
    const isLate = new Set(this.rule.lateCells);
    const costOf = (first: number, last: number, passes: (charge: Charge) => boolean) =>
      this.costOf(this.bill.spans(first, last), credits, passes);
    const late = (day: number) => costOf(day, day, ({ cell }) => cell !== null && isLate.has(cell.id));
    const all = costOf(firstDayOf(month), lastDayOf(month), () => true);
    return all - late(lastDayOf(month)) + late(lastDayOf(month - 1));
  }

  private costOf(spans: readonly Span[], credits: CreditBasis, passes: (charge: Charge) => boolean): Micros {
    const column = columnOf('unblended', credits);
    return this.bill.charges.reduce(
      (sum, charge, c) => (passes(charge) ? sum + amountOf(spans, column, c) : sum),
      0,
    );
  }
}
