import { count } from '../../../engine/count.js';
import { show } from '../../../engine/show.js';
import { invoicedId } from '../../figures/provider-bills.js';
import { invoiceMonthOf, invoiceQuery } from '../../figures/queries/invoice-query.js';
import { requestTo } from '../../request-to.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { successOf } from '../shared/success-of.js';
import type { BillCase } from './bill-check.js';

/**
 * Compares the invoice month of a request for one with the newest that the server lists. That one can be older than the
 * newest of the bill, whose invoice may not be issued. A server that counts back from the running month may have none.
 */
export async function compareNewestInvoice({ probe, bill, comparison, providers }: BillCase): Promise<void> {
  const provider = providers.find(({ id }) => id === invoicedId);
  if (!provider) return;
  const path = { provider_id: provider.id };
  const all = await successOf(probe, requestTo('listInvoiceMonths', { path }));
  const one = await successOf(probe, requestTo('listInvoiceMonths', { path, query: { months: '1' } }));
  const monthsIn = (exchange: typeof one) =>
    rowsOf(dataOf(exchange).items).map(({ invoice_month }) => invoiceMonthOf(invoice_month));
  const newest = monthsIn(all).sort().at(-1);
  const expected = await bill.expected(invoiceQuery(provider, 'after'));
  const from = expected.find(({ group }) => group.invoice_month === newest);
  if (!from) return;
  const shown = monthsIn(one);
  if (shown.length === 0 || (shown.length === 1 && shown[0] === newest)) return comparison.passed();
  comparison.violation(
    {
      message: 'A request for one invoice month does not return the newest.',
      actual: shown.length === 1 ? show(shown[0]) : count(shown.length, 'month'),
      exchange: one,
      basis: 'proposed',
    },
    from,
    show(newest),
  );
}
