import type { Check } from '../../engine/check.js';
import { withQuery } from '../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../engine/judge/outcome.js';
import { show } from '../../engine/show.js';
import { someProviders } from '../discovery.js';
import { nearMoney, numbersOf } from '../expect/near.js';
import { describe } from '../expect/response.js';
import { requestTo } from '../request-to.js';
import { basisOfCredits } from './shared/credits.js';
import { requested, rowsOf } from './shared/exchange-data.js';
import { forEachRow } from './shared/for-each-row.js';
import { successOf } from './shared/success-of.js';

export const invoiceChecks: readonly Check[] = [
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
];
