import type { OperationHandler } from '../../types.js';
import { firstDayOf, isoMonth, lastDayOf, type Month, monthOf } from '../calendar.js';
import { type Context, todayOf } from '../context.js';
import type { Bill } from '../ledger/bill.js';
import { type CreditBasis, columnOf } from '../ledger/spans.js';
import { type Micros, toCents, usd } from '../money.js';
import { withProvider } from '../providers/find-provider.js';
import type { InvoiceRule } from '../seed-data/types.js';
import { totalIf } from './table.js';

/** Invoices by month: costs, except late ones, plus tax, adjustments and rounding. */
export function listInvoiceMonths(context: Context): OperationHandler {
  const { ledger } = context;
  return withProvider(context, (provider, { query }) => {
    const rule = ledger.seedData.invoiceRules.find((one) => one.provider === provider.id);
    const bill = ledger.billOf(provider.id);
    if (rule === undefined || bill === null) {
      return { data: { items: [], includes_billing_account_charges: false, credits: query.credits } };
    }
    const newest = monthOf(todayOf(context)) - 1;
    // Costs that the first month would receive late are unknown.
    const oldest = Math.max(monthOf(bill.firstDay) + 1, newest - query.months + 1);
    const months = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, i) => newest - i);
    return {
      data: {
        items: months.map((month) =>
          context.memo(`invoice ${provider.id} ${month} ${query.credits}`, () =>
            invoiceOf(context, bill, rule, month, query.credits),
          ),
        ),
        includes_billing_account_charges: true,
        credits: query.credits,
      },
    };
  });
}

function invoiceOf(context: Context, bill: Bill, rule: InvoiceRule, month: Month, credits: CreditBasis) {
  const { services, originMonth } = context.ledger;
  const taxed = regularOf(bill, rule, month, 'after') * rule.taxBps;
  const tax = toCents(taxed / 10_000);
  const correction = rule.adjustments.find(({ monthsAgo }) => originMonth - monthsAgo === month);
  const adjustment = correction?.amount ?? 0;
  const regular = regularOf(bill, rule, month, credits);
  const rounding = toCents(bill.residue(month) + taxed / 10_000 - tax) + (correction?.rounding ?? 0);
  const spans = bill.spans(firstDayOf(month), lastDayOf(month));
  const marketplace = totalIf(
    spans,
    columnOf('unblended', credits),
    bill.charges,
    ({ service }) => services.get(service)?.marketplace === true,
  );
  return {
    invoice_month: isoMonth(month).replace('-', ''),
    total: usd(regular + tax + adjustment + rounding),
    by_cost_type: {
      regular: usd(regular),
      tax: usd(tax),
      adjustment: usd(adjustment),
      rounding_error: usd(rounding),
    },
    marketplace_total: usd(marketplace),
  };
}

/** The costs of a month without its late usage, plus the late usage of the previous month. */
function regularOf(bill: Bill, rule: InvoiceRule, month: Month, credits: CreditBasis): Micros {
  const column = columnOf('unblended', credits);
  const isLate = new Set(rule.lateCells);
  const late = (day: number) =>
    totalIf(bill.spans(day, day), column, bill.charges, ({ cell }) => cell !== null && isLate.has(cell.id));
  const spans = bill.spans(firstDayOf(month), lastDayOf(month));
  return (
    totalIf(spans, column, bill.charges, () => true) - late(lastDayOf(month)) + late(lastDayOf(month - 1))
  );
}
