import { literal } from '../../../../src/focus/sql.js';
import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { plain } from '../../figures/comparison.js';
import { plusMonths } from '../../figures/days.js';
import type { ExpectedRow } from '../../figures/known-bill.js';
import { invoicedId, type ProviderBill } from '../../figures/provider-bills.js';
import { invoiceMonth, invoiceMonthOf, invoiceQuery } from '../../figures/queries/invoice-query.js';
import type { Query } from '../../figures/queries/query.js';
import { requestTo } from '../../request-to.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { successOf } from '../shared/success-of.js';
import { todaysOf } from '../shared/timestamps.js';
import { type BillCase, dayOf, ofBill } from './bill-check.js';
import { compareNewestInvoice } from './compare-newest-invoice.js';

/** Invoice months that a request selects by default, and at most. */
const defaultMonths = 12;
const mostMonths = 36;

export const invoiceChecks: readonly Check[] = [
  ofBill('listInvoiceMonths', {
    id: 'bill.invoice-month-is-that-of-the-billing-period',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`total` of an invoice month is the sum of `BilledCost` over the rows of its billing period.',
    source: 'Invoice months',
    requests: 2,
    compare: (billCase) => compareMonths(billCase, ['total']),
  }),
  ofBill('listInvoiceMonths', {
    id: 'bill.invoice-cost-types-are-charge-categories',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`tax` is the sum over `Tax` rows, `adjustment` over `Adjustment` rows and corrections, and `regular` over all others; marketplace rows are published by others than the provider.',
    requests: 2,
    async compare(billCase) {
      await compareMonths(billCase, ['regular', 'tax', 'adjustment', 'marketplace_total']);
      await billCase.comparison.part(() => compareNewestInvoice(billCase));
    },
  }),
];

async function compareMonths(billCase: BillCase, names: readonly string[]): Promise<void> {
  const provider = billCase.providers.find(({ id }) => id === invoicedId);
  if (!provider) throw new NotApplicable(`the bill has no ${invoicedId}`);
  for (const credits of ['after', 'before'] as const) {
    await billCase.comparison.part(() => compareBasis(billCase, { provider, credits, names }));
  }
}

async function compareBasis(
  { probe, bill, comparison }: BillCase,
  {
    provider,
    credits,
    names,
  }: { provider: ProviderBill; credits: 'before' | 'after'; names: readonly string[] },
): Promise<void> {
  const query = invoiceQuery(provider, credits);
  const expected = await bill.expected(query);
  const all = await bill.expected(invoiceQuery(provider, 'after'));
  const requested = all.length > defaultMonths ? mostMonths : defaultMonths;
  const plan = requestTo('listInvoiceMonths', {
    path: { provider_id: provider.id },
    query: {
      ...(requested === defaultMonths ? {} : { months: String(requested) }),
      ...(credits === 'after' ? {} : { credits }),
    },
  });
  const exchange = await successOf(probe, plan);
  const months = new Map(
    rowsOf(dataOf(exchange).items).map((row) => [invoiceMonthOf(row.invoice_month), row]),
  );
  if (names.includes('regular'))
    compareWhich({ bill, comparison }, { expected, all, months, requested, exchange, query });
  const open = [
    ...(await monthsOfLaterRows(bill, provider, dayOf(exchange))),
    ...(credits === 'before' ? await monthsOfCorrectedCredits(bill, provider) : []),
  ];
  for (const from of expected) {
    const month = months.get(String(from.group.invoice_month));
    if (!month || open.includes(String(from.group.invoice_month))) continue;
    // Cents between the invoice and its rows are a cost type of their own.
    const rounding = Number(month.by_cost_type?.rounding_error ?? 0);
    const marketplace = from.figures.marketplace_total ?? 0;
    for (const name of names) {
      const isTotal = name === 'total';
      const actual = name in month ? month[name] : month.by_cost_type?.[name];
      const own = (from.figures[name] ?? 0) + (isTotal && Math.abs(rounding) < 1 ? rounding : 0);
      comparison.figure({
        name: `\`${name}\` of invoice month ${show(from.group.invoice_month)}`,
        actual,
        expected: own,
        isRequired: actual === null,
        // The service's description does not state whether the total contains marketplace charges.
        alternatives: isTotal ? [own - marketplace] : alternativesOf(name, from),
        // With the cents of the invoice, it is the sum of two rounded figures.
        terms: own === from.figures[name] ? 1 : 2,
        figures: [name],
        ...(own === from.figures[name] ? {} : { formula: `${name} + ${plain(rounding)} of rounding` }),
        from,
        exchange,
        // Who counts as another vendor is open.
        deviation: name === 'marketplace_total' ? 'preference' : undefined,
      });
    }
  }
}

/** Corrections in the same invoice may be of the type of what they correct. */
function alternativesOf(name: string, { figures }: ExpectedRow): number[] {
  const of = (figure: string) => figures[figure] ?? 0;
  const corrected: Readonly<Record<string, number>> = {
    regular: of('corrections'),
    tax: of('tax_corrections'),
    adjustment: -of('corrections') - of('tax_corrections'),
  };
  const change = corrected[name] ?? 0;
  return change === 0 ? [] : [of(name) + change];
}

/** Returns the months with rows from a day on, which a server whose clock is at that day may count or not. */
function monthsOfLaterRows(
  bill: BillCase['bill'],
  { where }: ProviderBill,
  day: string,
): Promise<readonly string[]> {
  return bill.values(invoiceMonth, [where, `ChargePeriodStart >= DATE ${literal(day)}`]);
}

/** Returns the months with corrected credits, which may count before credits or not: they are adjustments, too. */
function monthsOfCorrectedCredits(
  bill: BillCase['bill'],
  { where }: ProviderBill,
): Promise<readonly string[]> {
  const isCorrectedCredit = ["ChargeCategory = 'Credit'", "ChargeClass = 'Correction'"];
  return bill.values(invoiceMonth, [where, ...isCorrectedCredit]);
}

/**
 * Reports months that only one of the two has. The newest months of the bill may have no invoice yet, at least the
 * running one and the one before, and a server may count the requested months back from the running one.
 */
function compareWhich(
  { bill, comparison }: Pick<BillCase, 'bill' | 'comparison'>,
  { expected, all, months, requested, exchange, query }: Which,
): void {
  const [oldest = ''] = all.map(({ group }) => String(group.invoice_month)).sort();
  const running = (todaysOf(exchange).at(-1) ?? dayOf(exchange)).slice(0, 7);
  const monthOf = (offset: number) => plusMonths(running, offset).replace('-', '');
  const newest = [...months.keys()].sort().at(-1) ?? monthOf(-2);
  const first = monthOf(1 - requested);
  for (const [month, row] of months) {
    if (month >= oldest || row.total === 0) continue;
    const message = `The list has invoice month ${show(month)}.`;
    const from = bill.none(query, { invoice_month: month });
    comparison.violation({ message, actual: show(month), exchange }, from, 'no such month');
  }
  for (const from of expected) {
    const month = String(from.group.invoice_month);
    if (month < first || month > newest || months.has(month)) continue;
    const message = `The list lacks invoice month ${show(month)}.`;
    comparison.violation({ message, actual: 'no such month', exchange }, from, show(month));
  }
}

interface Which {
  readonly expected: readonly ExpectedRow[];
  /** The same with credits, which can be all that a month has. */
  readonly all: readonly ExpectedRow[];
  readonly months: ReadonlyMap<string, any>;
  /** The number of months that are requested. */
  readonly requested: number;
  readonly exchange: CompleteExchange;
  readonly query: Query;
}
