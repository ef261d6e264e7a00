import type { Check } from '../../../engine/check.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { stated } from '../../claims.js';
import { describe } from '../../expect/response.js';
import { requestTo } from '../../request-to.js';
import { forEachRow } from '../shared/for-each-row.js';
import { hasFailed, prices } from './priced-rows.js';

/** Checks of the renewal options, and of which commitment a read is for. */
export const optionChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'renewals.failed-lookup-has-a-message',
    ...stated,
    requirement: 'A failed price lookup is reported in `error_message` of a successful response.',
    source: 'Renewal pricing: renewal-quote',
    operations: ['getRenewalQuote'],
    async run(probe) {
      const commitment_id = probe.found.fixtures.commitments?.unpriced;
      if (commitment_id === undefined) {
        throw new NotApplicable(
          'the fixtures do not name a commitment whose price lookup fails (commitments.unpriced)',
        );
      }
      const exchange = await probe.send(requestTo('getRenewalQuote', { path: { commitment_id } }));
      const reason = exchange.response.json?.data?.error_message;
      if (exchange.response.status < 300 && typeof reason === 'string' && reason !== '') return;
      fail({
        message: 'A failed price lookup is not reported in `error_message` of a successful response.',
        expected: 'a successful response with the reason in error_message',
        actual: exchange.response.status < 300 ? `error_message ${show(reason)}` : describe(exchange),
        exchange,
      });
    },
  },
  forEachRow('getRenewalQuote', {
    id: 'renewals.unpriced-is-not-zero',
    ...stated,
    requirement: 'All prices of a quote with `error_message` are null, not zero.',
    source: 'Renewal pricing: renewal-quote',
    each: (data) => (hasFailed(data) ? [data] : []),
    judge: (quote) => {
      const name = prices.find((price) => typeof quote[price] === 'number');
      return (
        name === undefined || {
          // The service rules out zero; another price may be an older one.
          basis: prices.some((price) => quote[price] === 0) ? undefined : 'proposed',
          message: `\`${name}\` of a quote with \`error_message\` is a number.`,
          expected: `${name} null, because of error_message ${show(quote.error_message)}`,
          actual: `${name} ${quote[name]}`,
        }
      );
    },
  }),
];
