import { changed, ignores, recomputed } from '../changes.js';
import { billFaults, computesFor, fails } from './bill-fault.js';
import { changes, every, invoices, isCorrection, isTax, monthStart, moved } from './row-changes.js';

export const invoiceFaults = billFaults({
  'bill.invoice-month-is-that-of-the-billing-period': {
    'invoice months by charge period': computesFor(
      invoices,
      every((row) => ({
        BillingPeriodStart: monthStart(row.ChargePeriodStart),
        BillingPeriodEnd: monthStart(moved(monthStart(row.ChargePeriodStart), 24 * 32)),
      })),
    ),
    'totals of invoice months are texts': changed(invoices, 'items[].total', String),
    'invoice months without a total': changed(invoices, 'items[].total', null),
  },
  'bill.invoice-cost-types-are-charge-categories': {
    'the number of invoice months is ignored': ignores(invoices, 'months'),
    'a request for one invoice month returns the oldest': recomputed(
      `${invoices}?months=1`,
      async (data, read) => ({
        ...data,
        items: (await read({ months: null })).items.slice(-1),
      }),
    ),
    'corrections among the regular charges of an invoice': computesFor(
      invoices,
      changes(isCorrection, () => ({ ChargeClass: '' })),
    ),
    'tax among the regular charges of an invoice': fails(
      computesFor(
        invoices,
        changes(isTax, () => ({ ChargeCategory: 'Usage' })),
      ),
    ),
    'an invoice without marketplace charges': computesFor(
      invoices,
      every((row) => ({ PublisherName: row.ProviderName })),
    ),
  },
});
