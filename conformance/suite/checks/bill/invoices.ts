import { literal } from '../../../../src/focus/sql.js';
import type { Check } from '../../../engine/check.js';
import { count } from '../../../engine/count.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { contradiction, derived } from '../../claims.js';
import { over } from '../../figures/commitment-rows.js';
import { plain } from '../../figures/comparison.js';
import { plusMonths } from '../../figures/days.js';
import { amount, sumOf } from '../../figures/formulas.js';
import type { ExpectedRow } from '../../figures/known-bill.js';
import { invoicedId, type ProviderBill } from '../../figures/provider-bills.js';
import { withoutCredits } from '../../figures/queries/cost-query.js';
import type { Query } from '../../figures/queries/query.js';
import { compareTable, type Figure, type Read } from '../../figures/table.js';
import { rowsOf } from '../shared/exchange-data.js';
import { todaysOf } from '../shared/timestamps.js';
import { type BillCase, dayOf, ofBill } from './bill-check.js';

/** Invoice months that a request selects by default, and at most. */
const defaultMonths = 12;
const mostMonths = 36;

/** Of which invoice months are read: after credits, or before them. */
const bases = [undefined, 'before'] as const;
type Credits = (typeof bases)[number];

const isCorrection = "ChargeClass IS NOT DISTINCT FROM 'Correction'";
const isAdjustment = `(ChargeCategory = 'Adjustment' OR ${isCorrection})`;

/** In SQL: the invoice month of a row. */
const invoiceMonth = "strftime(BillingPeriodStart, '%Y%m')";

/** Returns a month as the bill has it; the service's description does not state its format. */
function invoiceMonthOf(month: unknown): string {
  const text = String(month);
  const [, year, number] = /^(\d{4})\D?(\d\d)\b/.exec(text) ?? [];
  return year === undefined ? text : `${year}${number}`;
}

const billed = (condition: string) => over('sum(BilledCost)', condition);

/** Returns the query for the invoice months of a provider. */
function invoiceQuery(provider: ProviderBill, credits?: Credits): Query {
  return {
    figures: {
      total: 'sum(BilledCost)',
      regular: billed(`NOT ${isAdjustment} AND ChargeCategory <> 'Tax'`),
      tax: billed(`NOT ${isAdjustment} AND ChargeCategory = 'Tax'`),
      adjustment: billed(isAdjustment),
      corrections: billed(`${isCorrection} AND ChargeCategory IN ('Usage', 'Purchase', 'Credit')`),
      tax_corrections: billed(`${isCorrection} AND ChargeCategory = 'Tax'`),
      marketplace_total: billed('PublisherName <> ProviderName'),
    },
    where: [provider.where, ...withoutCredits(credits, provider)],
    groupBy: { invoice_month: invoiceMonth },
  };
}

/** The total; cents between the invoice and its rows are a cost type of their own. */
const total: Figure = {
  ...{ field: 'total', is: amount('total'), required: 'known' },
  more({ figures }, { rounding_error }) {
    const rounding = Number(rounding_error ?? 0);
    const own = (figures.total ?? 0) + (Math.abs(rounding) < 1 ? rounding : 0);
    return {
      expected: own,
      // The service's description does not state whether the total contains marketplace charges.
      alternatives: [own - (figures.marketplace_total ?? 0)],
      // With the cents of the invoice, it is the sum of two rounded figures.
      ...(own === figures.total ? {} : { terms: 2, formula: `total + ${plain(rounding)} of rounding` }),
    };
  },
};

/** The cost types; corrections in the same invoice may be of the type of what they correct, as in the second sums. */
const costTypes = [
  ['regular', 'regular corrections'],
  ['tax', 'tax tax_corrections'],
  ['adjustment', 'adjustment - corrections - tax_corrections'],
  ['marketplace_total', 'marketplace_total'],
].map(
  ([field = '', other = '']): Figure => ({
    ...{ field, is: amount(field), required: 'known' },
    more: (from) => (sumOf(from, other) === sumOf(from, field) ? {} : { alternatives: [sumOf(from, other)] }),
    // Who counts as another vendor is open.
    ...(field === 'marketplace_total' ? { deviation: 'preference' } : {}),
  }),
);

export const invoiceChecks: readonly Check[] = [
  ofBill('listInvoiceMonths', {
    id: 'bill.invoice-month-is-that-of-the-billing-period',
    ...derived,
    source: 'Invoice months',
    requirement:
      '`total` of an invoice month is the sum of `BilledCost` over the rows of its billing period.',
    requests: 2,
    of: () => bases,
    compare: (billCase, credits) => compareMonths(billCase, credits, [total]),
  }),
  ofBill('listInvoiceMonths', {
    id: 'bill.invoice-cost-types-are-charge-categories',
    ...contradiction,
    requirement:
      '`tax` is the sum over `Tax` rows, `adjustment` over `Adjustment` rows and corrections, and `regular` over all others; marketplace rows are published by others than the provider.',
    requests: 2,
    of: () => [...bases, 'newest'] as const,
    compare: (billCase, part) =>
      part === 'newest' ? compareNewest(billCase) : compareMonths(billCase, part, costTypes),
  }),
];

function invoicedIn({ providers }: BillCase): ProviderBill {
  const provider = providers.find(({ id }) => id === invoicedId);
  if (!provider) throw new NotApplicable(`the bill has no ${invoicedId}`);
  return provider;
}

/** Reads invoice months, with their cost types beside their totals and the month as the bill has it. */
async function monthsOf(
  billCase: BillCase,
  query: Readonly<Record<string, string | undefined>>,
): Promise<Read & { readonly rows: readonly any[] }> {
  const request = { path: { provider_id: invoicedId }, query };
  const read = await billCase.read('listInvoiceMonths', null, request);
  const rows = rowsOf(read.data.items).map((row) => ({
    ...{ ...row.by_cost_type, ...row, invoice_month: invoiceMonthOf(row.invoice_month) },
  }));
  return { ...read, rows };
}

async function compareMonths(
  billCase: BillCase,
  credits: Credits,
  figures: readonly Figure[],
): Promise<void> {
  const { bill } = billCase;
  const provider = invoicedIn(billCase);
  const query = invoiceQuery(provider, credits);
  const expected = await bill.expected(query);
  const all = await bill.expected(invoiceQuery(provider));
  const requested = all.length > defaultMonths ? mostMonths : defaultMonths;
  const months = requested === mostMonths ? String(mostMonths) : undefined;
  const read = await monthsOf(billCase, { months, credits });
  if (figures === costTypes) compareWhich(read, { query, expected, all, requested });
  const open = await openMonths(billCase, provider, dayOf(read.exchange), credits);
  const clear = expected.filter(({ group }) => !open.includes(String(group.invoice_month)));
  await compareTable(read, { path: 'items[]', rows: read.rows, query, expected: clear, figures });
}

/**
 * Returns the months with rows from a day on, which a server whose clock is at that day may count or not, and those with
 * corrected credits, which may count before credits or not: they are adjustments, too.
 */
async function openMonths(
  { bill }: BillCase,
  { where }: ProviderBill,
  day: string,
  credits: Credits,
): Promise<readonly string[]> {
  const isCorrectedCredit = ["ChargeCategory = 'Credit'", "ChargeClass = 'Correction'"];
  return [
    ...(await bill.values(invoiceMonth, [where, `ChargePeriodStart >= DATE ${literal(day)}`])),
    ...(credits === 'before' ? await bill.values(invoiceMonth, [where, ...isCorrectedCredit]) : []),
  ];
}

interface Which {
  readonly query: Query;
  readonly expected: readonly ExpectedRow[];
  /** The same with credits, which can be all that a month has. */
  readonly all: readonly ExpectedRow[];
  /** The number of months that are requested. */
  readonly requested: number;
}

/**
 * Reports months that only one of the two has. The newest months of the bill may have no invoice yet, at least the
 * running one and the one before, and a server may count the requested months back from the running one.
 */
function compareWhich(
  { bill, comparison, exchange, rows }: Awaited<ReturnType<typeof monthsOf>>,
  { query, expected, all, requested }: Which,
): void {
  const report = (message: string, actual: string, expectedText: string, from: ExpectedRow) =>
    comparison.violation({ message, actual, expected: expectedText, from, exchange });
  const monthIn = ({ group }: ExpectedRow) => String(group.invoice_month);
  const [oldest = ''] = all.map(monthIn).sort();
  for (const { invoice_month: month } of rows.filter(({ total }) => total !== 0)) {
    const from = bill.none(query, { invoice_month: month });
    if (month < oldest)
      report(`The list has invoice month ${show(month)}.`, show(month), 'no such month', from);
  }
  const running = (todaysOf(exchange).at(-1) ?? dayOf(exchange)).slice(0, 7);
  const monthOf = (offset: number) => plusMonths(running, offset).replace('-', '');
  const shown: readonly string[] = rows.map(({ invoice_month }) => invoice_month).sort();
  const newest = shown.at(-1) ?? monthOf(-2);
  for (const from of expected) {
    const month = monthIn(from);
    if (month < monthOf(1 - requested) || month > newest || shown.includes(month)) continue;
    report(`The list lacks invoice month ${show(month)}.`, 'no such month', show(month), from);
  }
}

/**
 * Compares the invoice month of a request for one with the newest that the server lists. That one can be older than the
 * newest of the bill, whose invoice may not be issued. A server that counts back from the running month may have none.
 */
async function compareNewest(billCase: BillCase): Promise<void> {
  const { bill, comparison } = billCase;
  const all = await bill.expected(invoiceQuery(invoicedIn(billCase)));
  const monthsIn = (read: { rows: readonly any[] }) =>
    read.rows.map(({ invoice_month }) => invoice_month).sort();
  const newest = monthsIn(await monthsOf(billCase, {})).at(-1);
  const read = await monthsOf(billCase, { months: '1' });
  const from = all.find(({ group }) => group.invoice_month === newest);
  if (!from) return;
  const shown = monthsIn(read);
  if (shown.length === 0 || (shown.length === 1 && shown[0] === newest)) return comparison.passed();
  const message = 'A request for one invoice month does not return the newest.';
  const actual = shown.length === 1 ? show(shown[0]) : count(shown.length, 'month');
  comparison.violation({ message, actual, expected: show(newest), from, exchange: read.exchange });
}
