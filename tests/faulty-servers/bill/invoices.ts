import { changed, ignores, recomputed } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { changes, every, invoices, isCorrection, isTax, monthStart, moved } from './row-changes.js';

export const invoiceFaults: readonly BillFault[] = [
  {
    name: 'invoice months by charge period',
    caughtBy: 'bill.invoice-month-is-that-of-the-billing-period',
    rows: every((row) => ({
      BillingPeriodStart: monthStart(row.ChargePeriodStart),
      BillingPeriodEnd: monthStart(moved(monthStart(row.ChargePeriodStart), 24 * 32)),
    })),
    when: invoices,
  },
  {
    name: 'the number of invoice months is ignored',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    change: ignores(invoices, 'months'),
  },
  {
    name: 'a request for one invoice month returns the oldest',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    change: recomputed(`${invoices}?months=1`, async (data, read) => ({
      ...data,
      items: (await read({ months: null })).items.slice(-1),
    })),
  },
  {
    name: 'corrections among the regular charges of an invoice',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    rows: changes(isCorrection, () => ({ ChargeClass: '' })),
    when: invoices,
  },
  {
    name: 'tax among the regular charges of an invoice',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    fails: true,
    rows: changes(isTax, () => ({ ChargeCategory: 'Usage' })),
    when: invoices,
  },
  {
    name: 'an invoice without marketplace charges',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    rows: every((row) => ({ PublisherName: row.ProviderName })),
    when: invoices,
  },
  {
    name: 'totals of invoice months are texts',
    caughtBy: 'bill.invoice-month-is-that-of-the-billing-period',
    change: changed('GET /providers/*/costs/invoices', 'items[].total', String),
  },
  {
    name: 'invoice months without a total',
    caughtBy: 'bill.invoice-month-is-that-of-the-billing-period',
    change: changed('GET /providers/*/costs/invoices', 'items[].total', () => null),
  },
];
