import type { OperationHandler } from '../../types.js';
import { isoMonth, type Month } from '../calendar.js';
import { type Context, lastCompleteMonth } from '../context.js';
import type { Invoice } from '../ledger/invoices.js';
import { usd } from '../money.js';
import { withProvider } from '../providers/find-provider.js';

/** Invoices of complete months, newest first; empty for a provider without invoices. */
export function listInvoiceMonths(context: Context): OperationHandler {
  return withProvider(context, (provider, { query }) => {
    const invoices = context.ledger.invoicesOf(provider.id);
    if (invoices === null) {
      return { data: { items: [], includes_billing_account_charges: false, credits: query.credits } };
    }
    const newest = Math.min(lastCompleteMonth(context), invoices.newest);
    const oldest = Math.max(invoices.oldest, newest - query.months + 1);
    const months = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, i) => newest - i);
    return {
      data: {
        items: months.map((month) =>
          context.memo(`invoice ${provider.id} ${month} ${query.credits}`, () =>
            invoiceRow(month, invoices.of(month, query.credits)),
          ),
        ),
        includes_billing_account_charges: true,
        credits: query.credits,
      },
    };
  });
}

function invoiceRow(month: Month, { regular, tax, adjustment, rounding, marketplace }: Invoice) {
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
