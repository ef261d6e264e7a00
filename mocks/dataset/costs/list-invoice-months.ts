import type { OperationRequest } from '../../types.js';
import { isoMonth, type Month } from '../calendar.js';
import { type Context, lastCompleteMonth } from '../context.js';
import type { Invoice } from '../ledger/invoices.js';
import { round, usd } from '../money.js';
import { providerNamed } from '../providers/list-providers.js';

/** Invoices of complete months, newest first; empty for a provider without invoices. */
export function listInvoiceMonths(context: Context, { path, query }: OperationRequest) {
  const provider = providerNamed(context, path.provider_id);
  const invoices = context.ledger.invoicesOf(provider.id);
  if (invoices === null) {
    return { items: [], includes_billing_account_charges: false, credits: query.credits };
  }
  const newest = Math.min(lastCompleteMonth(context), invoices.newest);
  const oldest = Math.max(invoices.oldest, newest - query.months + 1);
  const months = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, i) => newest - i);
  return {
    items: months.map((month) =>
      context.memo(`invoice ${provider.id} ${month} ${query.credits}`, () =>
        invoiceRow(month, invoices.of(month, query.credits)),
      ),
    ),
    includes_billing_account_charges: true,
    credits: query.credits,
  };
}

/** What the types of an invoice, each in cents, differ from the total by is its rounding error. */
function invoiceRow(month: Month, { regular, tax, adjustment, marketplace }: Invoice) {
  const total = usd(regular + tax + adjustment);
  const types = { regular: usd(regular), tax: usd(tax), adjustment: usd(adjustment) };
  return {
    invoice_month: isoMonth(month).replace('-', ''),
    total,
    by_cost_type: {
      ...types,
      rounding_error: round(total - types.regular - types.tax - types.adjustment, 2),
    },
    marketplace_total: usd(marketplace),
  };
}
