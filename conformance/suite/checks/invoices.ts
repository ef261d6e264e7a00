import type { Check } from '../../engine/check.js';
import { withQuery } from '../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../engine/judge/outcome.js';
import { show } from '../../engine/show.js';
import { someProviders } from '../discovery.js';
import { nearMoney, numbersOf, round, sum } from '../expect/near.js';
import { describe } from '../expect/response.js';
import { requestTo } from '../request-to.js';
import { basisOfCredits } from './shared/credits.js';
import { requested, rowsOf } from './shared/exchange-data.js';
import { forEachRow } from './shared/for-each-row.js';
import { successOf } from './shared/success-of.js';
import { past } from './shared/timestamps.js';

const invoiceParts = ['regular', 'tax', 'adjustment', 'rounding_error'] as const;

/** Whether invoice months compare as texts. The service does not state their format. */
const areSortable = (months: readonly unknown[]) =>
  months.every((month) => /^\d{4}-?\d\d/.test(String(month)));

export const invoiceChecks: readonly Check[] = [
  forEachRow('listInvoiceMonths', {
    id: 'invoices.total-is-the-sum-of-its-types',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`total` of an invoice month equals the sum of `regular`, `tax`, `adjustment` and `rounding_error` in `by_cost_type`, with or without `marketplace_total`.',
    source: 'Invoice months: total, by_cost_type',
    each: (data) =>
      rowsOf(data.items).filter(
        (month) => typeof month?.total === 'number' && numbersOf(month.by_cost_type, ...invoiceParts),
      ),
    judge: ({ invoice_month, total, by_cost_type, marketplace_total }) => {
      const expected = sum(invoiceParts.map((part) => by_cost_type[part]));
      return (
        // The service does not state whether the types include marketplace charges.
        [expected, expected + marketplace_total].some((one) => nearMoney(total, one, 5)) || {
          message: `\`total\` of invoice month ${show(invoice_month)} is not the sum of \`by_cost_type\`.`,
          expected: round(expected),
          actual: `total ${total}`,
        }
      );
    },
  }),
  forEachRow('listInvoiceMonths', {
    id: 'invoices.newest-come-first',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Invoice months are in strictly descending order of `invoice_month`.',
    source: 'Other reads: invoices, newest-first',
    each: (data) =>
      [rowsOf(data.items).map(({ invoice_month }) => String(invoice_month))].filter(
        (months) => months.length > 1 && areSortable(months),
      ),
    judge: (months) => {
      const at = months.findIndex((month, index) => index > 0 && month >= (months[index - 1] as string));
      return (
        at < 0 || {
          message: 'Invoice months are not in strictly descending order of `invoice_month`.',
          expected: `a month before ${months[at - 1]}`,
          actual: months[at] as string,
        }
      );
    },
  }),
  {
    kind: 'active',
    id: 'invoices.only-provider-b-has-months',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Only provider_b returns invoice months; other providers return none.',
    source: 'Other reads: invoices',
    operations: ['listInvoiceMonths'],
    requests: 3,
    async run(probe) {
      const others = someProviders(probe.found).filter((provider) => provider !== 'provider_b');
      if (others.length === 0) throw new NotApplicable('the target has no other provider');
      await eachCase(others, async (provider_id) => {
        const exchange = await probe.send(requestTo('listInvoiceMonths', { path: { provider_id } }));
        const { status, json } = exchange.response;
        if (status < 300 && Array.isArray(json?.data?.items) && json.data.items.length === 0) return;
        fail({
          message: `Provider ${show(provider_id)} does not return an empty list of invoice months.`,
          expected: 'a successful response with items []',
          actual: status < 300 ? `${rowsOf(json?.data?.items).length} months` : describe(exchange),
          exchange,
        });
      });
    },
  },
  forEachRow('listInvoiceMonths', {
    id: 'invoices.credits-are-as-requested',
    level: 'MUST',
    basis: 'derived',
    requirement: '`credits` of invoice months is `after` by default.',
    source: 'Other reads: invoices, after credits default',
    each: (data, exchange) =>
      typeof data.credits === 'string' && requested(exchange, 'credits') === undefined ? [data] : [],
    judge: ({ credits }) =>
      credits === 'after' || {
        basis: basisOfCredits('after', credits),
        message: '`credits` is not `after` by default.',
        expected: '"after"',
        actual: show(credits),
      },
  }),
  past('listInvoiceMonths', {
    id: 'invoices.months-have-begun',
    requirement: '`invoice_month` is not in the future.',
    source: 'Invoice months: invoice_month',
    moments: (data) =>
      rowsOf(data.items).map(({ invoice_month }) => ({
        name: 'invoice_month',
        value: String(invoice_month).replace(/^(\d{4})-?(\d\d)$/, '$1-$2-01'),
      })),
  }),
  {
    kind: 'active',
    id: 'invoices.credits-only-lower-totals',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`total` of an invoice month is not less with `credits=before` than with `credits=after`.',
    source: 'Other reads: invoices, after credits or before',
    operations: ['listInvoiceMonths'],
    requests: 2,
    async run(probe) {
      const { plan, exchange: after } = await probe.correct();
      const before = await successOf(probe, withQuery(plan, 'credits', 'before'));
      const months = rowsOf(after.response.json?.data?.items);
      const same = rowsOf(before.response.json?.data?.items).flatMap((month) => {
        const other = months.find(({ invoice_month }) => invoice_month === month.invoice_month);
        return numbersOf(month, 'total') && numbersOf(other, 'total') ? [{ month, other }] : [];
      });
      if (same.length === 0) throw new NotApplicable('the target has no invoice months');
      await eachCase(same, ({ month, other }) => {
        if (month.total >= other.total || nearMoney(month.total, other.total)) return;
        fail({
          message: `\`total\` of invoice month ${show(month.invoice_month)} is less with \`credits=before\` than with \`credits=after\`.`,
          expected: `at least ${other.total}`,
          actual: `total ${month.total}`,
          exchange: before,
        });
      });
    },
  },
  {
    kind: 'active',
    id: 'invoices.count-is-respected',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`months=1` returns only the newest invoice month.',
    source: 'Other reads: invoices, newest-first count; its name is proposed by this contract',
    operations: ['listInvoiceMonths'],
    async run(probe) {
      const { plan, exchange: baseline } = await probe.correct();
      const months = rowsOf(baseline.response.json?.data?.items);
      if (months.length < 2) throw new NotApplicable('the target has fewer than two invoice months');
      const exchange = await successOf(probe, withQuery(plan, 'months', '1'));
      const returned = rowsOf(exchange.response.json?.data?.items).map(({ invoice_month }) => invoice_month);
      if (returned.length === 1 && returned[0] === months[0].invoice_month) return;
      fail({
        message: '`months=1` does not return only the newest invoice month.',
        expected: show([months[0].invoice_month]),
        actual: show(returned),
        exchange,
      });
    },
  },
  forEachRow('listInvoiceMonths', {
    id: 'invoices.marketplace-is-part-of-the-total',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      '`marketplace_total` of an invoice month before credits is not greater than the positive parts of `by_cost_type`.',
    source: 'Invoice months: marketplace_total',
    // Credits and corrections of other charges lower the parts below the marketplace charges.
    each: ({ credits, items }) =>
      rowsOf(items).filter(
        ({ marketplace_total, by_cost_type }) =>
          credits === 'before' &&
          typeof marketplace_total === 'number' &&
          numbersOf(by_cost_type, ...invoiceParts),
      ),
    judge: ({ invoice_month, marketplace_total, by_cost_type }) => {
      const most = sum(invoiceParts.map((part) => Math.max(0, by_cost_type[part])));
      return (
        marketplace_total <= most ||
        nearMoney(marketplace_total, most, invoiceParts.length) || {
          message: `\`marketplace_total\` of invoice month ${show(invoice_month)} is greater than the positive parts of \`by_cost_type\`.`,
          expected: `at most ${round(most)}`,
          actual: `marketplace_total ${marketplace_total}`,
        }
      );
    },
  }),
  forEachRow('listInvoiceMonths', {
    id: 'invoices.rounding-error-is-small',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      '`by_cost_type.rounding_error` of an invoice month is less than a dollar in either direction.',
    source: 'Invoice months: rounding_error',
    each: (data) =>
      rowsOf(data.items).filter(({ by_cost_type }) => numbersOf(by_cost_type, 'rounding_error')),
    judge: ({ invoice_month, by_cost_type: { rounding_error } }) =>
      Math.abs(rounding_error) < 1 || {
        message: `\`by_cost_type.rounding_error\` of invoice month ${show(invoice_month)} is a dollar or more.`,
        expected: 'between -1 and 1',
        actual: `rounding_error ${rounding_error}`,
      },
  }),
];
