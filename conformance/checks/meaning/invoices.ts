import type { Check } from '../../check.js';
import { someProviders } from '../../discovery.js';
import { describe } from '../../expect/answer.js';
import { nearMoney, numbersOf, round, sum } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { eachCase, fail, NotApplicable } from '../../outcome.js';
import { requestTo } from '../../requests.js';
import { about, asked, rowsOf } from './claim.js';

const invoiceParts = ['regular', 'tax', 'adjustment', 'rounding_error'] as const;

export const invoiceChecks: readonly Check[] = [
  about(
    'listInvoiceMonths',
    {
      id: 'invoices.total-is-the-sum-of-its-types',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The total of an invoice month is the sum of its cost types.',
      source: 'Invoice months: total, by_cost_type',
    },
    (data) =>
      rowsOf(data.items).filter(
        (month) => typeof month?.total === 'number' && numbersOf(month.by_cost_type, ...invoiceParts),
      ),
    ({ invoice_month, total, by_cost_type }) => {
      const expected = sum(invoiceParts.map((part) => by_cost_type[part]));
      return nearMoney(total, expected, 5)
        ? undefined
        : {
            message: `The total of ${show(invoice_month)} is not the sum of its cost types.`,
            expected: round(expected),
            actual: `total ${total}`,
          };
    },
  ),
  about(
    'listInvoiceMonths',
    {
      id: 'invoices.newest-come-first',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Invoice months come newest first, each once.',
      source: 'Other reads: invoices, newest-first',
    },
    (data) =>
      rowsOf(data.items).length > 1
        ? [rowsOf(data.items).map(({ invoice_month }) => String(invoice_month))]
        : [],
    (months) => {
      const at = months.findIndex((month, index) => index > 0 && month >= (months[index - 1] as string));
      return at < 0
        ? undefined
        : {
            message: 'Invoice months are not in order.',
            expected: `a month before ${months[at - 1]}`,
            actual: months[at] as string,
          };
    },
  ),
  {
    kind: 'probe',
    id: 'invoices.only-provider-b-has-months',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Only provider_b returns invoice months; other providers return none.',
    source: 'Other reads: invoices',
    operations: ['listInvoiceMonths'],
    cost: 3,
    async run(probe) {
      const others = someProviders(probe.found).filter((provider) => provider !== 'provider_b');
      if (others.length === 0) throw new NotApplicable('the target has no other provider');
      await eachCase(others, async (provider_id) => {
        const exchange = await probe.answer(requestTo('listInvoiceMonths', { path: { provider_id } }));
        const { status, json } = exchange.response;
        if (status < 300 && Array.isArray(json?.data?.items) && json.data.items.length === 0) return;
        fail({
          message: `The invoice months of ${show(provider_id)} are not none.`,
          expected: 'a success with items []',
          actual: status < 300 ? `${rowsOf(json?.data?.items).length} months` : describe(exchange),
          exchange,
        });
      });
    },
  },
  about(
    'listInvoiceMonths',
    {
      id: 'invoices.credits-are-as-asked',
      level: 'MUST',
      basis: 'derived',
      requirement: 'Invoice months tell their cost basis: after credits when nothing else was asked for.',
      source: 'Other reads: invoices, after credits default',
    },
    (data, exchange) =>
      typeof data.credits === 'string' && asked(exchange, 'credits') === undefined ? [data] : [],
    ({ credits }) =>
      credits === 'after'
        ? undefined
        : {
            message: 'The default cost basis is not after credits.',
            expected: '"after"',
            actual: show(credits),
          },
  ),
];
