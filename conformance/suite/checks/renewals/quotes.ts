import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { eachCase, fail } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { type FoundCommitment, known } from '../../discovery.js';
import { describe } from '../../expect/response.js';
import { requestTo } from '../../request-to.js';
import { equation, figure } from '../shared/equation.js';
import { dataOf, one } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { sameFigure } from '../shared/same-figure.js';
import { hasFailed, hoursOf, prices } from './priced-rows.js';

/** Most commitments whose quotes are requested. */
const mostKinds = 4;

/** Returns one commitment of each kind and status, an expired one first: its offering may be no longer sold. */
function oneOfEachKind(commitments: readonly FoundCommitment[]): FoundCommitment[] {
  const all = [...new Map(commitments.map((one) => [`${one.kind} ${one.status}`, one])).values()];
  const expired = all.filter(({ status }) => status === 'expired').slice(0, 1);
  return [...new Set([...expired, ...all])].slice(0, mostKinds);
}

/** Checks of the renewal quote. */
export const quoteChecks: readonly Check[] = [
  forEachRow('getRenewalQuote', {
    id: 'renewals.quote-has-a-price-or-a-reason',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A quote without `error_message` has at least one price above zero.',
    source: 'Renewal pricing: renewal-quote',
    each: (quote) => (hasFailed(quote) ? [] : [quote]),
    judge: (quote) =>
      prices.some((price) => quote[price] > 0) || {
        message: 'A quote has neither a price above zero nor `error_message`.',
        expected: `a number above 0 in one of ${prices.join(', ')}, or error_message`,
        actual: 'null or 0 in all of them',
      },
  }),
  {
    kind: 'active',
    id: 'renewals.every-kind-has-a-quote',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'The quote of a listed commitment of each `kind` and `status` succeeds, because a failed lookup is reported in `error_message`.',
    source: 'Renewal pricing: renewal-quote',
    operations: ['getRenewalQuote'],
    requests: mostKinds,
    async run(probe) {
      await probe.correct();
      await eachCase(oneOfEachKind(known(probe.found.commitments)), async ({ id, kind, status }) => {
        const exchange = await probe.send(requestTo('getRenewalQuote', { path: { commitment_id: id } }));
        if (isSuccess(exchange)) return;
        fail({
          message: `The renewal quote of a ${kind} with status ${show(status)} is not successful.`,
          expected: 'a successful response, with a price or error_message',
          actual: describe(exchange),
          exchange,
        });
      });
    },
  },
  equation('getRenewalQuote', {
    id: 'renewals.quote-term-follows-from-unit-prices',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`term` of a renewal quote follows from its prices: `term_total` equals `upfront_total` plus `recurring_hourly_total` over `term_hours`, and a reservation multiplies its prices by `qty`.',
    source: 'Renewal pricing; Proposed by this contract',
    formula: 'the price of the term that follows from the prices of the quote',
    figures: (quote) =>
      one<any>(quote.term).flatMap((term) => [
        figure(
          term,
          'term_total',
          ['upfront_total', 'recurring_hourly_total', 'term_hours'],
          (upfront, hourly, hours) => upfront + hourly * hours,
        ),
        figure({ ...quote, ...term }, 'term_hours', ['term_months'], hoursOf),
        figure(
          { ...quote, ...term },
          'upfront_total',
          ['fixed_price', 'qty'],
          (price, count) => price * count,
        ),
        figure(
          { ...quote, ...term },
          'recurring_hourly_total',
          // The hourly price of a plan is for the whole plan.
          ['recurring_hourly', typeof quote.fixed_price === 'number' ? 'qty' : 'none'],
          (price, count) => price * count,
        ),
      ]),
  }),
  forEachRow('getRenewalQuote', {
    id: 'renewals.quote-has-the-prices-of-its-kind',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A renewal quote of a reservation has no prices of a savings plan, and one of a savings plan has neither `qty` nor prices of a unit: they are null, not zero.',
    source: 'Commitment read semantics, rule 2; Proposed by this contract',
    each: (data) =>
      [data].filter(({ fixed_price, commitment_hourly }) =>
        [fixed_price, commitment_hourly].some((price) => typeof price === 'number'),
      ),
    judge: (quote) => {
      const others =
        typeof quote.commitment_hourly === 'number'
          ? ['qty', 'fixed_price', 'recurring_hourly', 'usage_hourly']
          : ['upfront', 'commitment_hourly'];
      const name = others.find((one) => typeof quote[one] === 'number');
      return (
        name === undefined || {
          message: `\`${name}\` of a renewal quote does not apply to the kind of the commitment.`,
          expected: 'null',
          actual: `${name} ${quote[name]}`,
        }
      );
    },
  }),
  sameFigure('getRenewalQuote', {
    id: 'renewals.quote-is-the-price-of-the-options',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      '`term.term_total` of a renewal quote equals `contract.term_total` of the renewal options for the same offering.',
    source: 'Renewal pricing: renewal-quote, renewal-options; Proposed by this contract',
    reference: '`contract.term_total` of the renewal options',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const quote = dataOf(exchange);
      const { commitment_id, contract } = dataOf((await probe.correct('getRenewalOptions')).exchange);
      return quote.commitment_id === commitment_id && quote.offering_id === contract?.offering_id
        ? [{ name: '`term.term_total`', here: quote.term?.term_total, there: contract?.term_total, exchange }]
        : [];
    },
  }),
];
