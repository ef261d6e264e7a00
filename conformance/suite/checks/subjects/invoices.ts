import type { Check } from '../../../engine/check.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { stated } from '../../claims.js';
import { requestTo } from '../../contract.js';
import { someProviders } from '../../discovery.js';
import { describe } from '../../expect/response.js';
import { rowsOf } from '../shared/exchange-data.js';

export const invoiceChecks: readonly Check[] = [
  {
    id: 'invoices.only-provider-b-has-months',
    ...stated,
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
];
