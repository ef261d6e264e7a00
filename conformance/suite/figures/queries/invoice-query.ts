import { over } from '../commitment-rows.js';
import type { ProviderBill } from '../provider-bills.js';
import { withoutCredits } from './cost-query.js';
import type { Query } from './query.js';

const isCorrection = "ChargeClass IS NOT DISTINCT FROM 'Correction'";
const isAdjustment = `(ChargeCategory = 'Adjustment' OR ${isCorrection})`;

/** In SQL: the invoice month of a row. */
export const invoiceMonth = "strftime(BillingPeriodStart, '%Y%m')";

/** Returns a month as the bill has it; the service's description does not state its format. */
export function invoiceMonthOf(month: unknown): string {
  const text = String(month);
  const [, year, number] = /^(\d{4})\D?(\d\d)\b/.exec(text) ?? [];
  return year === undefined ? text : `${year}${number}`;
}

const sumOf = (condition: string) => over('sum(BilledCost)', condition);

/** Returns the query for the invoice months of a provider. */
export function invoiceQuery(provider: ProviderBill, credits: 'before' | 'after'): Query {
  return {
    figures: {
      total: 'sum(BilledCost)',
      regular: sumOf(`NOT ${isAdjustment} AND ChargeCategory <> 'Tax'`),
      tax: sumOf(`NOT ${isAdjustment} AND ChargeCategory = 'Tax'`),
      adjustment: sumOf(isAdjustment),
      corrections: sumOf(`${isCorrection} AND ChargeCategory IN ('Usage', 'Purchase', 'Credit')`),
      tax_corrections: sumOf(`${isCorrection} AND ChargeCategory = 'Tax'`),
      marketplace_total: sumOf('PublisherName <> ProviderName'),
    },
    where: [provider.where, ...withoutCredits(credits, provider)],
    groupBy: { invoice_month: invoiceMonth },
  };
}
