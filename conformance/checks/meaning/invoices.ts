import type { Check } from '../../check.js';
import { someProviders } from '../../discovery.js';
import { nearMoney, numbersOf, round, sum } from '../../expect/near.js';
import { describe } from '../../expect/response.js';
import { show } from '../../expect/show.js';
import { eachCase, fail, NotApplicable } from '../../outcome.js';
import { requestTo, withQuery } from '../../requests.js';
import { asked, rowsOf } from '../exchange-data.js';
import { about } from './about.js';
import { past } from './moments.js';
import { successOf } from './success-of.js';

const invoiceParts = ['regular', 'tax', 'adjustment', 'rounding_error'] as const;

export const invoiceChecks: readonly Check[] = [
  about('listInvoiceMonths', {
    id: 'invoices.total-is-the-sum-of-its-types',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The total of an invoice month is the sum of its cost types.',
    source: 'Invoice months: total, by_cost_type',
    each: (data) =>
      rowsOf(data.items).filter(
        (month) => typeof month?.total === 'number' && numbersOf(month.by_cost_type, ...invoiceParts),
      ),
    judge: ({ invoice_month, total, by_cost_type }) => {
      const expected = sum(invoiceParts.map((part) => by_cost_type[part]));
      return (
        nearMoney(total, expected, 5) || {
          message: `The total of ${show(invoice_month)} is not the sum of its cost types.`,
          expected: round(expected),
          actual: `total ${total}`,
        }
      );
    },
  }),
  about('listInvoiceMonths', {
    id: 'invoices.newest-come-first',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Invoice months come newest first, each once.',
    source: 'Other reads: invoices, newest-first',
    each: (data) =>
      rowsOf(data.items).length > 1
        ? [rowsOf(data.items).map(({ invoice_month }) => String(invoice_month))]
        : [],
    judge: (months) => {
      const at = months.findIndex((month, index) => index > 0 && month >= (months[index - 1] as string));
      return (
        at < 0 || {
          message: 'Invoice months are not in order.',
          expected: `a month before ${months[at - 1]}`,
          actual: months[at] as string,
        }
      );
    },
  }),
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
        const exchange = await probe.send(requestTo('listInvoiceMonths', { path: { provider_id } }));
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
  about('listInvoiceMonths', {
    id: 'invoices.credits-are-as-requested',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Invoice months tell their cost basis: after credits when nothing else was asked for.',
    source: 'Other reads: invoices, after credits default',
    each: (data, exchange) =>
      typeof data.credits === 'string' && asked(exchange, 'credits') === undefined ? [data] : [],
    judge: ({ credits }) =>
      credits === 'after' || {
        message: 'The default cost basis is not after credits.',
        expected: '"after"',
        actual: show(credits),
      },
  }),
  past('listInvoiceMonths', {
    id: 'invoices.months-have-begun',
    requirement: 'There is no invoice month that has not begun.',
    source: 'Invoice months: invoice_month',
    moments: (data) =>
      rowsOf(data.items).map(({ invoice_month }) => ({
        name: 'invoice_month',
        value: String(invoice_month).replace(/^(\d{4})-?(\d\d)$/, '$1-$2-01'),
      })),
  }),
  {
    kind: 'probe',
    id: 'invoices.credits-only-lower-totals',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'The total of a month before credits is no less than after them.',
    source: 'Other reads: invoices, after credits or before',
    operations: ['listInvoiceMonths'],
    cost: 2,
    async run(probe) {
      const { plan, exchange: after } = await probe.correct();
      const before = await successOf(probe, withQuery(plan, 'credits', 'before'));
      const months = rowsOf(after.response.json?.data?.items);
      const same = rowsOf(before.response.json?.data?.items).flatMap((month) => {
        const other = months.find(({ invoice_month }) => invoice_month === month.invoice_month);
        return numbersOf(month, 'total') && numbersOf(other, 'total') ? [{ month, other }] : [];
      });
      if (same.length === 0) throw new NotApplicable('there is no invoice month');
      await eachCase(same, ({ month, other }) => {
        if (month.total >= other.total || nearMoney(month.total, other.total)) return;
        fail({
          message: `The total of ${show(month.invoice_month)} before credits is less than after them.`,
          expected: `at least ${other.total}`,
          actual: `total ${month.total}`,
          exchange: before,
        });
      });
    },
  },
  {
    kind: 'probe',
    id: 'invoices.count-is-respected',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'Asked for one month, the service tells the newest one alone.',
    source: 'Other reads: invoices, newest-first count; its name is proposed by this contract',
    operations: ['listInvoiceMonths'],
    async run(probe) {
      const { plan, exchange: usual } = await probe.correct();
      const months = rowsOf(usual.response.json?.data?.items);
      if (months.length < 2) throw new NotApplicable('there are no two invoice months');
      const exchange = await successOf(probe, withQuery(plan, 'months', '1'));
      const kept = rowsOf(exchange.response.json?.data?.items).map(({ invoice_month }) => invoice_month);
      if (kept.length === 1 && kept[0] === months[0].invoice_month) return;
      fail({
        message: 'Not the newest month alone came.',
        expected: show([months[0].invoice_month]),
        actual: show(kept),
        exchange,
      });
    },
  },
  about('listInvoiceMonths', {
    id: 'invoices.marketplace-is-part-of-the-total',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'What was bought on the marketplace is part of the regular costs of a month.',
    source: 'Invoice months: marketplace_total',
    each: (data) =>
      rowsOf(data.items).filter(
        (month) => typeof month.marketplace_total === 'number' && month.by_cost_type?.regular >= 0,
      ),
    judge: ({ invoice_month, marketplace_total, by_cost_type: { regular } }) =>
      marketplace_total <= regular ||
      nearMoney(marketplace_total, regular) || {
        message: `The marketplace of ${show(invoice_month)} is more than all regular costs.`,
        expected: `at most ${regular}`,
        actual: `marketplace_total ${marketplace_total}`,
      },
  }),
  about('listInvoiceMonths', {
    id: 'invoices.rounding-error-is-small',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'What rounding makes of a month is less than a dollar.',
    source: 'Invoice months: rounding_error',
    each: (data) =>
      rowsOf(data.items).filter(({ by_cost_type }) => numbersOf(by_cost_type, 'rounding_error')),
    judge: ({ invoice_month, by_cost_type: { rounding_error } }) =>
      Math.abs(rounding_error) < 1 || {
        message: `The rounding error of ${show(invoice_month)} is no rounding.`,
        expected: 'less than a dollar',
        actual: `rounding_error ${rounding_error}`,
      },
  }),
];
