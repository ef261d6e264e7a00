import { literal } from '../../../../src/focus/sql.js';
import type { Check } from '../../../engine/check.js';
import { count } from '../../../engine/count.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { plain } from '../../figures/comparison.js';
import { plusMonths } from '../../figures/days.js';
import type { ExpectedRow } from '../../figures/known-bill.js';
import { invoicedId, type ProviderBill } from '../../figures/provider-bills.js';
import { invoiceMonth, invoiceMonthOf, invoiceQuery } from '../../figures/queries/invoice-query.js';
import { compareFigures, type Figure } from '../../figures/table.js';
import { requestTo } from '../../request-to.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { successOf } from '../shared/success-of.js';
import { todaysOf } from '../shared/timestamps.js';
import { type BillCase, contradiction, dayOf, must, ofBill } from './bill-check.js';

/** Invoice months that a request selects by default, and at most. */
const defaultMonths = 12;
const mostMonths = 36;

const credits = ['after', 'before'] as const;
type Credits = (typeof credits)[number];

export const invoiceChecks: readonly Check[] = [
  ofBill('listInvoiceMonths', {
    id: 'bill.invoice-month-is-that-of-the-billing-period',
    ...must('derived', 'Invoice months'),
    requirement:
      '`total` of an invoice month is the sum of `BilledCost` over the rows of its billing period.',
    requests: 2,
    of: () => credits,
    compare: (billCase, part) => compareMonths(billCase, part, ['total']),
  }),
  ofBill('listInvoiceMonths', {
    id: 'bill.invoice-cost-types-are-charge-categories',
    ...contradiction,
    requirement:
      '`tax` is the sum over `Tax` rows, `adjustment` over `Adjustment` rows and corrections, and `regular` over all others; marketplace rows are published by others than the provider.',
    requests: 2,
    of: () => [...credits, 'newest'] as const,
    compare: (billCase, part) =>
      part === 'newest'
        ? compareNewest(billCase)
        : compareMonths(billCase, part, ['regular', 'tax', 'adjustment', 'marketplace_total']),
  }),
];

function invoicedIn({ providers }: BillCase): ProviderBill {
  const provider = providers.find(({ id }) => id === invoicedId);
  if (!provider) throw new NotApplicable(`the bill has no ${invoicedId}`);
  return provider;
}

async function monthsOf(
  { probe }: BillCase,
  query: Record<string, string>,
): Promise<{ exchange: CompleteExchange; months: ReadonlyMap<string, any> }> {
  const exchange = await successOf(
    probe,
    requestTo('listInvoiceMonths', { path: { provider_id: invoicedId }, query }),
  );
  const rows = rowsOf(dataOf(exchange).items);
  return { exchange, months: new Map(rows.map((row) => [invoiceMonthOf(row.invoice_month), row])) };
}

async function compareMonths(billCase: BillCase, basis: Credits, names: readonly string[]): Promise<void> {
  const { bill, comparison } = billCase;
  const provider = invoicedIn(billCase);
  const expected = await bill.expected(invoiceQuery(provider, basis));
  const all = await bill.expected(invoiceQuery(provider, 'after'));
  const isMany = all.length > defaultMonths;
  const sent = {
    ...(isMany ? { months: String(mostMonths) } : {}),
    ...(basis === 'after' ? {} : { credits: basis }),
  };
  const { exchange, months } = await monthsOf(billCase, sent);
  if (names.includes('regular'))
    compareWhich(billCase, {
      expected,
      all,
      months,
      requested: isMany ? mostMonths : defaultMonths,
      exchange,
    });
  const open = await openMonths(billCase, provider, dayOf(exchange), basis);
  for (const from of expected) {
    const { invoice_month } = from.group;
    const month = months.get(String(invoice_month));
    if (!month || open.includes(String(invoice_month))) continue;
    const about = ` of invoice month ${show(invoice_month)}`;
    const read = { comparison, exchange, inactive: new Set(), days: provider.days };
    compareFigures(
      read,
      names.map((name) => figureOf(name, month)),
      { rows: [month], from, about },
    );
  }
}

function figureOf(name: string, month: any): Figure {
  // Cents between the invoice and its rows are a cost type of their own.
  const rounding = Number(month.by_cost_type?.rounding_error ?? 0);
  const cents = name === 'total' && Math.abs(rounding) < 1 ? rounding : 0;
  return {
    field: name in month ? name : `by_cost_type.${name}`,
    required: 'known',
    is(from) {
      const own = (from.figures[name] ?? 0) + cents;
      return {
        ...{ from, expected: own, figures: [name], alternatives: alternativesOf(name, from, own) },
        // With the cents of the invoice, it is the sum of two rounded figures.
        ...(cents === 0 ? {} : { terms: 2, formula: `${name} + ${plain(cents)} of rounding` }),
        // Who counts as another vendor is open.
        ...(name === 'marketplace_total' ? { deviation: 'preference' } : {}),
      };
    },
  };
}

/**
 * The service's description does not state whether the total contains marketplace charges. Corrections in the same invoice
 * may be of the type of what they correct.
 */
function alternativesOf(name: string, { figures }: ExpectedRow, own: number): number[] {
  const of = (figure: string) => figures[figure] ?? 0;
  if (name === 'total') return [own - of('marketplace_total')];
  const corrected: Readonly<Record<string, number>> = {
    regular: of('corrections'),
    tax: of('tax_corrections'),
    adjustment: -of('corrections') - of('tax_corrections'),
  };
  const change = corrected[name] ?? 0;
  return change === 0 ? [] : [of(name) + change];
}

/**
 * Returns the months with rows from a day on, which a server whose clock is at that day may count or not, and those with
 * corrected credits, which may count before credits or not: they are adjustments, too.
 */
async function openMonths(
  { bill }: BillCase,
  { where }: ProviderBill,
  day: string,
  basis: Credits,
): Promise<readonly string[]> {
  const isCorrectedCredit = ["ChargeCategory = 'Credit'", "ChargeClass = 'Correction'"];
  return [
    ...(await bill.values(invoiceMonth, [where, `ChargePeriodStart >= DATE ${literal(day)}`])),
    ...(basis === 'before' ? await bill.values(invoiceMonth, [where, ...isCorrectedCredit]) : []),
  ];
}

interface Which {
  readonly expected: readonly ExpectedRow[];
  /** The same with credits, which can be all that a month has. */
  readonly all: readonly ExpectedRow[];
  readonly months: ReadonlyMap<string, any>;
  /** The number of months that are requested. */
  readonly requested: number;
  readonly exchange: CompleteExchange;
}

/**
 * Reports months that only one of the two has. The newest months of the bill may have no invoice yet, at least the
 * running one and the one before, and a server may count the requested months back from the running one.
 */
function compareWhich(
  { bill, comparison, ...billCase }: BillCase,
  { expected, all, months, requested, exchange }: Which,
): void {
  const [oldest = ''] = all.map(({ group }) => String(group.invoice_month)).sort();
  const running = (todaysOf(exchange).at(-1) ?? dayOf(exchange)).slice(0, 7);
  const monthOf = (offset: number) => plusMonths(running, offset).replace('-', '');
  const newest = [...months.keys()].sort().at(-1) ?? monthOf(-2);
  const query = invoiceQuery(invoicedIn({ bill, comparison, ...billCase }), 'after');
  for (const [month, row] of months) {
    if (month >= oldest || row.total === 0) continue;
    const message = `The list has invoice month ${show(month)}.`;
    const from = bill.none(query, { invoice_month: month });
    comparison.violation({ message, actual: show(month), exchange }, from, 'no such month');
  }
  for (const from of expected) {
    const month = String(from.group.invoice_month);
    if (month < monthOf(1 - requested) || month > newest || months.has(month)) continue;
    const message = `The list lacks invoice month ${show(month)}.`;
    comparison.violation({ message, actual: 'no such month', exchange }, from, show(month));
  }
}

/**
 * Compares the invoice month of a request for one with the newest that the server lists. That one can be older than the
 * newest of the bill, whose invoice may not be issued. A server that counts back from the running month may have none.
 */
async function compareNewest(billCase: BillCase): Promise<void> {
  const { bill, comparison } = billCase;
  const all = await bill.expected(invoiceQuery(invoicedIn(billCase), 'after'));
  const newest = [...(await monthsOf(billCase, {})).months.keys()].sort().at(-1);
  const { exchange, months } = await monthsOf(billCase, { months: '1' });
  const from = all.find(({ group }) => group.invoice_month === newest);
  if (!from) return;
  if (months.size === 0 || (months.size === 1 && months.has(newest ?? ''))) return comparison.passed();
  const message = 'A request for one invoice month does not return the newest.';
  const actual = months.size === 1 ? show([...months.keys()][0]) : count(months.size, 'month');
  comparison.violation({ message, actual, exchange, basis: 'proposed' }, from, show(newest));
}
